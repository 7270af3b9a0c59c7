import { cleanLine } from "./clean-text.ts";

/** A column: its title, and what stands in it. */
export type Column<T> = Readonly<{ title: string; of: (item: T) => Cell }>;
/** What stands in a cell; nothing is a dash. */
export type Cell = string | number | boolean | null | undefined;

/** Formats a table, two spaces between columns; `paint` colours a cell that is padded already. */
export function formatTable<T>(
  items: readonly T[],
  columns: readonly Column<T>[],
  paint: (padded: string) => string = (padded) => padded,
): string {
  const titles = columns.map(({ title }) => title);
  const rows = items.map((item) => columns.map(({ of }) => formatCell(of(item))));
  const widths = titles.map((title, index) =>
    Math.max(...[title, ...rows.map((row) => row[index] ?? "")].map(widthOf)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) => {
        const isLast = index === cells.length - 1;
        return paint(isLast ? cell : cell + " ".repeat((widths[index] ?? 0) - widthOf(cell)));
      })
      .join("  ");
  return [titles, ...rows].map(line).join("\n");
}

/** Formats one thing, a line for each member. */
export function formatFields(fields: readonly (readonly [name: string, value: Cell])[]): string {
  const width = Math.max(...fields.map(([name]) => widthOf(name)));
  return fields.map(([name, value]) => `${name.padEnd(width)}  ${formatCell(value)}`).join("\n");
}

function formatCell(cell: Cell): string {
  if (cell === null || cell === undefined || cell === "") return "-";
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  return cleanLine(String(cell));
}

function widthOf(text: string): number {
  return Array.from(text).length;
}
