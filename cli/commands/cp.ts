import { lstat, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { parseSide, remotePlace, type CopySide } from "../copy/copy-side.ts";
import type { CopyLimits } from "../copy/judge-entry.ts";
import { makeArchive } from "../copy/make-archive.ts";
import { feedProgram, isRemoteFolder, readProgram, type OpenProgram } from "../copy/run-tar.ts";
import { takeArchive, type Copied } from "../copy/take-archive.ts";
import { findDeployment } from "../find-resource.ts";
import type { Means } from "../means.ts";
import { CommandExit, EXIT, UsageError } from "../output/explain-fault.ts";
import type { Define } from "./command.ts";

type Options = Readonly<{ cluster?: string; pod?: string; container?: string; maxMb: string }>;
type Copy = Readonly<{ open: OpenProgram; limits: CopyLimits }>;

const MAX_MB = 1_024;
const MEGABYTE = 1_000_000;
const ENTRIES_MAX = 100_000;

/** `berth cp`: a file or folder, to or from a container. */
export const define: Define = (command, act) => {
  command
    .argument("<source>", "a file or folder here, or of a container: shop:/var/log")
    .argument("<target>", "where to: into a folder that is there, else under this name")
    .option("--cluster <cluster>", "the cluster that the deployment runs on")
    .option("--pod <name>", "this pod; the newest one that is ready when unset")
    .option("--container <name>", "this container; the pod's first when unset")
    .option("--max-mb <number>", "the most that is copied", String(MAX_MB))
    .action(
      act(async (means, options: Options, from: string, to: string) => {
        const [source, target] = [parseSide(from), parseSide(to)];
        if ((source.deployment === undefined) === (target.deployment === undefined))
          throw new UsageError('One side is here and the other in a pod: "berth cp shop:/var/log ./log".');
        const copy = await prepare(means, source.deployment ?? target.deployment ?? "", options);
        tell(means, await (target.deployment === undefined ? take(copy, source, target) : send(copy, source, target)));
      }),
    );
};

async function prepare(means: Means, deployment: string, options: Options): Promise<Copy> {
  const bytes = Number(options.maxMb) * MEGABYTE;
  if (!(bytes > 0)) throw new UsageError("--max-mb is a number above 0.");
  const { id } = await findDeployment(means, deployment, options.cluster);
  const { pod, container } = options;
  const place = { ...(pod !== undefined && { pod }), ...(container !== undefined && { container }) };
  const open: OpenProgram = (command, stdin) =>
    means.berth.exec(id, { ...place, command, stdin, signal: means.signal });
  return { open, limits: { bytes, entries: ENTRIES_MAX } };
}

async function take({ open, limits }: Copy, { path }: CopySide, { path: to }: CopySide): Promise<Copied> {
  const { folder, name } = remotePlace(path);
  const target = (await isFolder(to)) ? join(to, name) : to;
  const shell = await open(["tar", "-cf", "-", "-C", folder, "--", name], false);
  return takeArchive({ archive: readProgram(shell, "tar"), root: name, target: resolve(target), limits });
}

async function send({ open, limits }: Copy, { path: from }: CopySide, { path }: CopySide): Promise<Copied> {
  const source = resolve(from);
  await lstat(source);
  const isInto = path.endsWith("/") || (await isRemoteFolder(open, path));
  const { folder, name } = isInto ? { folder: path, name: basename(source) } : remotePlace(path);
  const { bytes, done } = makeArchive({ source, name, limits });
  await feedProgram(await open(["tar", "-xmof", "-", "-C", folder], true), "tar", bytes);
  return done;
}

function tell({ out }: Means, { files, bytes, leftOut }: Copied): void {
  for (const one of leftOut) out.note(`Left out ${one}.`);
  out.note(`Copied ${files === 1 ? "1 file" : `${files} files`}, ${bytes} bytes.`);
  // A script has to know that it has not all of it.
  if (leftOut.length > 0) throw new CommandExit(EXIT.failed);
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === true;
}
