import { toneOf } from "./phases.ts";

type Row = Readonly<{ id: string; name?: string; status: string; created_at: string }>;

/** The orders of a list, as they stand in addresses; the first where the address names none. */
export const ORDERS = [
  { id: "newest", name: "Newest" },
  { id: "oldest", name: "Oldest" },
  { id: "name", name: "Name" },
  { id: "state", name: "State" },
] as const;

const BY_TONE = ["bad", "moving", "good", "quiet"];
/** Of what was made in one second the ids tell which came later. */
const newest = (one: Row, other: Row): number =>
  descending(one.created_at, other.created_at) || descending(one.id, other.id);
const descending = (one: string, other: string): number => (one === other ? 0 : one < other ? 1 : -1);

/** Sorts the rows of a list: by state what is in trouble is first. */
export function sortRows<T extends Row>(rows: readonly T[], order: string | undefined): readonly T[] {
  const toned = (row: Row): number => BY_TONE.indexOf(toneOf(row.status));
  if (order === "oldest") return rows.toSorted((one, other) => newest(other, one));
  if (order === "name") return rows.toSorted((one, other) => BY_NAME.compare(one.name ?? "", other.name ?? ""));
  if (order === "state") return rows.toSorted((one, other) => toned(one) - toned(other) || newest(one, other));
  return rows.toSorted(newest);
}

/** One for all comparisons: making one is what takes long. */
const BY_NAME = new Intl.Collator("en", { numeric: true });
