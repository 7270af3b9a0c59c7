/**
 * Measures what the gateway holds after each kind of work (`node bench/memory.ts`; `--many=1000000` for a million requests,
 * `--limit=512` for a container's bound, `--flags=--max-semi-space-size=8` to try the engine's, `--bare` without what the image
 * says of memory):
 * 1. Postgres, an API server and the gateway, as its image has it, start; an account and 5,000 deployments are made.
 * 2. One kind after the other: reads of one, lists of 100, refused bodies, sign-ins at once, then all kinds beside each other.
 *    With `--mix=1000000` instead: so many requests of all kinds beside each other, in ten parts, then a burst of sign-ins.
 * 3. After each the resident memory, and of what it is. The engine's own figures come from the gateway's metrics.
 */
import { readFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { startEmbeddedApiServer as startApiServer } from "../test/support/api-server.ts";
import { stageImage } from "../scripts/release/stage-image.ts";
import { createBerthClient, registerAccount } from "../test/support/berth-client.ts";
import { freePort } from "../test/support/free-ports.ts";
import { startEmbeddedPostgres as startPostgres } from "../test/support/postgres.ts";
import { inParallel } from "./in-parallel.ts";
import { startGateway, type Server } from "./gateway-process.ts";
import { limitMemory } from "./memory-limit.ts";
import { residentParts } from "./resident-parts.ts";
import { processUsage } from "./process-usage.ts";
import { parseMetrics } from "./operator-process.ts";
import { printTable } from "./report.ts";
import { deploymentId, seedRows } from "./seeded-rows.ts";

const option = (name: string): string | undefined =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
const MANY = Number(option("many") ?? 100_000);
const MIX = option("mix");
const LIMIT_MIB = option("limit");
const FLAGS = option("flags")?.split(",") ?? [];
const IS_BARE = process.argv.includes("--bare");
const CONNECTIONS = 32;
const SIGN_INS = 200;
const PARTS = 10;
const ANSWERED_WITHIN_SECONDS = 120;
/** As large as a body may be. */
const HOSTILE = JSON.stringify({
  name: "web",
  environment_variables: Array(20_000).fill({ name: "A", value: 7 }),
}).slice(0, 1_000_000);

type Account = Awaited<ReturnType<typeof registerAccount>>;
type Requests = Readonly<{
  path: string;
  method?: "GET" | "POST";
  body?: string;
  amount: number;
  connections?: number;
}>;

async function send({ url }: Server, key: string, { path, amount, connections, ...rest }: Requests): Promise<string> {
  const { statusCodeStats = {}, errors } = await autocannon({
    url: `${url}/api/v1${path}`,
    connections: connections ?? CONNECTIONS,
    amount,
    timeout: ANSWERED_WITHIN_SECONDS,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...rest,
  });
  if (errors > 0) throw new Error(`${path}: ${errors} errors`);
  return Object.entries(statusCodeStats)
    .map(([status, { count }]) => `${count} × ${status}`)
    .join(", ");
}

async function signIn({ url }: Server, email: string, amount = SIGN_INS, connections = amount): Promise<string> {
  const client = createBerthClient(url);
  const body = { email, password: "correct horse battery" };
  let good = 0;
  await inParallel(Array.from({ length: amount }), connections, async () => {
    if ((await client.call("POST", "/auth/login", body)).status === 200) good += 1;
  });
  return `${good} × 200`;
}

type Held = Readonly<{ resident: number; peak: number; heap: number; reserved: number; outside: number }>;

async function heldMib({ child }: Server, metricsUrl: string): Promise<Held> {
  const status = await readFile(`/proc/${child.pid!}/status`, "utf8");
  const resident = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  const metrics = parseMetrics(await (await fetch(metricsUrl)).text());
  const mib = (name: string): number => (metrics.get(name) ?? Number.NaN) / 2 ** 20;
  return {
    resident: resident("VmRSS"),
    peak: resident("VmHWM"),
    heap: mib("nodejs_heap_size_used_bytes"),
    reserved: mib("nodejs_heap_size_total_bytes"),
    outside: mib("nodejs_external_memory_bytes"),
  };
}

type Works = Readonly<Record<string, () => Promise<string>>>;

function works(gateway: Server, { key, email }: Account): Works {
  const one: Requests = { path: `/deployments/${deploymentId(7)}`, amount: MANY };
  const list: Requests = { path: "/deployments?limit=100", amount: MANY / 50 };
  const refused: Requests = { path: "/deployments", method: "POST", body: HOSTILE, amount: MANY / 500, connections: 8 };
  const request = (asked: Requests) => () => send(gateway, key, asked);
  return {
    "just started": () => Promise.resolve(""),
    "reads of one": request(one),
    "lists of 100": request(list),
    "the largest bodies, all refused": request(refused),
    "sign-ins at once": () => signIn(gateway, email),
    "all of these beside each other": async () =>
      (
        await Promise.all([...[one, list, refused].map((asked) => send(gateway, key, asked)), signIn(gateway, email)])
      ).join("; "),
    "reads of one again": request(one),
    "lists of 100 again": request(list),
  };
}

/** A part of a mix: what people ask, in the proportions of a console that is looked at. */
async function mixed(gateway: Server, { key, email }: Account, amount: number): Promise<string> {
  const [lists, refused, signIns] = [amount / 25, amount / 500, amount / 1_000];
  const answers = await Promise.all([
    send(gateway, key, { path: `/deployments/${deploymentId(7)}`, amount: amount - lists - refused - signIns }),
    send(gateway, key, { path: "/deployments?limit=100", amount: lists, connections: 8 }),
    send(gateway, key, { path: "/deployments", method: "POST", body: HOSTILE, amount: refused, connections: 1 }),
    signIn(gateway, email, signIns, 1),
  ]);
  return answers.join("; ");
}

function mixedWorks(gateway: Server, account: Account, total: number): Works {
  const parts = Array.from({ length: PARTS }, (_, index) => [
    `${((index + 1) * total) / PARTS} of any kind`,
    () => mixed(gateway, account, total / PARTS),
  ]);
  return {
    "just started": () => Promise.resolve(""),
    ...(Object.fromEntries(parts) as Works),
    "sign-ins at once": () => signIn(gateway, account.email),
    "reads of one": () =>
      send(gateway, account.key, { path: `/deployments/${deploymentId(7)}`, amount: total / PARTS / 2 }),
  };
}

const postgres = await startPostgres();
const apiServer = await startApiServer();
const databaseUrl = await postgres.createDatabase();
const limit = LIMIT_MIB === undefined ? undefined : limitMemory("gateway", Number(LIMIT_MIB));
const metricsPort = await freePort();
const image = await stageImage("api/Dockerfile");
const env = {
  ...(IS_BARE ? {} : image.env),
  BERTH_METRICS_PORT: String(metricsPort),
  BERTH_LOG_LEVEL: "warn",
  BERTH_LOGIN_LIMIT_PER_ACCOUNT: "1000000",
  BERTH_LOGIN_LIMIT_PER_HOUR: "1000000",
  BERTH_LOGIN_LIMIT_PER_ADDRESS: "1000000",
};
const program = join(image.dir, image.command.at(-1) ?? "");
const flags = [...(IS_BARE ? [] : image.command.slice(0, -1)), ...FLAGS];
const gateway = await startGateway(databaseUrl, apiServer.kubeconfig, { env, flags, limit, program });
const rows: Record<string, string>[] = [];
try {
  const account = await registerAccount(gateway.url);
  const me = await account.call<{ id: string; organizations: { id: string }[] }>("GET", "/auth/me");
  const owner = { organizationId: me.body.organizations[0]!.id, userId: me.body.id };
  await seedRows(databaseUrl, owner, { deployments: 5_000, clusters: 1 });
  const all = MIX === undefined ? works(gateway, account) : mixedWorks(gateway, account, Number(MIX));
  for (const [after, work] of Object.entries(all)) {
    const before = await processUsage(gateway.child.pid!);
    const answers = await work();
    const { cpuMs } = await processUsage(gateway.child.pid!);
    const { resident, peak, heap, reserved, outside } = await heldMib(
      gateway,
      `http://127.0.0.1:${metricsPort}/metrics`,
    );
    const parts = await residentParts(gateway.child.pid!);
    console.log(
      `${after}: ${resident.toFixed(0)} MiB resident, ${peak.toFixed(0)} at most so far (load average ${loadavg()[0]?.toFixed(1)})`,
    );
    rows.push({
      after,
      answers,
      "resident, peak so far": `${resident.toFixed(0)}, ${peak.toFixed(0)} MiB`,
      "heap in use, of": `${heap.toFixed(0)}, ${reserved.toFixed(0)} MiB`,
      "outside of it": `${outside.toFixed(0)} MiB`,
      "files, malloc, code, pages": `${[parts.files, parts.malloc, parts.code, parts.pages].map((one) => one.toFixed(0)).join(", ")} MiB`,
      CPU: `${((cpuMs - before.cpuMs) / 1000).toFixed(1)} s`,
    });
  }
} finally {
  printTable(`Gateway, memory${LIMIT_MIB === undefined ? "" : ` within ${LIMIT_MIB} MiB`}`, rows);
  if (limit !== undefined) console.log(`ended for want of memory: ${limit.kills()} times`);
  gateway.child.kill("SIGTERM");
  await new Promise((resolve) => gateway.child.once("exit", resolve));
  limit?.close();
  await apiServer.stop();
  await postgres.stop();
  await image.remove();
}
