/**
 * Measures 10,000 open streams of `GET /events` on two gateways (`node bench/events.ts 1000` for a quick look):
 *
 * 1. Two gateway processes over one Postgres and one API server; 50 organizations, in each of which people have ten streams,
 *    five at each gateway. A process of its own opens them and hears what they tell.
 * 2. At rest: what the gateways, Postgres and the streams take.
 * 3. Ten changes a second, of one organization after the other, as the mirror writes them: time from before its transaction
 *    until the line is at each stream of that organization.
 * 4. The same, while somebody signs out each second, of which every gateway hears.
 *
 * Nothing is asserted.
 */
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { ResourceStore } from "../adapters/postgres/resources/resource-store.ts";
import { startEmbeddedApiServer } from "../test/support/api-server.ts";
import { startEmbeddedPostgres } from "../test/support/postgres.ts";
import { EventListeners, sharedMs, type Heard, type StreamOrder } from "./event-streams.ts";
import { startGateway, type Server } from "./gateway-process.ts";
import { postgresCpuMs, postgresUsage, type PostgresUsage } from "./postgres-usage.ts";
import { processUsage } from "./process-usage.ts";
import { printTable, quantile } from "./report.ts";
import { deploymentId, deploymentRow, seedRows } from "./seeded-rows.ts";
import { seedPeople, type Person } from "./seeded-people.ts";

const STREAMS = Number(process.argv[2] ?? 10_000);
const ORGANIZATIONS = 50;
const STREAMS_OF_ONE = 10;
const OPENING = 64;
const SECONDS = 20;
const CHANGES_PER_SECOND = 10;
const LAST_MS = 5_000;

type Organizations = readonly (readonly Person[])[];
type Used = Readonly<{
  cpuMs: readonly number[];
  postgres: PostgresUsage;
  listenerMs: number;
  atMs: number;
}>;
type Phase = Readonly<{ what: string; changes: number; signOuts?: true }>;

const postgres = await startEmbeddedPostgres();
const apiServer = await startEmbeddedApiServer();
const databaseUrl = await postgres.createDatabase();
const gateways = [
  await startGateway(databaseUrl, apiServer.kubeconfig),
  await startGateway(databaseUrl, apiServer.kubeconfig),
];
const listeners = new EventListeners();
const pool = new pg.Pool({ connectionString: databaseUrl, application_name: "bench" });
let nextIndex = 0;

/** Gives each person their streams, in turn at each gateway. */
function ordersOf(organizations: Organizations): StreamOrder[] {
  const ports = gateways.map(({ url }) => Number(new URL(url).port));
  return organizations
    .flat()
    .flatMap(({ key }) => Array.from({ length: STREAMS_OF_ONE }, (_, place) => ({ port: ports[place % 2]!, key })));
}

/** Reads what all have used so far. */
async function used(): Promise<Used> {
  return {
    cpuMs: await Promise.all(gateways.map(async ({ child }) => (await processUsage(child.pid!)).cpuMs)),
    postgres: await postgresUsage(pool),
    listenerMs: (await processUsage(listeners.pid)).cpuMs,
    atMs: sharedMs(),
  };
}

const residentMib = async (): Promise<string> =>
  (await Promise.all(gateways.map(async ({ child }) => (await processUsage(child.pid!)).memoryMib.toFixed(0)))).join(
    ", ",
  );

/** Makes changes for a while; tells when each began, by the id of its deployment. */
async function change(
  organizations: Organizations,
  { changes, signOuts }: Phase,
  epoch: string,
): Promise<ReadonlyMap<string, number>> {
  const store = new ResourceStore(pool);
  const begun = new Map<string, number>();
  const beganAtMs = sharedMs();
  const made: Promise<unknown>[] = [];
  for (let round = 0; round < changes; round += 1) {
    await delay(Math.max(0, beganAtMs + (round * 1_000) / CHANGES_PER_SECOND - sharedMs()));
    const index = nextIndex++;
    const [owner] = organizations[index % organizations.length]!;
    begun.set(deploymentId(index), sharedMs());
    made.push(store.mirror(epoch, { rows: [deploymentRow(owner!, index)], deleted: [] }));
    if (signOuts && round % CHANGES_PER_SECOND === 0)
      made.push(pool.query("SELECT pg_notify('berth_revocations', 'session:bench')"));
  }
  await Promise.all(made);
  return begun;
}

/** Waits until as many lines came as are due, or for a while. */
async function hear(due: number): Promise<readonly Heard[]> {
  const untilMs = sharedMs() + LAST_MS;
  const heard: Heard[] = [];
  while (heard.length < due && sharedMs() < untilMs) {
    await delay(100);
    heard.push(...(await listeners.take()));
  }
  return heard;
}

async function measure(organizations: Organizations, phase: Phase, epoch: string): Promise<Record<string, string>> {
  await listeners.take();
  const before = await used();
  const begun = await change(organizations, phase, epoch);
  if (phase.changes === 0) await delay(SECONDS * 1_000);
  const after = await used();
  const due = phase.changes * (organizations[0]!.length * STREAMS_OF_ONE);
  const heard = await hear(due);
  const took = heard.map(({ id, atMs }) => atMs - (begun.get(id) ?? Number.NaN)).filter((ms) => !Number.isNaN(ms));
  const seconds = (after.atMs - before.atMs) / 1_000;
  const perSecond = (all: number): string => `${(all / seconds).toFixed(0)} ms`;
  return {
    what: phase.what,
    "line at each stream, p50, p99, slowest": due === 0 ? "" : timesOf(took),
    "lines due, missing": due === 0 ? "" : `${due}, ${due - took.length}`,
    "gateways' memory": `${await residentMib()} MiB`,
    "their CPU per second": before.cpuMs.map((cpuMs, place) => perSecond(after.cpuMs[place]! - cpuMs)).join(", "),
    "Postgres's for them": perSecond(postgresCpuMs(before.postgres, after.postgres)),
    "transactions per second": ((after.postgres.transactions - before.postgres.transactions) / seconds).toFixed(0),
    "listener's CPU": perSecond(after.listenerMs - before.listenerMs),
  };
}

function timesOf(took: readonly number[]): string {
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => quantile(took, share).toFixed(0));
  return `${p50}, ${p99}, ${most} ms`;
}

async function openAll(orders: readonly StreamOrder[]): Promise<Record<string, string>> {
  const before = await used();
  const standing = await listeners.open(orders, OPENING);
  const after = await used();
  const cpu = after.cpuMs.reduce((sum, cpuMs, place) => sum + cpuMs - before.cpuMs[place]!, 0);
  return {
    what: `${standing.open} streams opened, ${OPENING} at a time, in ${((after.atMs - before.atMs) / 1_000).toFixed(1)} s`,
    "gateways' memory": `${await residentMib()} MiB`,
    "their CPU per second": `${(cpu / orders.length).toFixed(2)} ms a stream`,
  };
}

async function stop({ child }: Server): Promise<void> {
  child.kill("SIGTERM");
  await new Promise((resolve) => child.once("exit", resolve));
}

try {
  const people = Math.ceil(STREAMS / ORGANIZATIONS / STREAMS_OF_ONE);
  const organizations = await seedPeople(databaseUrl, { organizations: ORGANIZATIONS, people });
  await seedRows(databaseUrl, organizations[0]![0]!, { deployments: 0, clusters: 1 });
  const { epoch } = await new ResourceStore(pool).adoptEpoch("bench");
  const changes = SECONDS * CHANGES_PER_SECOND;
  const none = { what: "before", "gateways' memory": `${await residentMib()} MiB` };
  const rows: Record<string, string>[] = [none, await openAll(ordersOf(organizations))];
  const phases: readonly Phase[] = [
    { what: "at rest", changes: 0 },
    { what: `${CHANGES_PER_SECOND} changes a second`, changes },
    { what: "and somebody signs out each second", changes, signOuts: true },
    { what: "at rest again", changes: 0 },
  ];
  for (const phase of phases) rows.push(await measure(organizations, phase, epoch));
  const { open, refused, dropped } = await listeners.standing();
  printTable(`${STREAMS} open streams of events on two gateways`, rows);
  printTable("How the streams end", [
    { open: String(open), dropped: String(dropped), "refused, by status": JSON.stringify(refused) },
  ]);
} finally {
  listeners.stop();
  await pool.end();
  await Promise.all(gateways.map(stop));
  await apiServer.stop();
  await postgres.stop();
}
