/**
 * Says how what a command printed differs from what a guide shows; undefined when it does not. `…` stands for anything
 * within a line, a line of `…` alone for any lines; how wide columns are does not count.
 */
export function outputFault(shown: string, printed: string): string | undefined {
  const lines = shown.trimEnd().split("\n");
  const pattern = lines.map((line) => (line.trim() === "…" ? "(?:[^\n]*\n)*?" : `${patternOf(line)}\n`)).join("");
  if (new RegExp(`^${pattern}$`).test(`${printed.trimEnd()}\n`)) return undefined;
  return `it shows\n${shown.trimEnd()}\nand got\n${printed.trimEnd()}`;
}

function patternOf(line: string): string {
  return line
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll("…", "[^\n]*"))
    .join("[ \t]+")
    .replace(/^/, "[ \t]*")
    .concat("[ \t]*");
}
