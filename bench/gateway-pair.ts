/**
 * Compares the reads of two checkouts of the gateway (`node bench/gateway-pair.ts OTHER-CHECKOUT`), over one Postgres and one API
 * server, in turn in short rounds: CPU time of each process for as many requests, which says the same on a machine that is busy
 * otherwise. `--profile` writes a CPU profile of this checkout's gateway to .berth/profiles. Nothing is asserted.
 */
import { readdir, readFile } from "node:fs/promises";
import autocannon from "autocannon";
import { startEmbeddedApiServer as startApiServer } from "../test/support/api-server.ts";
import { registerAccount } from "../test/support/berth-client.ts";
import { startEmbeddedPostgres as startPostgres } from "../test/support/postgres.ts";
import { startGateway, type Server } from "./gateway-process.ts";
import { median, printTable } from "./report.ts";
import { deploymentId, seedRows } from "./seeded-rows.ts";

const ROUNDS = 15;
const CONNECTIONS = 16;
const WARM_UP = 4_000;
const AMOUNT = { one: 2_000, list: 300 };
const SEEDED = { deployments: 5_000, clusters: 200 };

/** Reads what all threads of a process have run so far, to the nanosecond. */
async function ranMs({ child }: Server): Promise<number> {
  const folder = `/proc/${child.pid!}/task`;
  const times = await Promise.all(
    (await readdir(folder)).map(async (task) => {
      const text = await readFile(`${folder}/${task}/schedstat`, "utf8").catch(() => "0");
      return Number(text.split(" ")[0]);
    }),
  );
  return times.reduce((sum, ns) => sum + ns, 0) / 1e6;
}

/** Sends so many requests; returns the CPU time of each. */
async function costMs(gateway: Server, path: string, key: string, amount: number): Promise<number> {
  const before = await ranMs(gateway);
  const { statusCodeStats = {} } = await autocannon({
    url: `${gateway.url}${path}`,
    connections: CONNECTIONS,
    amount,
    headers: { authorization: `Bearer ${key}` },
  });
  if (Object.keys(statusCodeStats).join() !== "200") throw new Error(JSON.stringify(statusCodeStats));
  return ((await ranMs(gateway)) - before) / amount;
}

async function compare(
  name: string,
  work: Readonly<{ path: string; amount: number; key: string }>,
  gateways: Readonly<{ ours: Server; other: Server }>,
): Promise<Record<string, string>> {
  const { path, amount, key } = work;
  const ours: number[] = [];
  const other: number[] = [];
  for (const gateway of Object.values(gateways))
    await costMs(gateway, path, key, Math.max(amount, WARM_UP * (amount / AMOUNT.one)));
  for (let round = 0; round < ROUNDS; round += 1) {
    other.push(await costMs(gateways.other, path, key, amount));
    ours.push(await costMs(gateways.ours, path, key, amount));
  }
  const ratios = ours.map((cost, round) => cost / other[round]!);
  return {
    what: name,
    "CPU ms per request, ours / other": `${median(ours).toFixed(3)} / ${median(other).toFixed(3)}`,
    "median of ratios": median(ratios).toFixed(3),
  };
}

const other = process.argv[2];
if (other === undefined) throw new Error("Name the other checkout");
const postgres = await startPostgres();
const apiServer = await startApiServer();
const databaseUrl = await postgres.createDatabase();
const gateways = {
  ours: await startGateway(databaseUrl, apiServer.kubeconfig),
  other: await startGateway(databaseUrl, apiServer.kubeconfig, { root: other }),
};
try {
  const account = await registerAccount(gateways.ours.url);
  const me = await account.call<{ id: string; organizations: { id: string }[] }>("GET", "/auth/me");
  await seedRows(databaseUrl, { organizationId: me.body.organizations[0]!.id, userId: me.body.id }, SEEDED);
  const { key } = account;
  printTable("Reads of two gateways", [
    await compare(
      "GET /deployments/{id}",
      { path: `/api/v1/deployments/${deploymentId(7)}`, amount: AMOUNT.one, key },
      gateways,
    ),
    await compare(
      "GET /deployments?limit=100",
      { path: "/api/v1/deployments?limit=100", amount: AMOUNT.list, key },
      gateways,
    ),
  ]);
} finally {
  for (const { child } of Object.values(gateways)) {
    child.kill("SIGTERM");
    await new Promise((resolve) => child.once("exit", resolve));
  }
  await apiServer.stop();
  await postgres.stop();
}
