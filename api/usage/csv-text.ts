/** Writes a table as CSV (RFC 4180); a text that a spreadsheet would take for a formula begins with an apostrophe. */
export function csvText(columns: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]): string {
  const line = (cells: readonly unknown[]): string => `${cells.map(cell).join(",")}\r\n`;
  return [line(columns), ...rows.map((row) => line(columns.map((column) => row[column])))].join("");
}

const FORMULA = /^[\s]*[=+\-@\t\r]/;

function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const inert = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
