import { readFile, readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { parse } from "yaml";
import { blobId } from "../git/git-object.ts";
import type { GitWriter } from "../git/git-writer.ts";

/** One chart of this release as it is published to the delivery repository. */
export type PlatformChart = Readonly<{
  name: string;
  version: string;
  /** Folder in the repository; a version is never changed there. */
  folder: string;
  files: readonly Readonly<{ path: string; content: string; blobId: string }>[];
}>;

const VERSION = /^[0-9]+\.[0-9]+\.[0-9]+(-[0-9a-z.]+)?$/;
const IGNORED = /(^|\/)(\.|[^/]*\.test\.ts$|README\.md$)/;

/** Reads a chart of this release from its folder; read once, at start. */
export async function readPlatformChart(directory: string): Promise<PlatformChart> {
  const { name, version } = parse(await readFile(join(directory, "Chart.yaml"), "utf8")) as {
    name?: unknown;
    version?: unknown;
  };
  if (typeof name !== "string" || typeof version !== "string" || !VERSION.test(version)) {
    throw new Error(`${join(directory, "Chart.yaml")} needs a name and a plain version`);
  }
  const folder = `platform/charts/${name}/${version}`;
  const found = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join("/"));
  const files = await Promise.all(
    paths
      .filter((path) => !IGNORED.test(path))
      .sort()
      .map(async (path) => {
        const content = await readFile(join(directory, path), "utf8");
        return { path: `${folder}/${path}`, content, blobId: blobId(content) };
      }),
  );
  return { name, version, folder, files };
}

/** The head that was last seen to hold a chart; a commit's content never changes, so it need not be compared again. */
const heldBy = new WeakMap<PlatformChart, string>();

/** Tells whether the branch holds the chart; each pass of each deployment asks. */
export function isPublished(writer: Pick<GitWriter, "hasContent" | "head">, chart: PlatformChart): boolean {
  const head = writer.head()?.id;
  if (head !== undefined && heldBy.get(chart) === head) return true;
  const isHeld = chart.files.every((file) => writer.hasContent(file.path, file.blobId));
  if (isHeld && head !== undefined) heldBy.set(chart, head);
  return isHeld;
}

/** Publishes the chart; the same files again make no commit. */
export async function publishChart(writer: Pick<GitWriter, "write">, chart: PlatformChart): Promise<void> {
  await writer.write({
    key: `Chart/${chart.name}`,
    files: chart.files.map(({ path, content }) => ({ path, content })),
    trailers: { resource: `Chart/${chart.name}/${chart.version}`, generation: 1 },
  });
}
