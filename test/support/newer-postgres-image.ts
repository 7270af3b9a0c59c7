/*
 * PostgreSQL of the distribution's next release, which `pg_upgrade` can bring a server of this release to:
 * 1. CloudNativePG runs the old programs as well inside the new image, out of a copy, so it has the libraries of both releases;
 * 2. where both have a file of one name it is the newer one, which programs that were built for the older one run with, too.
 * Until that release folders such as /lib were packed apart from those in /usr; here all are in /usr.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loadLocalConfig } from "../../local/config.ts";
import { namesOf, putPostgresImage, withoutExtras } from "../../local/engine-operators/postgres-image.ts";
import { readApplets } from "../../local/images/busybox-applets.ts";
import { readDebianPackages } from "../../local/images/debian-tree.ts";
import { ImageStore } from "../../local/images/image-store.ts";
import type { LayerEntry } from "../../local/images/layer-entry.ts";
import { runToEnd } from "./embedded-binaries.ts";

/** Which version of PostgreSQL the next release of the distribution has. */
export const NEWER_VERSION = "17";
const SOURCES =
  "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian trixie main\n";
const MERGED = ["bin", "lib", "lib64", "sbin"];
/** A number to raise when the image is made in another way. */
const RECIPE = "newer-postgres-1";

/** Makes its image where this machine does not have it yet. */
export async function makeNewerPostgresImage(): Promise<void> {
  const { cacheDir } = loadLocalConfig();
  const store = new ImageStore(join(cacheDir, "images"));
  if (await store.has(namesOf(NEWER_VERSION), RECIPE)) return;
  const dir = await mkdtemp(join(cacheDir, ".newer-"));
  try {
    const older = await readOlder(join(dir, "older"));
    const newer = await readNewer(join(dir, "newer"), join(dir, "sources.list"));
    const both = new Map([...older, ...newer].map((entry) => [entry.path, entry]));
    const links = MERGED.map((path) => ({ type: "link" as const, path, mode: 0o777, target: `usr/${path}` }));
    await putPostgresImage(store, NEWER_VERSION, [...links, ...both.values()], RECIPE);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Reads all that the older servers need, and a shell, by which `pg_upgrade` calls programs. */
async function readOlder(workDir: string): Promise<readonly LayerEntry[]> {
  const packages = ["postgresql", "busybox"];
  const entries = withoutExtras(await readDebianPackages({ name: "postgres", packages, workDir, run: runToEnd }));
  const applets = await readApplets(join(workDir, "postgres", "tree", "bin", "busybox"), runToEnd, entries);
  return [...entries, ...applets].filter(({ path }) => !MERGED.includes(path)).map(toMerged);
}

async function readNewer(workDir: string, sources: string): Promise<readonly LayerEntry[]> {
  await writeFile(sources, SOURCES);
  const packages = ["postgresql"];
  const entries = withoutExtras(
    await readDebianPackages({ name: "postgres", packages, workDir, run: runToEnd, sources }),
  );
  return entries.filter(({ path }) => !MERGED.includes(path)).map(toMerged);
}

function toMerged(entry: LayerEntry): LayerEntry {
  const [first = ""] = entry.path.split("/");
  return MERGED.includes(first) ? { ...entry, path: `usr/${entry.path}` } : entry;
}
