import { appendFileSync } from "node:fs";
import { loadavg } from "node:os";

/** A table of one bench, with the machine's load as it was printed. */
export type BenchTable = Readonly<{ title: string; load: number; rows: readonly Readonly<Record<string, string>>[] }>;

/** Where `make bench` reads what a bench printed: a line of JSON for each table. */
const RECORD = process.env["BENCH_RECORD"];

/** Returns the middle of the samples. */
export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

/** Returns the sample below which `share` of all lie. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Prints rows as a table under a title, and records them where somebody asked for it. */
export function printTable(title: string, rows: BenchTable["rows"]): void {
  console.log(`\n${title}\n\n${formatTable(rows)}`);
  if (RECORD === undefined) return;
  const table: BenchTable = { title, load: Math.round((loadavg()[0] ?? 0) * 10) / 10, rows };
  appendFileSync(RECORD, `${JSON.stringify(table)}\n`);
}

/** Formats rows as a table of Markdown whose columns stand below each other. */
export function formatTable(rows: BenchTable["rows"]): string {
  const columns = [...new Set(rows.flatMap(Object.keys))];
  const width = (column: string): number => Math.max(column.length, ...rows.map((row) => (row[column] ?? "").length));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, index) => cell.padEnd(width(columns[index]!))).join(" | ")} |`;
  const rule = `|${columns.map((column) => "-".repeat(width(column) + 2)).join("|")}|`;
  return [line(columns), rule, ...rows.map((row) => line(columns.map((column) => row[column] ?? "")))].join("\n");
}
