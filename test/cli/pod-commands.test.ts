import { spawn, type ChildProcess } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { expect } from "chai";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { newAccount, newCluster, newDatabase, newDeployment } from "../api/client.ts";
import { startTestGateway, type TestGateway } from "../api/gateway.ts";
import { eventually } from "../support/eventually.ts";
import { startPodSockets, type PodSocketDouble } from "../support/pod-socket-double.ts";
import { playedPod, playUsage } from "../support/played-usage.ts";
import { CommandLine } from "./run-cli.ts";

const MAIN = join(import.meta.dirname, "../../cli/main.ts");

const pod = (name: string) => ({
  metadata: { name },
  spec: { containers: [{ name: "app" }] },
  status: { phase: "Running" },
});

/** A client of a database that says something, and writes down what it hears beside itself. */
const TALK = `
import { connect } from "node:net";
import { writeFileSync } from "node:fs";
const [host, port] = process.argv.slice(2, 4).map((argument) => argument.split("=")[1]);
const socket = connect(Number(port), host, () => socket.write("select 1"));
socket.on("error", () => undefined).on("data", (data) => {
  writeFileSync(new URL("heard", import.meta.url), data);
  socket.destroy();
});
`;

/** A client that cancels what it does at Ctrl-C, as psql does: at the second it asks once more by the connection that it has. */
const INTERACTIVE = `
import { connect } from "node:net";
const [host, port] = process.argv.slice(2, 4).map((argument) => argument.split("=")[1]);
let cancelled = 0;
const socket = connect(Number(port), host, () => socket.write("ready"));
socket.setEncoding("utf8").on("data", (text) => console.log(text));
socket.on("end", () => process.exit(9)).on("close", () => process.exit(7));
process.on("SIGINT", () => {
  cancelled += 1;
  console.log("cancelled " + cancelled);
  if (cancelled === 2) socket.on("data", () => socket.destroy()).write("still here");
});
`;

/** Runs berth in a process group of its own, as a shell does at a terminal, and answers how it ended. */
async function inForeground(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  onLine: (line: string, child: ChildProcess & { pid: number }) => void,
): Promise<Readonly<{ code: number | null; lines: readonly string[] }>> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    detached: true,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  }) as ChildProcess & { pid: number; stdout: Readable };
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    onLine(line, child);
  }
  return { code: await ended, lines };
}

describe("Commands of berth that reach into pods", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let pods: PodSocketDouble;
  let berth: CommandLine;
  let database: string;
  const usage = playUsage();

  before(async () => {
    pods = await startPodSockets();
    let ephemeralContainers: readonly { name: string }[] = [];
    const running = (): object => ephemeralContainers.map(({ name }) => ({ name, state: { running: {} } }));
    const client = {
      list: () => Promise.resolve({ items: [pod("web-1")], resourceVersion: "1" }),
      get: (_type: unknown, { name }: { name: string }) => {
        const { metadata, spec, status } = pod(name);
        const debugged = { ...status, ephemeralContainerStatuses: running() };
        return Promise.resolve(
          name === "web-1" ? { metadata, spec: { ...spec, ephemeralContainers }, status: debugged } : undefined,
        );
      },
      patch: (...[, , { body }]: Parameters<KubeClient["patch"]>) => {
        ephemeralContainers = (body as { value: typeof ephemeralContainers }[]).at(-1)?.value ?? [];
        return Promise.resolve(undefined);
      },
      close: () => Promise.resolve(),
      dial: pods.dial,
    } as unknown as KubeClient;
    gateway = await startTestGateway({
      replace: () => ({ tenantReader: { open: () => Promise.resolve(client) }, ...usage.replace() }),
    });
    const account = await newAccount(gateway.url);
    const clusterId = await newCluster(account.call, { name: "harbour" });
    await newDeployment(account.call, clusterId, { name: "shop" });
    usage.pods([playedPod("web-1")]);
    usage.keep({ cpu_millicores: Array.from({ length: 120 }, (_, index) => index) });
    database = (await newDatabase(account.call, clusterId, { name: "shop-db" })).id;
    berth = new CommandLine({ BERTH_URL: gateway.url, BERTH_API_KEY: account.key });
  });
  after(async () => {
    berth.close();
    await gateway.stop();
    await pods.stop();
  });

  it("exec: output, errors, input, and the exit status", async () => {
    expect(await berth.run(["exec", "shop", "--", "echo", "a", "--b"])).to.deep.equal({
      code: 0,
      stdout: "a --b",
      stderr: "",
    });
    expect(await berth.run(["exec", "shop", "--", "warn", "careful"])).to.include({ code: 0, stderr: "careful" });
    expect(await berth.run(["exec", "shop", "--", "exit", "7"])).to.deep.equal({ code: 7, stdout: "", stderr: "" });
    expect(await berth.run(["exec", "shop", "-i", "--", "cat"], { stdin: "typed" })).to.include({
      code: 0,
      stdout: "typed",
    });
    const lost = await berth.run(["exec", "shop", "--", "die"]);
    expect([lost.code, lost.stderr]).to.deep.equal([1, "The pod or its node has gone.\n"]);
    const none = await berth.run(["exec", "shop", "--pod", "other", "--", "echo"]);
    expect([none.code, none.stderr]).to.deep.equal([1, "It has no pod of that name that runs.\n"]);
  });

  it("exec --debug: in a container of its own beside it", async () => {
    const line = ["exec", "shop", "--debug", "--", "exit", "5"];
    expect(await berth.run(line)).to.deep.equal({ code: 5, stdout: "", stderr: "" });
    const [attach, exec] = pods.asked
      .slice(-2)
      .map(({ pathname, searchParams }) => [pathname.split("/").at(-1), searchParams.get("container")]);
    expect([attach?.[0], exec?.[0], exec?.[1]]).to.deep.equal(["attach", "exec", attach?.[1]]);
    expect(exec?.[1]).to.match(/^berth-debug-/);
  });

  it("top: what pods, servers and nodes take, and the last hour of it beside that", async () => {
    for (const command of ["top shop", "db top shop-db", "clusters top harbour"]) {
      const { code, stdout, stderr } = await berth.run(command.split(" "));
      expect([command, code]).to.deep.equal([command, 0]);
      expect(stdout).to.match(/120m +500m|400m +2/);
      expect(stderr, command).to.match(/CPU ▁+[▂-▇]+█+ +119m, at most 119m/);
    }
  });

  it("cp: files and folders, to a pod and back, by the tar that is there", async () => {
    const [there, here] = ["there", "here"].map((name) => join(berth.home, name)) as [string, string];
    mkdirSync(join(here, "log", "deep"), { recursive: true });
    mkdirSync(there);
    writeFileSync(join(here, "log", "a.txt"), "one");
    writeFileSync(join(here, "log", "deep", "large"), "x".repeat(300_000));
    const sent = await berth.run(["cp", join(here, "log"), `shop:${there}`]);
    expect(sent).to.deep.equal({ code: 0, stdout: "", stderr: "Copied 2 files, 300003 bytes.\n" });
    expect(readFileSync(join(there, "log", "deep", "large"), "utf8")).to.have.length(300_000);
    expect(pods.asked.at(-1)?.searchParams.getAll("command")).to.deep.equal(["tar", "-xmof", "-", "-C", there]);
    await berth.run(["cp", join(here, "log", "a.txt"), `shop:${there}/renamed.txt`]);
    expect(readFileSync(join(there, "renamed.txt"), "utf8")).to.equal("one");

    symlinkSync("/etc/passwd", join(there, "log", "link"));
    const back = await berth.run(["cp", `shop:${there}/log`, join(here, "back")]);
    expect([back.code, back.stderr]).to.deep.equal([1, "Left out log/link: a link.\nCopied 2 files, 300003 bytes.\n"]);
    expect(readFileSync(join(here, "back", "deep", "large"), "utf8")).to.have.length(300_000);
    expect((await berth.run(["cp", `shop:${there}/renamed.txt`, here])).code).to.equal(0);
    expect(readFileSync(join(here, "renamed.txt"), "utf8")).to.equal("one");

    const large = await berth.run(["cp", `shop:${there}/log`, join(here, "more"), "--max-mb", "0.1"]);
    expect([large.code, large.stderr]).to.deep.equal([1, "It is larger than --max-mb allows.\n"]);
    const none = await berth.run(["cp", "shop:/not/there", join(here, "none")]);
    expect([none.code, none.stderr]).to.satisfy(
      ([code, said]: [number, string]) => code === 1 && said.includes("tar in the container ended with 2"),
    );
    for (const sides of [
      ["a", "b"],
      ["shop:/a", "shop:/b"],
      ["shop:/", "b"],
    ])
      expect((await berth.run(["cp", ...sides])).code, sides.join()).to.equal(2);
  });

  it("port-forward: a port here is one of the pod, until Ctrl-C", async () => {
    const ends = new AbortController();
    let told = "";
    const onOutput = (part: string): void => void (told += part);
    const running = berth.run(["port-forward", "shop", "0:8080"], { signal: ends.signal, onOutput });
    const port = await eventually(() => {
      const found = /127\.0\.0\.1:(\d+)/.exec(told)?.[1];
      if (found === undefined) throw new Error(`no port yet: ${told}`);
      return Number(found);
    });
    const socket = connect(port, "127.0.0.1");
    socket.write("ping");
    let answer = "";
    socket.setEncoding("utf8").on("data", (part: string) => (answer += part));
    await eventually(() => expect(answer).to.equal("ping"));
    expect(pods.asked.at(-1)?.searchParams.get("ports")).to.equal("8080");
    ends.abort();
    expect((await running).code).to.be.oneOf([0, 130]);
    expect((await berth.run(["port-forward", "shop", "x:1"])).code).to.equal(2);
  });

  it("db connect: the engine's client, with the way to its own tunnel", async () => {
    const program = join(berth.home, "psql");
    const said = join(berth.home, "said");
    const [talk, heard] = [join(berth.home, "talk.mjs"), join(berth.home, "heard")];
    writeFileSync(program, `#!/bin/sh\necho "$@" > ${said}\n${process.execPath} ${talk} "$@"\nexit 5\n`);
    writeFileSync(talk, TALK);
    chmodSync(program, 0o755);
    const { PATH } = process.env;
    process.env["PATH"] = `${berth.home}:${PATH ?? ""}`;
    const given = async (): Promise<string> => {
      expect((await berth.run(["db", "connect", "shop-db", "--", "--version"])).code).to.equal(5);
      return readFileSync(said, "utf8");
    };
    try {
      expect(await given()).to.match(/^--host=127\.0\.0\.1 --port=\d+ --username=app --dbname=\S+ --version\n$/);
      // What the client says comes to the port of the database's own pod, and back.
      expect(readFileSync(heard, "utf8")).to.equal("select 1");
      const tunnel = pods.asked.findLast(({ pathname }) => pathname.endsWith("/pods/web-1/portforward"));
      expect(tunnel?.searchParams.get("ports")).to.equal("5432");
      await eventually(() => expect(pods.open.size).to.equal(0));
      // The servers of the embedded platform answer on this machine; nobody runs in a pod there.
      await gateway.settle("DatabaseInstance", database, "running", {
        connectionHost: "127.0.0.2",
        connectionPort: 5433,
      });
      expect(await given()).to.match(/^--host=127\.0\.0\.2 --port=5433 --username/);
    } finally {
      process.env["PATH"] = PATH;
    }
  });

  describe("with a client at the terminal", () => {
    let env: Record<string, string>;

    before(async () => {
      await gateway.settle("DatabaseInstance", database, "running", {
        connectionHost: "shop-db.default.svc",
        connectionPort: 5432,
      });
      const talk = join(berth.home, "interactive.mjs");
      const folder = join(berth.home, "interactive");
      mkdirSync(folder, { recursive: true });
      writeFileSync(talk, INTERACTIVE);
      writeFileSync(join(folder, "psql"), `#!/bin/sh\nexec ${process.execPath} ${talk} "$@"\n`, { mode: 0o755 });
      env = { ...berth.env, PATH: `${folder}:${process.env["PATH"] ?? ""}` };
    });

    it("db connect leaves Ctrl-C to it, also the second: the connection stays, and its exit status is berth's", async () => {
      const ran = await inForeground(["db", "connect", "shop-db"], env, (line, { pid }) => {
        if (line === "ready" || line === "cancelled 1") process.kill(-pid, "SIGINT");
      });
      expect(ran).to.deep.equal({ code: 7, lines: ["ready", "cancelled 1", "cancelled 2", "still here"] });
    });

    it("db connect that is told to end takes it along", async () => {
      for (const word of ["SIGTERM", "SIGHUP"] as const) {
        const ran = await inForeground(["db", "connect", "shop-db"], env, (_line, { pid }) => process.kill(pid, word));
        expect([word, ran]).to.deep.equal([word, { code: 130, lines: ["ready"] }]);
      }
    });
  });
});
