import { readFile } from "node:fs/promises";
import { markOf, type CompressedFile } from "../http/compressed-file.ts";

/** The page, the files that it names by their paths, and the first segments of the paths that are pages. */
export type ConsoleFiles = Readonly<{
  page: CompressedFile;
  assets: ReadonlyMap<string, CompressedFile>;
  roots: ReadonlySet<string>;
}>;

type Served = Readonly<{ roots: readonly string[]; files: readonly string[] }>;

const PAGE = "index.html";
const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
};

/** Reads what scripts/build-console.ts has built; undefined where nothing was. */
export async function readConsoleFiles(folder: URL): Promise<ConsoleFiles | undefined> {
  const served = await readServed(folder);
  if (served === undefined) return undefined;
  const named = await Promise.all(
    served.files.map(async (name) => [name, await readCompressed(name, folder)] as const),
  );
  const assets = new Map(named.filter(([name]) => name !== PAGE));
  const page = named.find(([name]) => name === PAGE)?.[1];
  return page === undefined ? undefined : { page, assets, roots: new Set(served.roots) };
}

async function readServed(folder: URL): Promise<Served | undefined> {
  try {
    return JSON.parse(await readFile(new URL("served.json", folder), "utf8")) as Served;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function readCompressed(name: string, folder: URL): Promise<CompressedFile> {
  const compressed = await readFile(new URL(`${name}.br`, folder));
  const type = TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";
  return { type, compressed, mark: markOf(compressed) };
}
