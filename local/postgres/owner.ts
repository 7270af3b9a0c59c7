import { execFile } from "node:child_process";
import { chown } from "node:fs/promises";
import { promisify } from "node:util";
import type { Supervisor } from "../processes/supervisor.ts";

const execute = promisify(execFile);

/** As whom Postgres runs and what must stand before its commands for that. */
export type PostgresOwner = Readonly<{ uid?: number; gid?: number; wrapper: readonly string[] }>;

/** Decides as whom Postgres runs: as ourselves, or, since it refuses root, as an ordinary user of the machine. */
export async function choosePostgresOwner(
  dir: string,
  program: string,
  supervisor: Supervisor,
): Promise<PostgresOwner> {
  if (process.getuid?.() !== 0) return { wrapper: [] };
  const { uid, gid } = await findOrdinaryUser();
  await chown(dir, uid, gid);
  const test = { command: "/bin/sh", args: ["-c", 'test -w "$0" && test -x "$1"', dir, program] };
  const reaches = await supervisor.run({ ...test, owner: { uid, gid } });
  if (reaches.code === 0) return { uid, gid, wrapper: [] };
  // The folder or node_modules lies below a private one such as /root: that user may pass it by a capability only.
  const wrapper = [
    "setpriv",
    `--reuid=${uid}`,
    `--regid=${gid}`,
    "--clear-groups",
    "--inh-caps=+dac_override",
    "--ambient-caps=+dac_override",
    "--",
  ];
  const passes = await supervisor.run({ command: "setpriv", args: [...wrapper.slice(1), test.command, ...test.args] });
  if (passes.code === 0) return { uid, gid, wrapper };
  throw new Error(
    `Postgres does not run as root, and its user cannot reach ${dir}: run as an ordinary user, or name a folder that all users can reach in BERTH_HOME.`,
  );
}

async function findOrdinaryUser(): Promise<{ uid: number; gid: number }> {
  for (const name of ["postgres", "nobody"]) {
    try {
      const [uid, gid] = await Promise.all(
        ["-u", "-g"].map(async (flag) => Number((await execute("id", [flag, name])).stdout)),
      );
      if (uid !== undefined && gid !== undefined) return { uid, gid };
    } catch {
      // The next name is tried.
    }
  }
  throw new Error(
    "Postgres does not run as root, and this machine has no user postgres or nobody: run as an ordinary user.",
  );
}
