/*
 * Measures the echo of a key on a real node (`node bench/shells-on-node.ts`, as root on Linux): shells with a terminal in one pod
 * by containerd, which are opened through the gateway and at the API server itself, in turn; first one, then 200 of each. What
 * types is a process of its own, as people are (typist.ts); the gateway is this one. All of it shares this machine's processors:
 * beside each other the two columns say what the gateway adds, and how long it waited for a processor says what the machine does.
 */
import { loadavg } from "node:os";
import { NODE_METRICS, NODES, POD_METRICS, PODS } from "../adapters/kubernetes/resource-types.ts";
import { countHeldBuffers } from "../api/count-held-buffers.ts";
import { UsageLooks } from "../api/usage/usage-looks.ts";
import { eventually } from "../test/support/eventually.ts";
import { prepareRealNodes } from "../test/support/real-nodes.ts";
import { runEndings } from "../test/support/endings.ts";
import { startShellScene, type ShellScene } from "../test/support/shell-scene.ts";
import { describeUsed, echoRow, typeInTurn } from "./echo-rounds.ts";
import { printTable } from "./report.ts";
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

// This process is the gateway, which does so as it begins; `BENCH_ENGINE=unchanged` shows what it is without.
if (process.env["BENCH_ENGINE"] !== "unchanged") countHeldBuffers();
try {
  await prepareRealNodes();
  const env = { BERTH_SHELLS_PER_USER: String(SHELLS + 1), BERTH_VALIDATE_RESPONSES: "false" };
  const scene = await startShellScene({ env, replace: { usageLooks: new UsageLooks(LOOKS) } });
  try {
    const before = loadavg()[0] ?? 0;
    const typist = new Typist();
    const places = placesOf(scene);
    await typist.open(places, 1, 1);
    const one = await typeInTurn(typist, 3, KEYS_ALONE);
    await typist.close();
    const opened = await typist.open(places, SHELLS, OPENING);
    const many = await typeInTurn(typist, ROUNDS, KEYS);
    await typist.close();
    typist.stop();
    const metrics = await readMetrics(scene);
    const load = `${before.toFixed(1)} to ${(loadavg()[0] ?? 0).toFixed(1)}`;
    printTable(`Shells on a real node (load average ${load})`, [
      echoRow("echo, one shell", one.took),
      echoRow(`echo, ${SHELLS} shells at once`, many.took),
      echoRow(`opened and echoed, ${OPENING} at a time`, opened),
      echoRow(`metrics of a deployment, beside ${PODS_MANY} pods; straight: its four lists`, metrics),
    ]);
    console.log(describeUsed(many));
  } finally {
    await scene.stop();
  }
} finally {
  await runEndings();
}
