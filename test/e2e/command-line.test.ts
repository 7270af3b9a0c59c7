import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { COMMANDS } from "../../cli/commands/all.ts";
import { Browser } from "../api/oauth-flow.ts";
import { CommandLine } from "../cli/run-cli.ts";
import { eventually } from "../support/eventually.ts";
import { startPlatform, type Platform } from "../support/platform.ts";
import { standingCluster, type StandingCluster } from "../support/standing-clusters.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";
import { atTerminal, hasTerminal } from "../support/terminal.ts";

const run = promisify(execFile);
const PASSWORD = "correct horse battery";
const CLEARED = "\r\u001b[K";

/** What draws runs in a terminal, by the program that make run puts on the PATH; what answers runs in this process. */
describe("the command line on a real platform", function () {
  this.timeout(600_000);
  stopAtFailure(this);
  let platform: Platform;
  let harbour: StandingCluster;
  let berth: CommandLine;
  let env: Record<string, string>;
  const ran = new Set<string>();
  /** Of what is followed until somebody ends it. */
  const ends = new AbortController();

  before(async () => {
    platform = await startPlatform();
    [harbour] = await Promise.all([standingCluster(platform.url, "harbour"), standingCluster(platform.url, "quay")]);
    env = { BERTH_URL: platform.url, BERTH_API_KEY: harbour.berth.key };
    berth = new CommandLine(env);
    env["HOME"] = berth.home;
    env["PATH"] = `${join(platform.homeDir, "bin")}:${process.env["PATH"] ?? ""}`;
  });
  after(() => {
    ends.abort();
    (berth as CommandLine | undefined)?.close();
  });

  const ok = (line: string, options: Parameters<CommandLine["ok"]>[1] = {}): Promise<string> => {
    ran.add(line.split(" ")[0] ?? "");
    return berth.ok(line.split(" "), options);
  };
  const data = async <T>(line: string): Promise<T> => JSON.parse(await ok(`${line} -o json`)) as T;
  const drawn = async (...lines: string[]): Promise<string> => {
    for (const line of lines) ran.add(line.split(" ")[0] ?? "");
    const { code, screen } = await atTerminal(
      lines.map((line) => `berth ${line}`),
      env,
    );
    expect(code, screen).to.equal(0);
    expect(screen).to.include(CLEARED);
    return screen;
  };

  it("signs in with a key, and by a code that a person types in a browser", async () => {
    expect(await ok("login --key --name ci")).to.include(harbour.berth.email);
    expect(await ok("context")).to.include("ci");
    const publicUrl = platform.url.replace("127.0.0.1", "localhost");
    let shown = "";
    const asking = ok(`login ${publicUrl} --device --name person`, { onOutput: (text) => (shown += text) });
    const { address, code } = await eventually(() => {
      const [, page, typed] = /Open (\S+) in a browser.* code (\S+)\n/.exec(shown) ?? [];
      if (page === undefined || typed === undefined) throw new Error(`no code is shown: ${shown}`);
      return { address: page, code: typed };
    });
    const browser = new Browser(platform, undefined, publicUrl);
    const signIn = await browser.open(address);
    const page = await browser.submit(signIn, { action: "sign_in", email: harbour.berth.email, password: PASSWORD });
    const consent = await browser.submit(page, { action: "enter", user_code: code });
    await browser.submit(consent, { action: "allow", device: code, organization: "" });
    expect(await asking).to.include(harbour.berth.email);
    expect(await ok("whoami --context person")).to.include("a login");
    expect(await ok("logout person")).to.include("signed out");
  });

  it("follows a deployment's changes on a terminal, and databases beside it", async function () {
    if (!(await hasTerminal())) return this.skip();
    const heard = follow();
    const [changes, databases] = await Promise.all([
      drawn(
        "deploy shop --cluster harbour --image nginx:1.28 --port 8080 --cpu-request 0.01 --memory-request-mb 16",
        "env shop LOG=info --no-wait",
        "scale shop 2 --no-wait",
        "restart shop",
        "sleep shop --never",
        "rollback shop --to 1",
        "preview create shop --name shop-pr --image nginx:1.29 --yes",
        "preview delete shop-pr --yes",
        "promote shop --to quay --name copy",
        "delete copy",
      ),
      drawn(
        "db create orders --cluster harbour --engine postgresql --storage-size-gb 10",
        "db backup orders",
        "db delete orders",
      ),
    ]);
    expect(changes).to.match(
      /shop: running at http[^]*shop: running\r\n[^]*shop: running\r\n[^]*copy on quay: running[^]*copy is gone\./,
    );
    expect(changes).to.include("accepted ✓").and.include("shop would go back to revision 1:");
    expect(databases).to.match(/orders: running[^]*Backup \S+ of orders: completed[^]*orders is gone\./);
    expect(await heard()).to.include("Deployment/shop");
  });

  /** Listens to all changes; answers what was heard when asked. */
  function follow(): () => Promise<string> {
    let heard = "";
    ran.add("events");
    const listening = berth.run(["events", "-f"], { signal: ends.signal, onOutput: (text) => (heard += text) });
    return async () => {
      await eventually(() => expect(heard).to.include("Deployment/shop"));
      ends.abort();
      await listening;
      return heard;
    };
  }

  it("shows what is there", async () => {
    expect(await ok("status shop"))
      .to.include("healthy ✓")
      .and.include("nginx:1.28");
    expect(await ok("plan shop --image nginx:1.29"))
      .to.include("shop would change:")
      .and.include("nginx:1.29");
    expect(await ok("open shop")).to.match(/^https?:\/\/shop-/);
    expect((await data<unknown[]>("revisions shop")).length).to.be.at.least(2);
    expect(await data<unknown[]>("events shop")).to.be.an("array");
    await ok("logs shop --tail 1");
    await eventually(async () => expect(await ok("top shop")).to.match(/\nshop-\S+ +yes +[1-9][0-9]*m +/));
    expect(await data("clusters top harbour")).to.include({ simulated: true });
    expect(await ok("run shop -- ./migrate")).to.include("no process runs behind it");
    expect(await ok("runs shop")).to.match(/succeeded .* \.\/migrate/);
    expect(await ok("clusters")).to.match(/harbour +running/);
    expect((await data<unknown[]>("clusters nodes harbour")).length).to.be.at.least(1);
    expect(await ok("members")).to.include(harbour.berth.email);
    expect(await ok("audit --limit 5")).to.include("OUTCOME");
    expect(JSON.parse(await ok("api GET /deployments?limit=1"))).to.have.property("next_cursor");
    expect(await ok("completion bash")).to.include("complete -o default");
    const renewed = await berth.run("renew-certificate shop".split(" "));
    ran.add("renew-certificate");
    expect(renewed.code).not.to.equal(0);
    expect(renewed.stderr).to.include("It has no domain of its own");
    await eventually(async () => expect(await berth.ok(["__complete", "--", "status", "sh"])).to.include("shop"));
  });

  it("keeps secrets, ends keys, asks for an upgrade, and makes and deletes a cluster", async () => {
    expect(await ok("secrets set TOKEN", { stdin: "battery staple" })).to.equal("TOKEN has version 1.\n");
    expect(await ok("secrets delete TOKEN --yes")).to.equal("TOKEN is deleted.\n");
    await harbour.berth.session.call("POST", "/api-keys", { name: "spare" });
    expect(await ok("keys revoke spare --yes")).to.equal("spare works no more.\n");
    expect(await data<unknown[]>("upgrade list harbour")).to.be.an("array");
    expect(await data<unknown[]>("alerts --all")).to.be.an("array");
    const made = await ok("clusters create side --provider local --region local-1 --tier shared --no-wait");
    expect(made).to.match(/^side: \w+\n$/);
    expect(await ok("clusters delete side --yes --no-wait")).to.equal("side is being deleted.\n");
  });

  it("gives kubectl a kubeconfig without a token, and is asked for one by it", async () => {
    const file = join(berth.home, "harbour.kubeconfig");
    writeFileSync(file, await ok("kubeconfig harbour --exec"));
    expect(readFileSync(file, "utf8")).to.include("command: berth").and.not.include("token:");
    const { stdout } = await run("kubectl", ["--kubeconfig", file, "get", "namespaces", "--output", "name"], { env });
    expect(stdout).to.include("namespace/default");
    const preflight = "import theirs --provider local --region local-1 --kubeconfig - --preflight".split(" ");
    const looked = await berth.run(preflight, { stdin: await ok("kubeconfig harbour") });
    ran.add("import");
    expect(looked.stdout + looked.stderr).to.match(/^SEVERITY|^Nothing stands in the way/);
  });

  it("has no command that was not run here", () => {
    /** They need pods that run. */
    const elsewhere = ["exec", "port-forward", "cp"];
    expect(Object.keys(COMMANDS).filter((name) => !ran.has(name) && !elsewhere.includes(name))).to.deep.equal([]);
  });
});
