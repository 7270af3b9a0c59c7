import { execFile } from "node:child_process";
import { appendFile, mkdtemp, mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { Seen } from "../fault-proxy.ts";
import { OPERATORS, PROGRAMS, type ChaosStage, type Program } from "./chaos-stage.ts";
import type { LinkState } from "./tcp-link.ts";

const run = promisify(execFile);

/** One thing that goes wrong; `happen` begins it, lasts as long as it does and ends it. */
export type Fault = Readonly<{
  kind: string;
  target: string;
  /** Answers false where there was nothing to break. */
  happen: (lastsMs: number, signal: AbortSignal) => Promise<boolean>;
}>;

/** A row of faults that come one after the other; lanes run side by side. */
export type Lane = Readonly<{
  name: string;
  faults: readonly Fault[];
  lastsMs: readonly [least: number, most: number];
}>;

const SLOW_MS = 400;
const STORM_SHARE = 0.6;
const CLOCK_JUMPS_MS = [-3_600_000, -90_000, 45_000, 7_200_000];
/** A disk that takes its time: the process stands still again and again. */
const DISK_STALL_MS = 250;

/** Lists everything that can go wrong on a stage, by what may happen at the same time. */
export function lanesOf(stage: ChaosStage, random: () => number, pace: "full" | "short"): readonly Lane[] {
  const isFull = pace === "full";
  return [
    { name: "processes", faults: processFaults(stage), lastsMs: isFull ? [1_000, 12_000] : [500, 2_500] },
    { name: "network", faults: networkFaults(stage, random), lastsMs: isFull ? [2_000, 14_000] : [1_000, 3_500] },
    // The operator takes 90 s of silence for a dead watch: only longer ones try that.
    { name: "silence", faults: silences(stage), lastsMs: isFull ? [20_000, 110_000] : [2_000, 6_000] },
    { name: "others", faults: othersFaults(stage, random), lastsMs: isFull ? [3_000, 20_000] : [1_000, 4_000] },
  ];
}

function processFaults(stage: ChaosStage): Fault[] {
  const killed = stage.processes.map((name): Fault => {
    return { kind: "kill", target: name, happen: () => Promise.resolve(stage.signal(name, "SIGKILL")) };
  });
  const paused = ["git", "redis", "argocd-repo-server", "kube-apiserver"].map((name): Fault =>
    pause(stage, name, () => Promise.resolve(name)),
  );
  const leader = pause(stage, "the leader", () => stage.leader().catch(() => undefined));
  const slow = ["etcd", "git"].map((name) => slowDisk(stage, name));
  return [...killed, ...paused, leader, leader, ...slow];
}

function pause(stage: ChaosStage, target: string, find: () => Promise<string | undefined>): Fault {
  return {
    kind: "pause",
    target,
    happen: async (lastsMs, signal) => {
      const name = await find();
      if (name === undefined || !stage.signal(name, "SIGSTOP")) return false;
      await lasts(target === "the leader" ? 2 * lastsMs : lastsMs, signal);
      stage.signal(name, "SIGCONT");
      return true;
    },
  };
}

function slowDisk(stage: ChaosStage, name: string): Fault {
  return {
    kind: "slow disk",
    target: name,
    happen: async (lastsMs, signal) => {
      for (const endsMs = performance.now() + lastsMs; performance.now() < endsMs && !signal.aborted;) {
        stage.signal(name, "SIGSTOP");
        await lasts(DISK_STALL_MS, signal);
        stage.signal(name, "SIGCONT");
        await lasts(DISK_STALL_MS, signal);
      }
      return true;
    },
  };
}

const LINKS: readonly (readonly [Program, string])[] = [
  ...(["apiserver", "postgres"] as const).map((dependency) => ["api", dependency] as const),
  ...OPERATORS.flatMap((operator) =>
    (["apiserver", "postgres", "git", "cloud", "tenant"] as const).map((dependency) => [operator, dependency] as const),
  ),
];

function networkFaults(stage: ChaosStage, random: () => number): Fault[] {
  const states: readonly (readonly [string, LinkState])[] = [
    ["partition", { kind: "blackhole" }],
    ["reset", { kind: "reset" }],
    ["slow network", { kind: "slow", delayMs: SLOW_MS }],
  ];
  const onLinks = LINKS.flatMap(([program, dependency]) =>
    states.map(([kind, state]): Fault => {
      const link = stage.link(program, dependency);
      return {
        kind,
        target: link.name,
        happen: async (lastsMs, signal) => {
          link.set(state);
          await lasts(lastsMs, signal);
          link.set({ kind: "open" });
          return true;
        },
      };
    }),
  );
  return [...onLinks, ...PROGRAMS.flatMap((program) => storms(stage, program, random))];
}

const STORMS = { 409: "Conflict", 429: "TooManyRequests", 500: "InternalError" } as const;

function storms(stage: ChaosStage, program: Program, random: () => number): Fault[] {
  const proxy = stage.proxy(program);
  const answers = Object.entries(STORMS).map(([status, reason]): Fault => {
    const code = Number(status);
    const hits = ({ method }: Seen): boolean => (code !== 409 || method !== "GET") && random() < STORM_SHARE;
    return {
      kind: `${status} storm`,
      target: `${program} to apiserver`,
      happen: async (lastsMs, signal) => {
        const body = { kind: "Status", apiVersion: "v1", status: "Failure", code, reason, message: "storm" };
        const answer = { status: code, ...(code === 429 && { headers: { "retry-after": "1" } }), body };
        proxy.setIntercept((seen) => (hits(seen) ? answer : undefined));
        await lasts(lastsMs, signal);
        proxy.setIntercept(undefined);
        return true;
      },
    };
  });
  const lost: Fault = {
    kind: "lost answers",
    target: `${program} to apiserver`,
    happen: async (lastsMs, signal) => {
      proxy.setLoses(({ method }) => method !== "GET" && random() < STORM_SHARE);
      await lasts(lastsMs, signal);
      proxy.setLoses(undefined);
      return true;
    },
  };
  return [...answers, lost];
}

function silences(stage: ChaosStage): Fault[] {
  return OPERATORS.map((program) => ({
    kind: "watch silence",
    target: program,
    happen: async (lastsMs, signal) => {
      stage.proxy(program).setHeld(true);
      await lasts(lastsMs, signal);
      stage.proxy(program).setHeld(false);
      return true;
    },
  }));
}

function othersFaults(stage: ChaosStage, random: () => number): Fault[] {
  const jumps = PROGRAMS.flatMap((program) =>
    CLOCK_JUMPS_MS.map((offsetMs): Fault => {
      return {
        kind: "clock jump",
        target: `${program} by ${offsetMs / 1000} s`,
        happen: async (lastsMs, signal) => {
          stage.setClock(program, offsetMs);
          await lasts(lastsMs, signal);
          stage.setClock(program, 0);
          return true;
        },
      };
    }),
  );
  const pushes = (["a file of their own", "a file of ours"] as const).map((what): Fault => {
    return { kind: "foreign push", target: what, happen: () => pushByOthers(stage, what === "a file of ours", random) };
  });
  return [...jumps, ...pushes];
}

/** Clones, changes one file and pushes, as somebody with access does; one who loses the race does not try again. */
async function pushByOthers(stage: ChaosStage, ours: boolean, random: () => number): Promise<boolean> {
  const { url, token, branch } = stage.stack.connection.git;
  const remote = new URL(url);
  Object.assign(remote, { username: "berth", password: token });
  const folder = await mkdtemp(join(tmpdir(), "berth-others-"));
  const git = (...args: string[]): Promise<{ stdout: string }> =>
    run("git", ["-C", folder, "-c", "user.name=Somebody", "-c", "user.email=somebody@localhost", ...args], {
      timeout: 20_000,
    });
  try {
    await git("clone", "--quiet", "--depth=1", `--branch=${branch}`, remote.href, ".");
    const { stdout } = await git("ls-files", "clusters/*/deployments/*/values.yaml");
    const files = stdout.split("\n").filter((path) => path !== "");
    const path =
      (ours ? files[Math.floor(random() * files.length)] : undefined) ?? `notes/${Math.floor(random() * 1e9)}.txt`;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await appendFile(join(folder, path), "# by somebody else\n");
    await git("add", path);
    await git("commit", "--quiet", "--message=Change by hand");
    await git("push", "--quiet", "origin", `HEAD:refs/heads/${branch}`);
    return true;
  } catch {
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function lasts(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
