import type { BenchTable } from "../../bench/report.ts";
import type { BenchRecord } from "./bench-record.ts";

/** One figure in two records; `ratio` is the second by the first. */
type ComparedFigure = Readonly<{ what: string; before: string; after: string; ratio: string }>;

type Figure = Readonly<{ text: string; value: number }>;

/** Compares each cell that begins with a number in both records, by bench, table, the row's first cell and the column. */
export function compareRecords(before: BenchRecord, after: BenchRecord): readonly ComparedFigure[] {
  const [old, fresh] = [figuresOf(before), figuresOf(after)];
  return [...old].flatMap(([what, one]) => {
    const other = fresh.get(what);
    if (other === undefined) return [];
    const ratio = one.value === 0 ? "" : (other.value / one.value).toFixed(2);
    return [{ what, before: one.text, after: other.text, ratio }];
  });
}

function figuresOf({ benches }: BenchRecord): ReadonlyMap<string, Figure> {
  const figures = Object.entries(benches).flatMap(([name, { tables }]) =>
    tables.flatMap((table) => readTable(name, table)),
  );
  return new Map(figures);
}

function readTable(name: string, { title, rows }: BenchTable): readonly (readonly [string, Figure])[] {
  return rows.flatMap((row) => {
    const [first, ...cells] = Object.entries(row);
    return cells.flatMap(([column, text]) => {
      const value = readNumber(text);
      return value === undefined
        ? []
        : [[`${name}: ${title}: ${first?.[1] ?? ""}, ${column}`, { text, value }] as const];
    });
  });
}

/** Reads the number at the beginning of a cell; thousands are parted by commas. */
function readNumber(text: string): number | undefined {
  const [found] = /^-?\d[\d,]*(?:\.\d+)?/.exec(text) ?? [];
  return found === undefined ? undefined : Number(found.replaceAll(",", ""));
}
