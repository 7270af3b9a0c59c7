/** Returns the middle of the samples. */
export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

/** Returns the sample below which `share` of all lie. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Prints rows as a table under a title. */
export function printTable(title: string, rows: readonly Record<string, string>[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const width = (column: string): number => Math.max(column.length, ...rows.map((row) => (row[column] ?? "").length));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, index) => cell.padEnd(width(columns[index]!))).join(" | ")} |`;
  console.log(`\n${title}\n`);
  console.log(line(columns));
  console.log(`|${columns.map((column) => "-".repeat(width(column) + 2)).join("|")}|`);
  for (const row of rows) console.log(line(columns.map((column) => row[column] ?? "")));
}
