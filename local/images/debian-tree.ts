/*
 * A folder with some of the distribution's packages and all that they depend on, in order:
 * 1. apt, which is told that nothing is installed and keeps its state in a folder of its own, finds, loads and verifies them;
 * 2. each is unpacked; what a package would run when it is installed is not run.
 * Neither needs root.
 */
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Run } from "../binaries/go-build.ts";
import { exists } from "../exists.ts";
import { readFolderEntries } from "./folder-entries.ts";
import type { LayerEntry } from "./layer-entry.ts";

const LEFT_OUT =
  /^(?:usr\/share\/(?:bug|doc|doc-base|lintian|locale|man|perl5?|debconf)|var\/(?:cache|lib\/dpkg))(?:\/|$)/;

/** The packages that are wanted, and where the work may lie; the entries that come back point into that folder. */
type DebianOptions = Readonly<{
  name: string;
  packages: readonly string[];
  workDir: string;
  run: Run;
  /** A file with the sources of another release than this machine runs; such have a `workDir` of their own. */
  sources?: string;
  /** Of the packages, by the distribution's name; this machine's when unset. Such have a `workDir` of their own. */
  architecture?: string;
}>;

/** Reads packages of the distribution that this machine runs as entries of a layer. */
export async function readDebianPackages({
  name,
  packages,
  workDir,
  run,
  sources,
  architecture,
}: DebianOptions): Promise<readonly LayerEntry[]> {
  const [lists, archives, tree] = [
    join(workDir, "lists"),
    join(workDir, name, "archives"),
    join(workDir, name, "tree"),
  ];
  const isKnown = await exists(lists);
  for (const folder of [join(lists, "partial"), join(archives, "partial"), tree])
    await mkdir(folder, { recursive: true });
  await writeFile(join(workDir, "status"), "");
  const apt = (...args: string[]): Promise<void> =>
    succeed(run, "apt-get", [...aptOptions({ workDir, lists, archives }, { sources, architecture }), ...args]);
  if (!isKnown) await apt("update", "--quiet=2");
  await apt("install", "--quiet=2", "--yes", "--download-only", "--no-install-recommends", ...packages);
  for (const file of (await readdir(archives)).filter((one) => one.endsWith(".deb")).sort())
    await succeed(run, "dpkg-deb", ["--extract", join(archives, file), tree]);
  return readFolderEntries(tree, LEFT_OUT);
}

function aptOptions(
  { workDir, lists, archives }: Readonly<Record<"workDir" | "lists" | "archives", string>>,
  { sources, architecture }: Readonly<Record<"sources" | "architecture", string | undefined>>,
): string[] {
  const options = {
    "Dir::State": workDir,
    "Dir::State::status": join(workDir, "status"),
    "Dir::State::lists": lists,
    "Dir::Cache": workDir,
    "Dir::Cache::archives": archives,
    "Acquire::Languages": "none",
    // The folder is this user's alone.
    "APT::Sandbox::User": "root",
    "Debug::NoLocking": "true",
    ...(architecture === undefined ? {} : { "APT::Architecture": architecture, "APT::Architectures::": architecture }),
    ...(sources === undefined ? {} : { "Dir::Etc::sourcelist": sources, "Dir::Etc::sourceparts": "/dev/null" }),
  };
  return Object.entries(options).flatMap(([name, value]) => ["-o", `${name}=${value}`]);
}

async function succeed(run: Run, command: string, args: readonly string[]): Promise<void> {
  const { code, output } = await run({ command, args, env: { DEBIAN_FRONTEND: "noninteractive" } }).catch(
    (error: unknown) => ({ code: 1, output: (error as Error).message }),
  );
  if (code !== 0) throw new Error(`${command} failed: ${output.trim().split("\n").slice(-4).join("\n")}`);
}
