import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { changeContexts, readContexts, saveContext, type Tokens } from "../../cli/contexts.ts";
import { renew } from "../../cli/login/authorization.ts";
import { freshToken } from "../../cli/login/fresh-token.ts";
import { newAccount, type Account } from "../api/client.ts";
import { startTestGateway, type TestGateway } from "../api/gateway.ts";
import * as flow from "../api/oauth-flow.ts";
import { eventually } from "../support/eventually.ts";
import { atTerminal, hasTerminal } from "../support/terminal.ts";
import { CommandLine } from "./run-cli.ts";

const MAIN = join(import.meta.dirname, "../../cli/main.ts");

describe("login by the command line", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;
  let berth: CommandLine;
  let path: string;

  before(async () => {
    gateway = await startTestGateway({ env: { BERTH_PUBLIC_URL: flow.PUBLIC_URL } });
    account = await newAccount(gateway.url);
    berth = new CommandLine();
    berth.send = async (request) => {
      const { method, headers, signal } = request;
      const body = request.body === null ? undefined : await request.text();
      return fetch(flow.reach(request.url, gateway), { method, headers, signal, body });
    };
    path = join(berth.home, ".config", "berth", "contexts.json");
  });
  after(async () => {
    berth.close();
    await gateway.stop();
  });

  /** The person in front of the browser; answers where the page ended. */
  const inBrowser = async (address: string): Promise<URL> =>
    flow.consent(gateway, account, { url: new URL(address), verifier: "", state: "" });
  const openBrowser = async (address: string): Promise<void> => void (await fetch(await inBrowser(address)));
  const tokens = (): Tokens => {
    const [entry] = Object.values(readContexts(path).contexts);
    if (entry?.tokens === undefined) throw new Error("there is no login");
    return entry.tokens;
  };

  it("comes back from the browser, lies in a file for its owner alone, and is printed nowhere", async () => {
    const { code, stdout, stderr } = await berth.run(["login", flow.PUBLIC_URL], { openBrowser });
    expect(code, stderr).to.equal(0);
    expect(stdout).to.include(account.email).and.include("platform.example.org");
    const { access, refresh } = tokens();
    const shown = [
      stdout,
      stderr,
      await berth.ok(["whoami"]),
      await berth.ok(["context", "-o", "json"]),
      await berth.ok(["whoami", "-o", "yaml"]),
    ];
    for (const text of shown) expect(text).not.to.include(access).and.not.include(refresh);
    expect(statSync(path).mode & 0o777).to.equal(0o600);
    expect(shown[2]).to.include("a login");
    expect(await berth.ok(["clusters", "-o", "json"])).to.equal("[]\n");
  });

  it("is renewed when it is about to end, once for many commands at once", async () => {
    const before = tokens();
    const aged = { ...before, expiresAtMs: 0 };
    await changeContexts(path, ({ contexts, ...file }) => ({
      ...file,
      contexts: Object.fromEntries(Object.entries(contexts).map(([name, entry]) => [name, { ...entry, tokens: aged }])),
    }));
    await Promise.all(Array.from({ length: 4 }, () => berth.ok(["whoami"])));
    expect(tokens().refresh).not.to.equal(before.refresh);
    expect(tokens().expiresAtMs).to.be.above(Date.now());
  });

  it("ends at the server with logout", async () => {
    const { access } = tokens();
    expect(await berth.ok(["logout"])).to.include("signed out");
    expect((await flow.bearer(gateway, access)("GET", "/auth/me")).status).to.equal(401);
    expect(Object.keys(readContexts(path).contexts)).to.deep.equal([]);
    expect((await berth.run(["whoami"])).code).to.equal(2);
  });

  /** The person in front of another machine's browser, who types the code that is shown. */
  const typing = (action: string): { onOutput: (text: string) => void } => {
    let shown = "";
    let isTyped = false;
    const type = async (address: string, code: string): Promise<void> => {
      const browser = new flow.Browser(gateway, account.cookie);
      const page = await browser.submit(await browser.open(address), { action: "enter", user_code: code });
      await browser.submit(page, { action, device: code, organization: "" });
    };
    const { send } = berth;
    const decided = Promise.withResolvers<undefined>();
    // Who asks before the person has decided waits for five seconds: here nobody does.
    berth.send = async (request) => {
      const body = request.method === "POST" ? await request.clone().text() : "";
      if (body.includes("device_code=")) await decided.promise;
      const answer = await send(request);
      if (!request.url.endsWith("/device_authorization")) return answer;
      return Response.json({ ...((await answer.json()) as object), interval: 0.001 }, { status: answer.status });
    };
    return {
      onOutput: (text) => {
        shown += text;
        const [, address, code] = /Open (\S+) in a browser.* code (\S+)\n/.exec(shown) ?? [];
        if (isTyped || address === undefined || code === undefined) return;
        isTyped = true;
        berth.send = send;
        type(address, code).then(() => decided.resolve(undefined), decided.reject);
      },
    };
  };

  it("goes by a code where no browser is: it is typed elsewhere", async () => {
    const asked = await berth.run(["login", flow.PUBLIC_URL, "--device", "--name", "server"], typing("allow"));
    expect(asked.code, asked.stderr).to.equal(0);
    expect(asked.stdout).to.include(account.email);
    expect(await berth.ok(["whoami", "--context", "server"])).to.include(account.email);
    expect(await berth.ok(["logout", "server"])).to.include("signed out");
    const none = await berth.run(["login", flow.PUBLIC_URL, "--name", "server"], typing("allow"));
    expect(none.code, none.stderr).to.equal(0);
    expect(await berth.ok(["logout", "server"])).to.include("signed out");
    const denied = await berth.run(["login", flow.PUBLIC_URL, "--device"], typing("deny"));
    expect([denied.code, denied.stderr.split("\n").at(-2)]).to.deep.equal([
      2,
      "The login was not given: access_denied.",
    ]);
  });

  it("is not given where the person says no, or the address has no login", async () => {
    const deny = async (address: string): Promise<void> => {
      const url = await flow.consent(
        gateway,
        account,
        { url: new URL(address), verifier: "", state: "" },
        { action: "deny" },
      );
      await fetch(url);
    };
    const denied = await berth.run(["login", flow.PUBLIC_URL], { openBrowser: deny });
    expect([denied.code, denied.stderr.split("\n").at(-2)]).to.deep.equal([
      2,
      "The login was not given: access_denied.",
    ]);
    const elsewhere = await berth.run(["login", `${flow.PUBLIC_URL}/other`], { openBrowser });
    expect([elsewhere.code, elsewhere.stderr.includes("berth login --key")]).to.deep.equal([2, true]);
    const byAnotherName = await berth.run(["login", gateway.url], { openBrowser });
    const known = `${gateway.url} is known as ${flow.PUBLIC_URL}: sign in there.\n`;
    expect([byAnotherName.code, byAnotherName.stderr]).to.deep.equal([2, known]);
    const away = await berth.run(["login", "http://127.0.0.1:1"], { openBrowser });
    expect([away.code, away.stderr]).to.deep.equal([
      1,
      "http://127.0.0.1:1 does not answer; check the address and the network.\n",
    ]);
  });

  it("takes a key from standard input, and keeps it", async () => {
    expect(
      await berth.ok(["login", flow.PUBLIC_URL, "--key", "--name", "ci"], { stdin: `${account.key}\n` }),
    ).to.include(account.email);
    expect(await berth.ok(["whoami"]))
      .to.include("an API key")
      .and.not.include(account.key);
    expect(await berth.ok(["context"]))
      .to.match(/\* +ci +https:\/\/platform.example.org +key/)
      .and.not.include(account.key);
    expect(await berth.ok(["context", "use", "ci"])).to.include("ci");
    expect((await berth.run(["context", "use", "nothing"])).code).to.equal(2);
    expect(readFileSync(path, "utf8")).to.include(account.key);
    expect((await berth.run(["login", flow.PUBLIC_URL, "--key"], { stdin: "no" })).code).to.equal(2);
    expect(await berth.ok(["logout"])).to.include("still works");
  });

  it("asks for a key on a terminal without showing it, and ends there with Ctrl-C and Ctrl-D", async function () {
    if (!(await hasTerminal())) return this.skip();
    const line = [`'${process.execPath}' '${MAIN}' login ${gateway.url} --key --name typed`];
    const type = (answer: string) => atTerminal(line, { HOME: berth.home }, { question: "API key: ", answer });
    const { code, screen } = await type(`${account.key}\n`);
    expect([code, screen.includes(account.email)], screen).to.deep.equal([0, true]);
    expect(screen).not.to.include(account.key);
    expect((await type("\u0003")).code).to.equal(130);
    const ended = await type("\u0004");
    expect([ended.code, ended.screen.includes("Nothing was answered.")], ended.screen).to.deep.equal([2, true]);
    expect(await berth.ok(["logout", "typed"])).to.include("signed out");
  });
});

describe("tokens of a login", () => {
  const FRESH: Tokens = { access: "new", refresh: "r2", expiresAtMs: 10_000_000 };
  let folder: string;
  let configPath: string;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "berth-tokens-"));
    configPath = join(folder, "contexts.json");
    await saveContext(
      configPath,
      "c",
      { url: "https://x.example.org", tokens: { access: "old", refresh: "r1", expiresAtMs: 1_000 } },
      true,
    );
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("are renewed once, whoever asks: the second use of a refresh token would end the login", async () => {
    const used: string[] = [];
    const renew = ({ refresh }: Tokens): Promise<Tokens> => {
      used.push(refresh);
      return Promise.resolve(FRESH);
    };
    const ask = () => freshToken({ configPath, context: "c", renew, nowMs: () => 5_000 });
    expect(await Promise.all([ask(), ask(), ask()])).to.deep.equal(["new", "new", "new"]);
    expect(used).to.deep.equal(["r1"]);
    expect(await ask()).to.equal("new");
  });

  it("stay as they were where nobody renews them, and the lock is left", async () => {
    const renew = (): Promise<Tokens> => Promise.reject(new Error("away"));
    const fault = await freshToken({ configPath, context: "c", renew, nowMs: () => 5_000 }).catch(
      (error: unknown) => error,
    );
    expect((fault as Error).message).to.equal("away");
    expect(readContexts(configPath).contexts["c"]?.tokens?.refresh).to.equal("r1");
    writeFileSync(`${configPath}.lock`, "", { flag: "wx" });
  });

  it("are renewed by a deadline well before the one by which others take the lock", async () => {
    const { timeout } = AbortSignal;
    const deadlines: number[] = [];
    AbortSignal.timeout = (ms) => {
      deadlines.push(ms);
      return AbortSignal.abort(new Error("late"));
    };
    const renew = (_: Tokens, deadline: AbortSignal): Promise<Tokens> => Promise.reject(deadline.reason as Error);
    const fault = await freshToken({ configPath, context: "c", renew, nowMs: () => 5_000 })
      .catch((error: unknown) => error)
      .finally(() => (AbortSignal.timeout = timeout));
    expect([fault, deadlines]).to.deep.equal([new Error("late"), [30_000]]);
  });

  it("are asked for no longer than that, whatever the server leaves open", async () => {
    const deadline = new AbortController();
    const send = ({ signal }: Request): Promise<Response> => {
      deadline.abort();
      return signal.aborted ? Promise.reject(signal.reason as Error) : Promise.resolve(Response.json({}));
    };
    const fault = await renew("https://x.example.org", send, FRESH, deadline.signal).catch((error: unknown) => error);
    expect((fault as Error).message).to.include("does not answer");
  });

  it("leave no lock behind when a second Ctrl-C ends a renewal", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    try {
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      await saveContext(configPath, "c", { url: `http://127.0.0.1:${port}`, tokens: { ...FRESH, expiresAtMs: 1_000 } });
      const child = spawn(process.execPath, [MAIN, "whoami"], { env: { BERTH_CONFIG: configPath }, stdio: "ignore" });
      const [socket] = (await once(server, "connection")) as [Socket];
      expect(existsSync(`${configPath}.lock`)).to.equal(true);
      await eventually(() => {
        child.kill("SIGINT");
        expect(child.exitCode).to.equal(130);
      });
      socket.destroy();
      expect(existsSync(`${configPath}.lock`)).to.equal(false);
    } finally {
      server.close();
    }
  }).timeout(300_000);
});
