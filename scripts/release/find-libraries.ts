import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { readElf } from "./read-elf.ts";

/**
 * Finds what files load, and what that loads, below the root of the distribution's packages: the path of each in the image, where the
 * loader looks, and where it lies here.
 */
export async function findLibraries(
  files: readonly string[],
  root: string,
  triplet: string,
): Promise<ReadonlyMap<string, string>> {
  const folders = ["lib", "usr/lib"].flatMap((folder) => [join(root, folder, triplet), join(root, folder)]);
  const paths = new Map<string, string>();
  const sources = new Map<string, string>();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const { needed = [], interpreter } = (await readElf(file)) ?? {};
    // Libraries name the loader as one of their own; a program says where it is looked for.
    if (interpreter !== undefined) paths.set(basename(interpreter), interpreter);
    for (const name of [...needed, ...(interpreter === undefined ? [] : [basename(interpreter)])]) {
      if (sources.has(name)) continue;
      const source = folders.map((folder) => join(folder, name)).find((one) => existsSync(one));
      if (source === undefined) throw new Error(`${name}, which ${basename(file)} loads, is in none of the packages`);
      sources.set(name, source);
      waiting.push(source);
    }
  }
  const found = [...sources].map(([name, source]) => [paths.get(name) ?? `/lib/${triplet}/${name}`, source] as const);
  return new Map(found.sort(([one], [other]) => one.localeCompare(other)));
}
