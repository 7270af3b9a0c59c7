import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { takeLock } from "../../local/processes/lock.ts";
import { observeProcessIdentity } from "../../local/processes/process-identity.ts";
import type { ChildSpec } from "../../local/processes/child.ts";
import { Supervisor } from "../../local/processes/supervisor.ts";
import { eventually } from "../support/eventually.ts";

const parent = fileURLToPath(new URL("./supervised-parent.ts", import.meta.url));

describe("the supervisor", function () {
  this.timeout(900_000);
  let dir: string;
  let lines: string[];
  let supervisor: Supervisor;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), "berth-supervisor-"));
    lines = [];
    supervisor = new Supervisor({ dir, env: { PATH: "/usr/bin:/bin" }, report: (line) => lines.push(line) });
    await supervisor.open();
  });

  afterEach(async () => {
    await supervisor.stopAll();
    await rm(dir, { recursive: true, force: true });
  });

  const child = (name: string, script: string, more: Partial<ChildSpec> = {}): ChildSpec => ({
    name,
    command: "sh",
    args: ["-c", script],
    stopWave: 0,
    ready: () => Promise.resolve(true),
    ...more,
  });

  it("starts a child that died again, with a new number and one line that says so", async () => {
    await supervisor.start(child("server", "exec sleep 600"));
    const first = supervisor.pid("server");
    supervisor.kill("server", "SIGKILL");
    await eventually(() => expect(supervisor.pid("server")).to.be.a("number").and.not.equal(first));
    expect(lines).to.have.length(1);
    expect(lines[0]).to.match(/^server ended \(SIGKILL\); starting it again in \d+\.\d s$/);
  });

  it("waits longer after each death of a child that cannot live", async () => {
    await supervisor.start(child("dying", "exit 3"));
    await eventually(() => expect(lines.length).to.be.at.least(3));
    const waits = lines.map((line) => Number(/in ([\d.]+) s/.exec(line)?.[1]));
    expect(lines[0]).to.contain("exit code 3");
    expect(waits[2]).to.be.greaterThan(waits[0]!);
  });

  it("says which child was not ready in time, with the end of its log", async () => {
    const spec = child("mute", "echo the disk is full; exec sleep 600", {
      ready: () => Promise.resolve(false),
      readyTimeoutMs: 3_000,
    });
    const failure = await supervisor.start(spec).catch((error: unknown) => error as Error);
    expect(failure)
      .to.be.instanceOf(Error)
      .with.property("message")
      .that.contains("mute was not ready")
      .and.contains("the disk is full");
  });

  it("removes what a child leaves behind once it has ended, also one between two lives, and stops on when that fails", async () => {
    const removed: string[] = [];
    const removing = (name: string): Partial<ChildSpec> => ({
      cleanUp: async () => {
        removed.push(`${name} ${String(supervisor.pid(name))}`);
        throw new Error(`${name} is busy`);
      },
    });
    await supervisor.start(child("removed", "exec sleep 600", removing("removed")));
    await supervisor.start(child("dying", "exit 3", { stopWave: 1, ...removing("dying") }));
    await supervisor.start(child("last", "exec sleep 600", { stopWave: 2, ...removing("last") }));
    await supervisor.remove("removed");
    expect(removed).to.deep.equal(["removed undefined"]);
    await eventually(() => expect(lines.join("\n")).to.contain("dying ended"));
    await supervisor.stopAll();
    expect(removed).to.deep.equal(["removed undefined", "dying undefined", "last undefined"]);
    expect(lines).to.include("last: Error: last is busy");
  });

  it("stops wave by wave, and kills what does not listen", async () => {
    const log = join(dir, "order");
    const noting = (name: string): string =>
      `trap 'echo ${name} >> ${log}; exit 0' TERM; echo up; while :; do sleep 0.05; done`;
    await supervisor.start(child("server", noting("server"), { stopWave: 2, ready: () => isUp("server") }));
    await supervisor.start(child("client", noting("client"), { stopWave: 1, ready: () => isUp("client") }));
    await supervisor.start(
      child("deaf", "trap '' TERM; echo up; while :; do sleep 0.05; done", { graceMs: 100, ready: () => isUp("deaf") }),
    );
    const pid = supervisor.pid("deaf")!;
    await supervisor.stopAll();
    expect(await readFile(log, "utf8")).to.equal("client\nserver\n");
    expect(await observeProcessIdentity(pid)).to.equal(undefined);
  });

  async function isUp(name: string): Promise<boolean> {
    return (await readFile(join(dir, "logs", `${name}.log`), "utf8")).includes("up");
  }

  it("stops a single child for as long as it is told to", async () => {
    await supervisor.start(child("git", "exec sleep 600"));
    await supervisor.stop("git");
    expect(supervisor.pid("git")).to.equal(undefined);
    await supervisor.resume("git");
    expect(supervisor.pid("git")).to.be.a("number");
    expect(lines).to.deep.equal([]);
  });

  it("restarts the followers of a child that came back", async () => {
    await supervisor.start(child("server", "exec sleep 600"));
    await supervisor.start(child("client", "exec sleep 600", { follows: ["server"] }));
    const first = supervisor.pid("client");
    supervisor.kill("server", "SIGKILL");
    await eventually(() => expect(supervisor.pid("client")).to.be.a("number").and.not.equal(first));
  });

  async function startParent(): Promise<{ process: ChildProcess; pids: number[] }> {
    const started = spawn(process.execPath, [parent, dir], { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = (await once(started.stdout, "data")) as [Buffer];
    const pids = Object.values(JSON.parse(line.toString()) as Record<string, number>);
    const grandchild = await eventually(async () => {
      const found = Number(await readFile(join(dir, "grandchild"), "utf8"));
      expect(found).to.be.greaterThan(0);
      return found;
    });
    return { process: started, pids: [...pids, grandchild] };
  }

  it("leaves no orphan when the supervisor itself is killed, not even a stubborn one", async () => {
    const { process: killed, pids } = await startParent();
    for (const pid of pids) expect(await observeProcessIdentity(pid), String(pid)).to.be.a("string");
    killed.kill("SIGKILL");
    await eventually(async () => {
      for (const pid of pids) expect(await observeProcessIdentity(pid), String(pid)).to.equal(undefined);
    });
  });

  it("leaves no cgroup either, but one in which something runs again", async () => {
    const [left, taken] = [join(dir, "left"), join(dir, "taken")];
    for (const group of [left, taken]) await mkdir(join(group, "pods"), { recursive: true });
    await writeFile(join(taken, "cgroup.procs"), "1\n");
    const { process: killed } = await startParent();
    killed.kill("SIGKILL");
    await eventually(async () => expect(await access(left).catch(() => "gone")).to.equal("gone"));
    await access(join(taken, "pods"));
  });

  it("ends the recorded children of an earlier run whose guard was killed too, and nobody else", async () => {
    const { process: killed, pids } = await startParent();
    const guard = await findGuard(killed.pid!);
    process.kill(killed.pid!, "SIGSTOP");
    process.kill(guard, "SIGKILL");
    killed.kill("SIGKILL");
    await once(killed, "exit");
    expect(await observeProcessIdentity(pids[0]!), "known-bad: without a guard it lives on").to.be.a("string");
    const records = JSON.parse(await readFile(join(dir, "processes.json"), "utf8")) as {
      pid: number;
      identity: string;
    }[];
    // A record whose number went to another process: this very test.
    await writeFile(
      join(dir, "processes.json"),
      JSON.stringify([...records, { name: "x", pid: process.pid, identity: "gone" }]),
    );
    await new Supervisor({ dir, env: {}, report: () => undefined }).open();
    for (const pid of pids) {
      await eventually(async () => expect(await observeProcessIdentity(pid), String(pid)).to.equal(undefined));
    }
  });

  async function findGuard(parentPid: number): Promise<number> {
    const { execFileSync } = await import("node:child_process");
    const rows = execFileSync("ps", ["-eo", "pid=,ppid=,args="]).toString().split("\n");
    const row = rows
      .map((line) => line.trim().split(/\s+/))
      .find(([, ppid, ...args]) => Number(ppid) === parentPid && args.join(" ").includes("guard.sh"));
    return Number(row?.[0]);
  }

  it("runs a command under the guard and answers its exit code and output", async () => {
    const { code, output } = await supervisor.run({ command: "sh", args: ["-c", "echo out; echo err >&2; exit 4"] });
    expect([code, output.trim().split("\n").sort()]).to.deep.equal([4, ["err", "out"]]);
    expect((await supervisor.run({ command: "no-such-command", args: [] })).code).to.equal(127);
  });

  it("gives a lock to one holder, and to the next after a holder that died", async () => {
    const path = join(dir, "lock");
    const release = await takeLock(path);
    expect(release).to.be.a("function");
    expect(await takeLock(path)).to.equal(undefined);
    await release?.();
    await writeFile(path, JSON.stringify({ pid: process.pid, identity: "an earlier process of the same number" }));
    expect(await takeLock(path)).to.be.a("function");
  });
});
