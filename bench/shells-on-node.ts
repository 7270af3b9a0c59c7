/*
 * Measures the echo of a key on a real node (`node bench/shells-on-node.ts`, as root on Linux): shells with a terminal in one pod
 * by containerd, which are opened through the gateway and at the API server itself, in turn; first one, then 200 of each. What
 * types, the gateway and nothing else are one process. All of it shares this machine's processors: beside each other the two
 * columns say what the gateway adds.
 */
import { loadavg } from "node:os";
import type { WebSocket } from "ws";
import { NODE_METRICS, NODES, POD_METRICS, PODS } from "../adapters/kubernetes/resource-types.ts";
import { UsageLooks } from "../api/usage/usage-looks.ts";
import { EXEC_PROTOCOL } from "../contract/rest/pod-access.ts";
import { eventually } from "../test/support/eventually.ts";
import { prepareRealNodes } from "../test/support/real-nodes.ts";
import { runEndings } from "../test/support/endings.ts";
import { startShellScene, type ShellScene } from "../test/support/shell-scene.ts";
import { openSocket } from "../test/support/socket-client.ts";
import { inParallel } from "./in-parallel.ts";
import { printTable, quantile } from "./report.ts";
import { typeKeys } from "./typing.ts";

const SHELLS = Number(process.env["BENCH_SHELLS"] ?? "200");
/** A node begins them one after the other. */
const OPENING = 4;
const ROUNDS = 3;
const KEYS = 10;
const KEYS_ALONE = 50;
const PODS_MANY = 500;
const READS = 150;
const LOOKS = { freshMs: 0, failedMs: 0, timeoutMs: 60_000, perUser: 16 };
const WAYS = ["straight", "through"] as const;

type Way = (typeof WAYS)[number];
type Samples = Record<Way, number[]>;
type Opened = Readonly<{ shells: Readonly<Record<Way, WebSocket[]>>; took: Samples }>;

/** A terminal that echoes: the kernel's own, and nothing of a shell. */
const COMMAND = ["sh", "-c", "exec cat"];

function open({ gateway, admin, id, key, namespace }: ShellScene, way: Way): Promise<WebSocket> {
  if (way === "through") {
    const query = new URLSearchParams({ command: JSON.stringify(COMMAND), tty: "true" }).toString();
    const options = { headers: { authorization: `Bearer ${key}` } };
    return openSocket(`${gateway.url}/deployments/${id}/exec?${query}`, options, [EXEC_PROTOCOL]).then(
      ({ socket }) => socket,
    );
  }
  const members = { stdin: "true", stdout: "true", tty: "true", container: "web" };
  const query = new URLSearchParams([...COMMAND.map((word) => ["command", word]), ...Object.entries(members)]);
  const path = `/api/v1/namespaces/${namespace}/pods/web/exec?${query.toString()}`;
  return admin.dial(path, EXEC_PROTOCOL, new AbortController().signal).then((socket) => {
    socket.resume();
    return socket;
  });
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

async function openAll(scene: ShellScene, count: number): Promise<Opened> {
  const shells = { straight: [] as WebSocket[], through: [] as WebSocket[] };
  const took: Samples = { straight: [], through: [] };
  await inParallel(Array.from({ length: count * WAYS.length }), OPENING, async (_, index) => {
    const way = WAYS[index % WAYS.length]!;
    const startedAtMs = performance.now();
    const socket = await open(scene, way);
    // What has echoed once is open to its end.
    await typeKeys([socket], 1);
    took[way].push(performance.now() - startedAtMs);
    shells[way].push(socket);
  });
  return { shells, took };
}

/** In turn, so that what else the machine does meets both. */
async function type({ shells }: Opened, rounds: number, keys: number): Promise<Samples> {
  const took: Samples = { straight: [], through: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const way of WAYS) took[way].push(...(await typeKeys(shells[way], keys)));
  return took;
}

function closeAll({ shells }: Opened): void {
  for (const socket of [...shells.straight, ...shells.through]) socket.terminate();
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
    const alone = await openAll(scene, 1);
    const one = await type(alone, ROUNDS, KEYS_ALONE);
    closeAll(alone);
    const many = await openAll(scene, SHELLS);
    const all = await type(many, ROUNDS, KEYS);
    closeAll(many);
    const metrics = await readMetrics(scene);
    const load = `${before.toFixed(1)} to ${(loadavg()[0] ?? 0).toFixed(1)}`;
    printTable(`Shells on a real node (load average ${load})`, [
      row("echo, one shell", one),
      row(`echo, ${SHELLS} shells at once`, all),
      row(`opened and echoed, ${OPENING} at a time`, many.took),
      row(`metrics of a deployment, beside ${PODS_MANY} pods; straight: its four lists`, metrics),
    ]);
  } finally {
    await scene.stop();
  }
} finally {
  await runEndings();
}
