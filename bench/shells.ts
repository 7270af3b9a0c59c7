/*
 * Measures what a person waits for who works in pods (`node bench/shells.ts`; `--echoes` for the first alone):
 * 1. The echo of a key, with 200 shells at once of which each types five keys a second: through the gateway, and straight at
 *    what answers behind it, a double of an API server's exec with TLS, in turn. The double, what types and the gateway are a
 *    process each; the gateway is this one.
 * 2. What a deployment takes (`GET …/metrics`), of a real API server with 500 pods, which is looked at anew each time.
 */
import { loadavg } from "node:os";
import { createKubeClient, type KubeClient } from "../adapters/kubernetes/kube-client.ts";
import { NAMESPACES, PODS } from "../adapters/kubernetes/resource-types.ts";
import { countHeldBuffers } from "../api/count-held-buffers.ts";
import { UsageLooks } from "../api/usage/usage-looks.ts";
import { newAccount, newCluster, newDeployment } from "../test/api/client.ts";
import { startTestGateway } from "../test/api/gateway.ts";
import { runEndings } from "../test/support/endings.ts";
import { startDouble } from "./double-process.ts";
import { describeUsed, echoRow, typeInTurn, type Typed } from "./echo-rounds.ts";
import { inParallel } from "./in-parallel.ts";
import { printTable, quantile } from "./report.ts";
import { Typist, type Places } from "./typist.ts";

const SHELLS = 200;
const OPENING = 20;
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? "10");
const KEYS = 10;
const PODS_MANY = 500;
const READS = 300;
const FIELD_MANAGER = { fieldManager: "bench" };
const ENV = { BERTH_SHELLS_PER_USER: String(SHELLS), BERTH_VALIDATE_RESPONSES: "false" };

async function measureEchoes(): Promise<Typed> {
  const pods = await startDouble();
  const pod = { metadata: { name: "shop-1" }, spec: { containers: [{ name: "app" }] }, status: { phase: "Running" } };
  const kube = createKubeClient(pods.access);
  const client = {
    list: () => Promise.resolve({ items: [pod], resourceVersion: "1" }),
    get: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
    dial: (path, protocol, signal) => kube.dial(path, protocol, signal),
  } as Partial<KubeClient> as KubeClient;
  const gateway = await startTestGateway({
    env: ENV,
    replace: () => ({ tenantReader: { open: () => Promise.resolve(client) } }),
  });
  const { call, key } = await newAccount(gateway.url);
  const { id } = await newDeployment(call, await newCluster(call));
  const query = new URLSearchParams({ command: '["cat"]', tty: "true" }).toString();
  const typist = new Typist();
  const places: Places = {
    straight: { ...pods.access, path: "/api/v1/namespaces/a/pods/shop-1/exec?command=cat" },
    through: { url: `${gateway.url}/deployments/${id}/exec?${query}`, key },
  };
  await typist.open(places, SHELLS, OPENING);
  await typeInTurn(typist, 1, KEYS);
  const typed = await typeInTurn(typist, ROUNDS, KEYS);
  await typist.close();
  typist.stop();
  await kube.close();
  await gateway.stop();
  pods.stop();
  return typed;
}

async function measureMetrics(): Promise<readonly number[]> {
  const looks = new UsageLooks({ freshMs: 0, failedMs: 0, timeoutMs: 60_000, perUser: 16 });
  const gateway = await startTestGateway({ env: ENV, replace: () => ({ usageLooks: looks }) });
  const { call } = await newAccount(gateway.url);
  const clusterId = await newCluster(call);
  const { id } = await newDeployment(call, clusterId);
  const namespace = "bench-pods";
  await gateway.kube.create(NAMESPACES, { metadata: { name: namespace } }, FIELD_MANAGER);
  const resources = { requests: { cpu: "100m", memory: "64Mi" }, limits: { memory: "128Mi" } };
  await inParallel(Array.from({ length: PODS_MANY }), OPENING, (_, index) =>
    gateway.kube.create(
      PODS,
      {
        metadata: { name: `web-${index}`, namespace },
        spec: { containers: [{ name: "app", image: "a", resources }] },
      },
      FIELD_MANAGER,
    ),
  );
  const took: number[] = [];
  for (let read = 0; read < READS; read += 1) {
    const startedAtMs = performance.now();
    const { status } = await call("GET", `/deployments/${id}/metrics`);
    if (status !== 200) throw new Error(`metrics answered ${status}`);
    took.push(performance.now() - startedAtMs);
  }
  await gateway.stop();
  return took;
}

const ms = (samples: readonly number[], share: number): string => `${quantile(samples, share).toFixed(1)} ms`;

// This process is the gateway, which does so as it begins; `BENCH_ENGINE=unchanged` shows what it is without.
if (process.env["BENCH_ENGINE"] !== "unchanged") countHeldBuffers();
try {
  const before = loadavg()[0] ?? 0;
  const typed = await measureEchoes();
  const metrics = process.argv.includes("--echoes") ? [] : await measureMetrics();
  const load = `load average ${before.toFixed(1)} to ${(loadavg()[0] ?? 0).toFixed(1)}`;
  printTable(`Echoes of ${SHELLS} shells, by a double of an API server with TLS (${load})`, [
    echoRow("echo", typed.took),
  ]);
  console.log(describeUsed(typed));
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => ms(metrics, share));
  const samples = String(metrics.length);
  if (p50 !== undefined && p99 !== undefined && most !== undefined && metrics.length > 0)
    printTable(`Metrics of a deployment, beside ${PODS_MANY} pods (${load})`, [{ samples, p50, p99, most }]);
} finally {
  await runEndings();
}
