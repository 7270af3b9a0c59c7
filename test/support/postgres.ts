import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { prepareEmbeddedBinaries, type EmbeddedBinaries } from "../../adapters/postgres/embedded-binaries.ts";
import { applyMigrations } from "../../adapters/postgres/apply-migrations.ts";
import { postgresContainer } from "./containers/images.ts";
import { runContainer, usesContainers } from "./containers/run-container.ts";
import { eventually } from "./eventually.ts";
import { freePort } from "./free-ports.ts";
import { runUnderGuard, type Guarded } from "./guarded-process.ts";

const TEMPLATE = "template_berth";

/** A running Postgres on throw-away data; `url` points at its database `postgres`. */
export type TestPostgres = Readonly<{
  url: string;
  /** Makes an empty database without tables. */
  createEmptyDatabase: () => Promise<string>;
  /** Makes a database with the newest schema and returns its URL. */
  createDatabase: () => Promise<string>;
  /** Reads its own log, where the settings have it written as JSON. */
  readLog: () => Promise<string>;
  /** Ends it as a crash would; `start` brings it back on the same port with its data. */
  kill: () => Promise<void>;
  start: () => Promise<void>;
  stop: () => Promise<void>;
}>;

let shared: Promise<TestPostgres> | undefined;

/** Returns one Postgres for all test files of this process; it goes with the process. */
export function sharedPostgres(): Promise<TestPostgres> {
  shared ??= startPostgres();
  return shared;
}

/** Clones the migrated template in the shared Postgres, so that each test file has a database of its own. */
export async function createDatabase(): Promise<string> {
  return (await sharedPostgres()).createDatabase();
}

/** What runs a Postgres, whether in a container or beside the tests. */
type Server = Omit<TestPostgres, "createEmptyDatabase" | "createDatabase">;
type Settings = Readonly<Record<string, string>>;

const SETTINGS: Settings = {
  fsync: "off",
  full_page_writes: "off",
  max_connections: "200",
  unix_socket_directories: "",
};

/**
 * Starts a Postgres of its own, for tests that stop or kill it or want it set up in another way: in a container where a
 * Docker engine answers, else the embedded one.
 */
export async function startPostgres(settings: Settings = {}): Promise<TestPostgres> {
  return (await usesContainers()) ? startContained(settings) : startEmbeddedPostgres(settings);
}

async function startContained(settings: Settings): Promise<TestPostgres> {
  const container = await runContainer(postgresContainer({ ...SETTINGS, ...settings }));
  const url = `postgres://postgres@${container.host}:${container.port}/postgres`;
  const ready = (): Promise<void> => eventually(() => query(url, "SELECT 1"), 120_000);
  await ready();
  const server: Server = {
    url,
    readLog: () => container.read("cat $PGDATA/log/*.json"),
    kill: container.kill,
    start: async () => {
      await container.start();
      await ready();
    },
    stop: container.stop,
  };
  return { ...server, ...databasesOf(url) };
}

/** Starts the embedded Postgres, whatever else there is: for what is measured, and for commands that nothing should be downloaded for. */
export async function startEmbeddedPostgres(settings: Settings = {}): Promise<TestPostgres> {
  const binaries = await prepareEmbeddedBinaries();
  const folder = await mkdtemp(join(tmpdir(), "berth-postgres-test-"));
  await initialize(binaries, folder);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let server: Guarded | undefined;
  const keep = join(folder, "keep");
  const start = async (): Promise<void> => {
    await rm(keep, { force: true });
    const started = runPostgres(binaries, folder, { ...SETTINGS, ...settings, port: String(port) });
    server = started;
    await eventually(async () => {
      if (!started.exited()) await query(url, "SELECT 1");
    });
    if (started.exited()) throw new Error(`Postgres ended:\n${started.log()}`);
  };
  const kill = async (): Promise<void> => {
    await writeFile(keep, "");
    await server?.kill();
  };
  await start();
  const stop = async (): Promise<void> => {
    await kill();
    await rm(folder, { recursive: true, force: true });
  };
  const readLog = (): Promise<string> => readLogs(join(folder, "data", "log"));
  return { url, ...databasesOf(url), readLog, start, kill, stop };
}

async function initialize({ initdb, owner }: EmbeddedBinaries, folder: string): Promise<void> {
  const { uid, gid } = owner;
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
  const options = ["--username=postgres", "--auth=trust", "--no-locale", "--encoding=UTF8", "--no-sync"];
  await promisify(execFile)(initdb, [`--pgdata=${join(folder, "data")}`, ...options], { ...owner, cwd: folder });
}

function databasesOf(url: string): Pick<TestPostgres, "createDatabase" | "createEmptyDatabase"> {
  let template: Promise<void> | undefined;
  const make = async (name: string, clause: string): Promise<string> => {
    await query(url, `CREATE DATABASE ${name} ${clause}`);
    const made = new URL(url);
    made.pathname = `/${name}`;
    return made.href;
  };
  const makeTemplate = async (): Promise<void> => {
    await applyMigrations(await make(TEMPLATE, ""));
  };
  const unique = (): string => `test_${randomBytes(6).toString("hex")}`;
  return {
    createEmptyDatabase: () => make(unique(), ""),
    createDatabase: async () => {
      template ??= makeTemplate();
      await template;
      return make(unique(), `TEMPLATE ${TEMPLATE}`);
    },
  };
}

async function readLogs(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json")).sort();
  return (await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")))).join("");
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * Ends Postgres when standard input ends, so that even a SIGKILL of the test process leaves nothing. The data goes
 * too, unless a file `keep` says that it is only a simulated crash.
 */
const GUARD = [
  'trap : INT TERM; exec 3<&0; folder=$1; shift; "$@" 2>&1 & pid=$!',
  "(read -r _; kill -QUIT $pid) <&3 & reader=$!",
  "while kill -0 $pid 2>/dev/null; do wait $pid; done; kill $reader 2>/dev/null",
  '[ -e "$folder/keep" ] || rm -rf "$folder"',
].join("\n");

function runPostgres({ postgres, owner }: EmbeddedBinaries, folder: string, settings: Settings): Guarded {
  const flags = ["-D", join(folder, "data"), "-h", "127.0.0.1"];
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return runUnderGuard(GUARD, [folder, postgres, ...flags, ...options], { ...owner, cwd: folder });
}
