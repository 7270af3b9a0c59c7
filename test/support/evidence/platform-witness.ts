import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import type { KubeClient } from "../../../adapters/kubernetes/kube-client.ts";
import { APPLICATION_SETS, APPLICATIONS, OWN_TYPES } from "../../../adapters/kubernetes/resource-types.ts";
import { RESOURCES } from "../../../contract/resources/all.ts";
import type { Connection } from "../../../local/connection.ts";
import {
  tellPlatform,
  type Application,
  type ApplicationSet,
  type OwnObject,
  type PlatformFacts,
} from "./tell-platform.ts";
import type { Witness } from "./witnesses.ts";

type Watched = Readonly<{
  stack: Readonly<{ connection: Connection }>;
  management: KubeClient;
  homeDir: string;
}>;

const run = promisify(execFile);

/** The logs that say what was done for an object, and the most that is read of each. */
const LOGS = [
  "operator",
  "argocd-application-controller",
  "argocd-applicationset-controller",
  "argocd-repo-server",
  "cloud",
  "api",
];
const LOG_BYTES_MAX = 32 * 1024 * 1024;
const LINE_MAX = 400;

/** Makes the witness of a whole platform, which asks each of its stores by itself. */
export function platformWitness(platform: Watched): Witness {
  return async (failure) => tellPlatform(await readFacts(platform), failure);
}

async function readFacts({ stack: { connection }, management, homeDir }: Watched): Promise<PlatformFacts> {
  const { argocd_namespace: namespace } = connection;
  const [objects, { items: applications }, { items: sets }, rows, head] = await Promise.all([
    readObjects(management),
    management.list<Application>(APPLICATIONS, { namespace }),
    management.list<ApplicationSet>(APPLICATION_SETS, { namespace }),
    readRows(connection.postgres_url),
    readHead(connection),
  ]);
  return {
    nowMs: Date.now(),
    head,
    objects,
    applications,
    sets,
    rows,
    linesOf: (words, countMax) => LOGS.flatMap((log) => linesOf(homeDir, log, { words, countMax })),
  };
}

async function readObjects(management: KubeClient): Promise<readonly OwnObject[]> {
  const read = RESOURCES.map(async ({ kind, phases }) => {
    const { items } = await management.list<OwnObject>(OWN_TYPES[kind]);
    return items.map((object): OwnObject => {
      const { phase = "", observedGeneration } = object.status ?? {};
      const rests = phases[phase]?.health === "Healthy" || phases[phase]?.health === "Suspended";
      const isSeen =
        observedGeneration === object.metadata.generation && object.metadata.deletionTimestamp === undefined;
      return { ...object, kind, isUnsettled: !rests || !isSeen };
    });
  });
  return (await Promise.all(read)).flat();
}

type Row = Readonly<{ id: string; status: string; generation: string }>;

/** What the mirror made of it can be another than what the API server holds. */
async function readRows(url: string): Promise<PlatformFacts["rows"]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(
      "SELECT id, status || coalesce(' ' || (body->>'status_reason'), '') AS status, generation::text FROM resources WHERE deleted_at IS NULL",
    );
    return new Map(rows.map((row) => [row.id, row]));
  } finally {
    await client.end();
  }
}

async function readHead({ git: { url, token, branch } }: Connection): Promise<string> {
  const remote = new URL(url);
  remote.username = "berth";
  remote.password = token;
  const said = await run("git", ["ls-remote", remote.href, `refs/heads/${branch}`], { timeout: 10_000 }).catch(
    () => undefined,
  );
  return said === undefined ? "away" : (said.stdout.split("\t")[0] ?? "");
}

type Asked = Readonly<{ words: readonly string[]; countMax: number }>;

function linesOf(homeDir: string, log: string, { words, countMax }: Asked): readonly string[] {
  const path = join(homeDir, "logs", `${log}.log`);
  if (words.length === 0 || !existsSync(path)) return [];
  const text = readFileSync(path, "utf8").slice(-LOG_BYTES_MAX);
  const found = text.split("\n").filter((line) => words.some((word) => line.includes(word)));
  return found.slice(-countMax).map((line) => `  ${log}: ${line.slice(0, LINE_MAX)}`);
}
