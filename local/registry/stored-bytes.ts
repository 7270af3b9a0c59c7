import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/**
 * Adds up what a project stores, from the folders of distribution's filesystem driver: layers and manifests of all its
 * repositories, each once, tagged or not, and uploads under way. A layer that two projects have counts with both.
 */
export async function storedBytes(imagesDir: string, project: string): Promise<number> {
  const base = join(imagesDir, "docker/registry/v2");
  const found: Found = { digests: new Set(), uploads: [] };
  await walk(join(base, "repositories", project), found);
  const blobs = [...found.digests].map((hex) => join(base, "blobs/sha256", hex.slice(0, 2), hex, "data"));
  let bytes = 0;
  for (const path of [...blobs, ...found.uploads]) bytes += await sizeOf(path);
  return bytes;
}

type Found = Readonly<{ digests: Set<string>; uploads: string[] }>;

/** Names of repositories have no part that begins with an underscore. */
async function walk(dir: string, found: Found): Promise<void> {
  for (const name of await list(dir)) {
    const path = join(dir, name);
    if (name === "_layers") for (const hex of await list(join(path, "sha256"))) found.digests.add(hex);
    else if (name === "_manifests")
      for (const hex of await list(join(path, "revisions/sha256"))) found.digests.add(hex);
    else if (name === "_uploads") for (const id of await list(path)) found.uploads.push(join(path, id, "data"));
    else await walk(path, found);
  }
}

/** What goes meanwhile is gone. */
function list(dir: string): Promise<readonly string[]> {
  return readdir(dir).catch(() => []);
}

function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
