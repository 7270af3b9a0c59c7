/**
 * Measures the gateway's reads beside a bare node:http + pg server that answers the same bytes with the same
 * authentication, in turn on the same machine and database:
 * 1. Postgres, an API server and the gateway process start; an account and 5,000 deployments are made.
 * 2. Both answer one deployment and a list of 100; the bodies must be equal (but for the cursor).
 * 3. A warm-up, then five rounds of each, alternating; the medians and their ratio are printed. Nothing is asserted on time.
 * 4. The slowest at 70 % load, answers that refuse, and memory; `--many=1000000` looks at it for longer.
 * 5. The list of 200 clusters, one after the other; `--clusters` measures that alone.
 * `--reads` measures 2 and 3 alone, in rounds of `--seconds=5`, `--rounds=5` of them; `--wrk` has them sent by the wrk of the path,
 * which takes less of the processors than what is measured.
 */
import { fork } from "node:child_process";
import { deepStrictEqual } from "node:assert";
import { join } from "node:path";
import autocannon from "autocannon";
import { startEmbeddedApiServer as startApiServer } from "../test/support/api-server.ts";
import { createBerthClient, registerAccount } from "../test/support/berth-client.ts";
import { startEmbeddedPostgres as startPostgres } from "../test/support/postgres.ts";
import { startGateway, type Server } from "./gateway-process.ts";
import { processUsage } from "./process-usage.ts";
import { median, printTable } from "./report.ts";
import { sendByWrk } from "./send-by-wrk.ts";
import { deploymentId, seedRows } from "./seeded-rows.ts";

const ROOT = join(import.meta.dirname, "..");
const DEPLOYMENTS = 5_000;
const CLUSTERS = 200;
const ROUNDS = numberOf("rounds", 5);
const SECONDS = numberOf("seconds", 5);
const WARM_UP_SECONDS = 15;
const CONNECTIONS = 32;
const MANY = numberOf("many", 100_000);
const READS_ALONE = process.argv.includes("--reads");
const WITH_WRK = process.argv.includes("--wrk");

/** Reads a number of the command line. */
function numberOf(name: string, unset: number): number {
  return Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? unset);
}

async function startBaseline(postgresUrl: string): Promise<Server> {
  const child = fork(join(ROOT, "bench/baseline-server.ts"), {
    env: { ...process.env, BENCH_POSTGRES_URL: postgresUrl },
  });
  const port = await new Promise<number>((resolve) => child.once("message", (message) => resolve(message as number)));
  return { child, url: `http://127.0.0.1:${port}` };
}

type Load = Readonly<{ rate: number; cpuMs: number; p50Ms: number; p99Ms: number }>;

type LoadOptions = Readonly<{
  duration?: number;
  amount?: number;
  overallRate?: number;
  connections?: number;
  expects?: number;
}>;

async function load({ child, url }: Server, path: string, key: string, options: LoadOptions = {}): Promise<Load> {
  const { expects = 200, ...amount } = options;
  const before = await processUsage(child.pid!);
  const result = await autocannon({
    url: `${url}${path}`,
    connections: CONNECTIONS,
    ...(amount.amount === undefined && { duration: SECONDS }),
    ...amount,
    headers: { authorization: `Bearer ${key}` },
  });
  const after = await processUsage(child.pid!);
  const answers = Object.entries(result.statusCodeStats ?? {});
  if (answers.some(([status]) => Number(status) !== expects) || result.errors > 0)
    throw new Error(`${url}${path}: ${JSON.stringify(answers)}, ${result.errors} errors`);
  const cpuMs = (after.cpuMs - before.cpuMs) / result.requests.total;
  return { rate: result.requests.average, cpuMs, p50Ms: result.latency.p50, p99Ms: result.latency.p99 };
}

/** Sends as much as is answered for a while. */
async function fullLoad(server: Server, path: string, key: string, duration = SECONDS): Promise<Load> {
  if (!WITH_WRK) return load(server, path, key, { duration });
  const before = await processUsage(server.child.pid!);
  const sent = await sendByWrk(`${server.url}${path}`, key, { connections: CONNECTIONS, seconds: duration });
  const after = await processUsage(server.child.pid!);
  return { ...sent, cpuMs: (after.cpuMs - before.cpuMs) / sent.total };
}

async function compare(
  name: string,
  path: string,
  servers: Readonly<{ gateway: Server; baseline: Server }>,
  key: string,
): Promise<Record<string, string>> {
  const loads: { gateway: Load[]; baseline: Load[] } = { gateway: [], baseline: [] };
  // The more code a path has, the longer the engine takes to compile it: both are measured warm.
  for (const server of [servers.baseline, servers.gateway]) await fullLoad(server, path, key, WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    loads.baseline.push(await fullLoad(servers.baseline, path, key));
    loads.gateway.push(await fullLoad(servers.gateway, path, key));
  }
  const of = (side: keyof typeof loads, figure: keyof Load): number => median(loads[side].map((one) => one[figure]));
  const pair = (figure: keyof Load, digits: number): string =>
    `${of("gateway", figure).toFixed(digits)} / ${of("baseline", figure).toFixed(digits)}`;
  return {
    "read (gateway / bare node:http + pg)": name,
    "req/s": pair("rate", 0),
    "ratio, median of pairs": median(
      loads.gateway.map(({ rate }, round) => rate / loads.baseline[round]!.rate),
    ).toFixed(2),
    "CPU ms per request": pair("cpuMs", 3),
    "p99 ms": pair("p99Ms", 0),
  };
}

/** What people notice: the slowest of a hundred at a load that leaves room, and answers that say no. */
async function compareMore(
  path: string,
  { gateway, baseline }: Readonly<{ gateway: Server; baseline: Server }>,
  key: string,
): Promise<Record<string, string>[]> {
  const full = await load(gateway, path, key);
  const refused = await load(gateway, "/api/v1/deployments/none", key, { expects: 422 });
  const rate = Math.round(full.rate * 0.7);
  const ours = await load(gateway, path, key, { overallRate: rate });
  const theirs = await load(baseline, path, key, { overallRate: rate });
  const before = await processUsage(gateway.child.pid!);
  await load(gateway, path, key, { amount: MANY });
  const after = await processUsage(gateway.child.pid!);
  return [
    {
      what: "422 / 200, req/s",
      figure: `${refused.rate.toFixed(0)} / ${full.rate.toFixed(0)}`,
      target: "422 no slower",
    },
    { what: `p99 at ${rate} req/s, gateway / bare`, figure: `${ours.p99Ms} / ${theirs.p99Ms} ms`, target: "2 times" },
    {
      what: `memory before / after ${MANY} more requests`,
      figure: `${before.memoryMib.toFixed(0)} / ${after.memoryMib.toFixed(0)} MiB`,
      target: "under 200 MiB, flat",
    },
  ];
}

/** A list of all clusters of a large organization, as one person after the other looks at it. */
async function measureClusters(gateway: Server, key: string): Promise<Record<string, string>[]> {
  const path = `/api/v1/clusters?limit=${CLUSTERS}`;
  await load(gateway, path, key);
  const full = await load(gateway, path, key);
  const { p50Ms, p99Ms, cpuMs } = await load(gateway, path, key, { amount: 1_000, connections: 1 });
  return [
    {
      what: `GET /clusters?limit=${CLUSTERS}, one after the other (most at once: ${full.rate.toFixed(0)} req/s)`,
      figure: `p50 ${p50Ms} ms, p99 ${p99Ms} ms, ${cpuMs.toFixed(2)} ms of CPU`,
      target: "p99 50 ms",
    },
  ];
}

const postgres = await startPostgres();
const apiServer = await startApiServer();
const databaseUrl = await postgres.createDatabase();
const gateway = await startGateway(databaseUrl, apiServer.kubeconfig);
const baseline = await startBaseline(databaseUrl);
try {
  const account = await registerAccount(gateway.url);
  const me = await account.call<{ id: string; organizations: { id: string }[] }>("GET", "/auth/me");
  const owner = { organizationId: me.body.organizations[0]!.id, userId: me.body.id };
  await seedRows(databaseUrl, owner, { deployments: DEPLOYMENTS, clusters: CLUSTERS });
  const one = `/api/v1/deployments/${deploymentId(7)}`;
  const list = "/api/v1/deployments?limit=100";
  const client = (url: string): ReturnType<typeof createBerthClient> =>
    createBerthClient(url, { authorization: `Bearer ${account.key}` });
  for (const path of [one, list]) {
    const [ours, theirs] = await Promise.all(
      [gateway, baseline].map(({ url }) => client(url).call("GET", path.slice("/api/v1".length))),
    );
    deepStrictEqual({ ...ours!.body, next_cursor: null }, { ...theirs!.body, next_cursor: null });
  }
  const servers = { gateway, baseline };
  if (!READS_ALONE) printTable("Gateway, list of clusters", await measureClusters(gateway, account.key));
  if (!process.argv.includes("--clusters")) {
    printTable("Gateway reads", [
      await compare("GET /deployments/{id}", one, servers, account.key),
      await compare("GET /deployments?limit=100", list, servers, account.key),
    ]);
    if (!READS_ALONE)
      printTable("Gateway, more of GET /deployments/{id}", await compareMore(one, servers, account.key));
  }
} finally {
  gateway.child.kill("SIGTERM");
  await new Promise((resolve) => gateway.child.once("exit", resolve));
  baseline.child.disconnect();
  await apiServer.stop();
  await postgres.stop();
}
