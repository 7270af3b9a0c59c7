import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Answers the notices of the packages whose modules went into a bundle: they ask for them beside it. */
export function bundledLicences(modules: Iterable<string>, packagesDir: string): string {
  const names = [...modules].flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  const texts = [...new Set(names)].toSorted().map((name) => {
    const [file] = globSync("LICEN[CS]E*", { cwd: join(packagesDir, name) });
    if (file === undefined) throw new Error(`${name} has no licence to put beside it`);
    return `${name}\n\n${readFileSync(join(packagesDir, name, file), "utf8").trim()}\n`;
  });
  return texts.join("\n----\n\n");
}
