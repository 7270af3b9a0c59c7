import { hasGo } from "../binaries/go-build.ts";
import { areBuilt } from "../binaries/go-programs.ts";
import { NODE_PROGRAMS } from "./programs.ts";
import type { Lack } from "./requirements.ts";

/** Runs a command to its end; one that is not there fails. */
export type Run = Parameters<typeof hasGo>[0];

/** Compiles nothing but a look at the headers. */
const SECCOMP = ["-fsyntax-only", "-include", "seccomp.h", "-x", "c", "/dev/null"];

/** Says what a machine lacks to build a node's programs; nothing once they are built. */
export async function findBuildLacks(cacheDir: string, run: Run): Promise<readonly Lack[]> {
  if (await areBuilt(NODE_PROGRAMS, cacheDir)) return [];
  const lacks: Lack[] = [];
  if (!(await hasGo(run)))
    lacks.push({ what: "there is no Go to build a node's programs with", remedy: "install Go 1.26 or newer" });
  const succeeds = (args: readonly string[]): Promise<boolean> =>
    run({ command: "gcc", args }).then(
      ({ code }) => code === 0,
      () => false,
    );
  if (!(await succeeds(["--version"])))
    lacks.push({ what: "there is no gcc to build runc with", remedy: "install gcc and libseccomp-dev" });
  else if (!(await succeeds(SECCOMP)))
    lacks.push({ what: "there is no seccomp.h to build runc with", remedy: "install libseccomp-dev" });
  return lacks;
}
