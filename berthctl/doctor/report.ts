import type { Result } from "./check.ts";

const MARKS: Readonly<Record<Result["state"], string>> = { ok: "ok", warning: "WARN", fault: "FAULT" };

/** Formats what was found as a table; below it, what to do. */
export function formatReport(results: readonly Result[]): string {
  const rows = results.map(({ state, area, name, found }) => [MARKS[state], area, name, found] as const);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const advice = results.flatMap(({ state, area, name, remedy }) =>
    state === "ok" || remedy === undefined ? [] : [`${area}, ${name}: ${remedy}`],
  );
  return [...lines, "", ...(advice.length === 0 ? ["All is well."] : ["What to do:", ...advice]), ""].join("\n");
}
