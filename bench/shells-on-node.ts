/*
 * Measures the echo of a key on a real node (`node bench/shells-on-node.ts`, as root on Linux): shells with a terminal in one pod
 * by containerd, which are opened through the gateway and at the API server itself, in turn; first one, then 200 of each. What
 * types is a process of its own, as people are (typist.ts); the gateway is this one. All of it shares this machine's processors:
 * beside each other the two columns say what the gateway adds, and how long it waited for a processor says what the machine does.
 */
import { readFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { NODE_METRICS, NODES, POD_METRICS, PODS } from "../adapters/kubernetes/resource-types.ts";
import { UsageLooks } from "../api/usage/usage-looks.ts";
import { eventually } from "../test/support/eventually.ts";
import { prepareRealNodes } from "../test/support/real-nodes.ts";
import { runEndings } from "../test/support/endings.ts";
import { startShellScene, type ShellScene } from "../test/support/shell-scene.ts";
import { printTable, quantile } from "./report.ts";
import { Typist, WAYS, type Places, type Samples, type Way } from "./typist.ts";

const SHELLS = Number(process.env["BENCH_SHELLS"] ?? "200");
/** A node begins them one after the other. */
const OPENING = 4;
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? "10");
const KEYS = 10;
const KEYS_ALONE = 50;
const PODS_MANY = 500;
const READS = 150;
const LOOKS = { freshMs: 0, failedMs: 0, timeoutMs: 60_000, perUser: 16 };

/** What the gateway's thread did while it was typed through, and how busy all processors were, by the way that was typed. */
type Used = { cpuMs: number; waitedMs: number; wallMs: number; busy: Record<Way, Ticks> };
type Ticks = Readonly<{ busy: number; all: number }>;
type Typed = Readonly<{ took: Samples; used: Readonly<Used> }>;

/** A terminal that echoes: the kernel's own, and nothing of a shell. */
const COMMAND = ["sh", "-c", "exec cat"];

function placesOf({ gateway, cluster, id, key, namespace }: ShellScene): Places {
  const query = new URLSearchParams({ command: JSON.stringify(COMMAND), tty: "true" }).toString();
  const members = { stdin: "true", stdout: "true", tty: "true", container: "web" };
  const asked = new URLSearchParams([...COMMAND.map((word) => ["command", word]), ...Object.entries(members)]);
  const { server, caPem, token = "" } = cluster.access;
  return {
    straight: {
      server,
      caData: Buffer.from(caPem).toString("base64"),
      token,
      path: `/api/v1/namespaces/${namespace}/pods/web/exec?${asked.toString()}`,
    },
    through: { url: `${gateway.url}/deployments/${id}/exec?${query}`, key },
  };
}

/** What a deployment takes, looked at anew each time, and the four lists of which a look is made. */
async function readMetrics({ admin, cluster, gateway, id, key }: ShellScene): Promise<Samples> {
  await fillCluster(cluster);
  const took: Samples = { straight: [], through: [] };
  const asked: Readonly<Record<Way, () => Promise<unknown>>> = {
    straight: () => Promise.all([PODS, NODES, POD_METRICS, NODE_METRICS].map((type) => admin.list(type, {}))),
    through: async () => {
      const headers = { authorization: `Bearer ${key}` };
      const answer = await fetch(`${gateway.url}/deployments/${id}/metrics`, { headers });
      const body = (await answer.json()) as { state?: string };
      if (body.state !== "available") throw new Error(`metrics answered ${answer.status} ${JSON.stringify(body)}`);
    },
  };
  // metrics-server measures a pod some seconds after it began.
  await eventually(asked.through, 180_000);
  for (let read = 0; read < READS; read += 1)
    for (const way of WAYS) {
      const startedAtMs = performance.now();
      await asked[way]();
      took[way].push(performance.now() - startedAtMs);
    }
  return took;
}

/** With pods that no node takes: they are in every list. */
async function fillCluster({ apply }: ShellScene["cluster"]): Promise<void> {
  const resources = { requests: { cpu: "100m", memory: "64Mi" }, limits: { memory: "128Mi" } };
  const spec = {
    nodeSelector: { "kubernetes.io/hostname": "none" },
    containers: [{ name: "app", image: "a", resources }],
  };
  const items = Array.from({ length: PODS_MANY }, (_, index) => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: `idle-${index}`, namespace: "default" },
    spec,
  }));
  for (let at = 0; at < items.length; at += 50)
    await apply({ apiVersion: "v1", kind: "List", items: items.slice(at, at + 50) });
}

/** In turn, so that what else the machine does meets both. */
async function type(typist: Typist, rounds: number, keys: number): Promise<Typed> {
  const took: Samples = { straight: [], through: [] };
  const none = { busy: 0, all: 0 };
  const used: Used = { cpuMs: 0, waitedMs: 0, wallMs: 0, busy: { straight: none, through: none } };
  for (let round = 0; round < rounds; round += 1)
    for (const way of WAYS) {
      const [before, ticks, startedAtMs] = [await threadTimes(), await machineTicks(), performance.now()];
      took[way].push(...(await typist.type(way, keys)));
      const [after, now, { busy, all }] = [await threadTimes(), await machineTicks(), used.busy[way]];
      used.busy[way] = { busy: busy + now.busy - ticks.busy, all: all + now.all - ticks.all };
      if (way === "straight") continue;
      used.cpuMs += after.cpuMs - before.cpuMs;
      used.waitedMs += after.waitedMs - before.waitedMs;
      used.wallMs += performance.now() - startedAtMs;
    }
  return { took, used };
}

/** Reads how long this process's main thread has run, and waited for a processor, from Linux's /proc. */
async function threadTimes(): Promise<Readonly<{ cpuMs: number; waitedMs: number }>> {
  const text = await readFile(`/proc/self/task/${process.pid}/schedstat`, "utf8");
  const [cpuMs = 0, waitedMs = 0] = text.split(" ").map((nanoseconds) => Number(nanoseconds) / 1e6);
  return { cpuMs, waitedMs };
}

/** Reads how long all processors of the machine have been busy, whoever kept them so. */
async function machineTicks(): Promise<Ticks> {
  const [line = ""] = (await readFile("/proc/stat", "utf8")).split("\n");
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, ...more] = line.split(/ +/).slice(1, 9).map(Number);
  const busy = [user, nice, system, ...more].reduce((sum, one) => sum + one, 0);
  return { busy, all: busy + idle + waiting };
}

const ms = (samples: readonly number[], share: number): string => `${quantile(samples, share).toFixed(1)} ms`;
const row = (what: string, { straight, through }: Samples): Record<string, string> => ({
  what,
  samples: `${straight.length} + ${through.length}`,
  "API server's own: p50, p99, most": [0.5, 0.99, 1].map((share) => ms(straight, share)).join(", "),
  "through the gateway": [0.5, 0.99, 1].map((share) => ms(through, share)).join(", "),
});

try {
  await prepareRealNodes();
  const env = { BERTH_SHELLS_PER_USER: String(SHELLS + 1), BERTH_VALIDATE_RESPONSES: "false" };
  const scene = await startShellScene({ env, replace: { usageLooks: new UsageLooks(LOOKS) } });
  try {
    const before = loadavg()[0] ?? 0;
    const typist = new Typist();
    const places = placesOf(scene);
    await typist.open(places, 1, 1);
    const one = await type(typist, 3, KEYS_ALONE);
    await typist.close();
    const opened = await typist.open(places, SHELLS, OPENING);
    const many = await type(typist, ROUNDS, KEYS);
    await typist.close();
    typist.stop();
    const metrics = await readMetrics(scene);
    const load = `${before.toFixed(1)} to ${(loadavg()[0] ?? 0).toFixed(1)}`;
    printTable(`Shells on a real node (load average ${load})`, [
      row("echo, one shell", one.took),
      row(`echo, ${SHELLS} shells at once`, many.took),
      row(`opened and echoed, ${OPENING} at a time`, opened),
      row(`metrics of a deployment, beside ${PODS_MANY} pods; straight: its four lists`, metrics),
    ]);
    const { cpuMs, waitedMs, wallMs, busy } = many.used;
    const percent = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(0)} %`;
    const [straight, through] = WAYS.map((way) => percent(busy[way].busy, busy[way].all));
    console.log(
      `While ${SHELLS} typed through it the gateway ran ${percent(cpuMs, wallMs)} of the time, and waited ${percent(waitedMs, wallMs)} for a processor.`,
      `All processors were busy for ${straight} of the time, and for ${through} when it was typed through the gateway.`,
    );
  } finally {
    await scene.stop();
  }
} finally {
  await runEndings();
}
