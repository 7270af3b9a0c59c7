/**
 * Records the present release for the upgrade test of the next one, in test/fixtures/releases/<version>:
 *
 * 1. a platform is started: API server, Postgres that logs every statement, Git, doubles of Argo CD and of the cloud;
 * 2. a varied life is lived on it by REST and kubectl until all is at rest (test/upgrade/release-life.ts);
 * 3. both processes are stopped, then the database, the custom resources and what is around them, their definitions, the
 *    delivery repository and what was sent to Postgres are written down.
 *
 * Run it once, when a release is made; a recording of a release that is out is not made anew.
 */
import { readFile, readdir } from "node:fs/promises";
import pg from "pg";
import { parse } from "yaml";
import { readMigrations } from "../adapters/postgres/schema/migration-list.ts";
import { readObjects } from "../test/upgrade/load-release.ts";
import { dumpText } from "../test/support/postgres-text.ts";
import { writeRelease } from "../test/upgrade/release-files.ts";
import { liveOn } from "../test/upgrade/release-life.ts";
import { startReleaseScene, type ReleaseProcess, type ReleaseScene } from "../test/upgrade/release-scene.ts";
import { readStatements, sendStatements, type RecordedStatement } from "../test/upgrade/statements.ts";
import type { KubeObject } from "../adapters/kubernetes/kube-object.ts";
import { applyMigrations } from "../adapters/postgres/apply-migrations.ts";

const LOGGED = { logging_collector: "on", log_destination: "jsonlog", log_statement: "all" } as const;
const CRDS = new URL("../crds/", import.meta.url);

const { version } = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};
const started: ReleaseProcess[] = [];
const scene = await startReleaseScene({ postgresSettings: LOGGED });
try {
  await applyMigrations(scene.databaseUrl);
  await scene.applyChart();
  scene.startArgo();
  const gateway = await scene.start("gateway");
  const operator = await scene.start("operator");
  started.push(gateway, operator);
  const life = await liveOn(scene, gateway.url);
  const reads = await life.reads();
  await operator.stop();
  await gateway.stop();
  const objects = await readObjects(scene.admin);
  const folder = await writeRelease(
    {
      facts: {
        release: version,
        recordedAt: new Date().toISOString(),
        accounts: life.accounts,
        resourceVersion: Math.max(...objects.map(({ metadata }) => Number(metadata.resourceVersion))),
        head: await scene.git.git("rev-parse", scene.git.branch),
        reads,
      },
      crds: await readDefinitions(),
      objects,
      sql: await readDatabase(scene.databaseUrl),
      statements: await readUsable(scene),
      cloud: scene.cloud.content(),
    },
    scene.git.repository,
  );
  console.log(`Recorded ${version} in ${folder}`);
} catch (error) {
  for (const line of started
    .flatMap((process) => process.lines())
    .filter(({ level }) => level !== "info")
    .slice(-20))
    console.error(JSON.stringify(line));
  throw error;
} finally {
  await scene.stop();
}

async function readDefinitions(): Promise<KubeObject[]> {
  const names = (await readdir(CRDS)).sort();
  return Promise.all(names.map(async (name) => parse(await readFile(new URL(name, CRDS), "utf8")) as KubeObject));
}

async function readDatabase(url: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: url, application_name: "recorder" });
  try {
    const { migrationDirectories } = await readMigrations();
    return await dumpText(
      pool,
      migrationDirectories.map(({ migrationFile: { content } }) => content.value),
    );
  } finally {
    await pool.end();
  }
}

/** Leaves out what cannot be sent again even to the schema that it was for: their parameters' types came from the driver. */
async function readUsable({ postgres, databaseUrl }: ReleaseScene): Promise<RecordedStatement[]> {
  const statements = readStatements(await postgres.readLog(), new URL(databaseUrl).pathname.slice(1));
  const refused = new Set(await sendStatements(databaseUrl, statements));
  const usable = statements.filter(({ sql }) => ![...refused].some((text) => text.endsWith(`: ${sql}`)));
  console.log(`${usable.length} statements, ${refused.size} that cannot be sent again`);
  for (const text of refused) console.log(`  ${text.slice(0, 200)}`);
  return usable;
}
