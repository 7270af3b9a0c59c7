import { formatTable, type BenchTable } from "../../bench/report.ts";

/** What one bench came to: its tables, how long it took, and what became of it where it did not end well. */
export type BenchResult = Readonly<{ date: string; seconds: number; fault?: string; tables: readonly BenchTable[] }>;

/** The newest result of each bench, with the machine; `docs/benchmarks.json`. */
export type BenchRecord = Readonly<{ machine: string; benches: Readonly<Record<string, BenchResult>> }>;

const BEGIN = "<!-- make bench: begin -->";
const END = "<!-- make bench: end -->";

/** Parses what a bench recorded, a line for each table; a line that was cut off by its end is left out. */
export function parseTables(text: string): readonly BenchTable[] {
  return text.split("\n").flatMap((line) => {
    try {
      return [JSON.parse(line) as BenchTable];
    } catch {
      return [];
    }
  });
}

/** Adds a result to a record; those of another machine are dropped, as nobody could compare them. */
export function addResult(
  record: BenchRecord | undefined,
  machine: string,
  name: string,
  result: BenchResult,
): BenchRecord {
  const kept = record?.machine === machine ? record.benches : {};
  return { machine, benches: { ...kept, [name]: result } };
}

/** Writes a record between its two marks of a document; throws where the document has none. */
export function writeSection(document: string, record: BenchRecord): string {
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`The document needs ${BEGIN} and ${END} on lines of their own`);
  const sections = Object.entries(record.benches).map(([name, result]) => formatResult(name, result));
  const text = [`${record.machine}. Each with its date and the load average as its table was printed.`, ...sections];
  return `${document.slice(0, begin)}${BEGIN}\n\n${text.join("\n\n")}\n\n${document.slice(end)}`;
}

function formatResult(name: string, { date, seconds, fault, tables }: BenchResult): string {
  const head = `### \`bench/${name}.ts\` (${date}, ${seconds} s${fault === undefined ? "" : `; **${fault}**`})`;
  return [head, ...tables.map(({ title, load, rows }) => `${title} (load ${load})\n\n${formatTable(rows)}`)].join(
    "\n\n",
  );
}
