/*
 * Measures what a person waits for who works in pods (`node bench/shells.ts`):
 * 1. The echo of a key, with 200 shells at once of which each types five keys a second: through the gateway, and straight at
 *    what answers behind it, a double of an API server's exec. Gateway, double and shells share one process, so the figures
 *    are bounds: what the gateway adds is less than their difference.
 * 2. What a deployment takes (`GET …/metrics`), of a real API server with 500 pods, which is looked at anew each time.
 */
import { loadavg } from "node:os";
import type { WebSocket } from "ws";
import type { KubeClient } from "../adapters/kubernetes/kube-port.ts";
import { NAMESPACES, PODS } from "../adapters/kubernetes/resource-types.ts";
import { UsageLooks } from "../api/usage/usage-looks.ts";
import { EXEC_PROTOCOL } from "../contract/rest/pod-access.ts";
import { newAccount, newCluster, newDeployment } from "../test/api/client.ts";
import { startTestGateway } from "../test/api/gateway.ts";
import { runEndings } from "../test/support/endings.ts";
import { startPodSockets, type PodSocketDouble } from "../test/support/pod-socket-double.ts";
import { openSocket } from "../test/support/socket-client.ts";
import { inParallel } from "./in-parallel.ts";
import { printTable, quantile } from "./report.ts";
import { typeKeys } from "./typing.ts";

const SHELLS = 200;
const OPENING = 20;
const KEYS = 50;
const PODS_MANY = 500;
const READS = 300;
const FIELD_MANAGER = { fieldManager: "bench" };
const ENV = { BERTH_SHELLS_PER_USER: String(SHELLS), BERTH_VALIDATE_RESPONSES: "false" };

async function openStraight(pods: PodSocketDouble): Promise<WebSocket[]> {
  const shells: WebSocket[] = [];
  await inParallel(Array.from({ length: SHELLS }), OPENING, async () => {
    const path = "/api/v1/namespaces/a/pods/shop-1/exec?command=cat";
    const socket = await pods.dial(path, EXEC_PROTOCOL, new AbortController().signal);
    socket.resume();
    shells.push(socket);
  });
  return shells;
}

async function measureEchoes(): Promise<Readonly<Record<"straight" | "through", readonly number[]>>> {
  const pods = await startPodSockets();
  const pod = { metadata: { name: "shop-1" }, spec: { containers: [{ name: "app" }] }, status: { phase: "Running" } };
  const client = {
    list: () => Promise.resolve({ items: [pod], resourceVersion: "1" }),
    get: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
    dial: pods.dial,
  } as unknown as KubeClient;
  const gateway = await startTestGateway({
    env: ENV,
    replace: () => ({ tenantReader: { open: () => Promise.resolve(client) } }),
  });
  const { call, key } = await newAccount(gateway.url);
  const { id } = await newDeployment(call, await newCluster(call));
  const url = `${gateway.url}/deployments/${id}/exec?${new URLSearchParams({ command: '["cat"]', tty: "true" }).toString()}`;
  const through: WebSocket[] = [];
  await inParallel(Array.from({ length: SHELLS }), OPENING, async () => {
    const options = { headers: { authorization: `Bearer ${key}` } };
    through.push((await openSocket(url, options, [EXEC_PROTOCOL])).socket);
  });
  await typeKeys(through, KEYS);
  const echoes = { through: await typeKeys(through, KEYS) };
  for (const socket of through) socket.terminate();
  const straight = await openStraight(pods);
  await typeKeys(straight, KEYS);
  const measured = { ...echoes, straight: await typeKeys(straight, KEYS) };
  await gateway.stop();
  await pods.stop();
  return measured;
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
const row = (what: string, samples: readonly number[]): Record<string, string> => ({
  what,
  samples: String(samples.length),
  p50: ms(samples, 0.5),
  p99: ms(samples, 0.99),
  most: ms(samples, 1),
});

try {
  const before = loadavg()[0] ?? 0;
  const { straight, through } = await measureEchoes();
  const metrics = await measureMetrics();
  printTable(`What people in pods wait for (load average ${before.toFixed(1)} to ${(loadavg()[0] ?? 0).toFixed(1)})`, [
    row(`echo, ${SHELLS} shells, straight`, straight),
    row(`echo, ${SHELLS} shells, through the gateway`, through),
    row(`metrics of a deployment, beside ${PODS_MANY} pods`, metrics),
  ]);
} finally {
  await runEndings();
}
