import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Answers the notices of the packages whose modules went into a bundle: they ask for them beside it. */
export function bundledLicences(modules: Iterable<string>, packagesDir: string): string {
  const names = [...modules].flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  const texts = [...new Set(names)].toSorted().map((name) => {
    return `${name}\n\n${licenceOf(join(packagesDir, name)).trim()}\n`;
  });
  return texts.join("\n----\n\n");
}

/** The text that a package brings, the end of its readme, else the name of its licence. */
function licenceOf(dir: string): string {
  const read = (pattern: string): string =>
    globSync(pattern, { cwd: dir }).map((file) => readFileSync(join(dir, file), "utf8"))[0] ?? "";
  const { license } = JSON.parse(read("package.json")) as { license?: string };
  const text =
    read("{LICEN[CS]E,Licen[cs]e,licen[cs]e,COPYING}*") ||
    /^#+ *licen[cs]e.*/ims.exec(read("{README,Readme,readme}*"))?.[0];
  if (text !== undefined) return text;
  if (license === undefined) throw new Error(`${dir} has no licence to put beside it`);
  return `${license}, as its package.json says.`;
}
