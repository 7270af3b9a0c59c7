import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const ROOMS = "{adapters,api,contract,operator,render}/**/*.ts";

/** A regular expression of the product, and the files that hold it. */
type Pattern = Readonly<{ source: string; flags: string; where: string }>;

/** Lists the sources of the rooms that read what others send, without what is generated. */
export function productSources(): readonly Readonly<{ path: string; text: string }>[] {
  return globSync(ROOMS, { cwd: ROOT })
    .filter((path) => !path.includes("generated"))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(`${ROOT}${path}`, "utf8") }));
}

/** Finds every regular expression that stands in the sources. */
export function findPatterns(): readonly Pattern[] {
  const found = new Map<string, Pattern>();
  for (const { path, text } of productSources()) {
    const look = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf("/");
        const [source, flags] = [node.text.slice(1, end), node.text.slice(end + 1)];
        found.set(node.text, { source, flags, where: path });
      }
      ts.forEachChild(node, look);
    };
    if (text.includes("/")) look(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  }
  return [...found.values()];
}
