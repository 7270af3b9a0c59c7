import { refusedValue } from "./refused-value.ts";
import { CANONICAL_UUID } from "../../contract/rest/formats.ts";

/** The place behind the last item of a page; items are ordered by creation and id, newest first. */
export type Position = Readonly<{ createdAt: Date; id: string }>;
/** The query members of every list. */
export type ListQuery = Readonly<{ limit?: number; cursor?: string; count?: boolean }>;
/** One page, with `total` when it was asked for. */
type Page<T> = Readonly<{ items: readonly T[]; next_cursor: string | null; total?: number }>;

const LIMIT_DEFAULT = 50;

/** Reads how many items a page has. */
export function limitOf(query: ListQuery): number {
  return query.limit ?? LIMIT_DEFAULT;
}

/** Writes a cursor. */
export function encodeCursor({ createdAt, id }: Position): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString("base64url");
}

/** Reads a cursor that we wrote; anything else is a fault of the query. */
export function decodeCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const [millis = "", id = "", ...rest] = Buffer.from(cursor, "base64url").toString("latin1").split(".");
  const createdAt = new Date(/^[0-9]{1,15}$/.test(millis) ? Number(millis) : NaN);
  if (rest.length > 0 || Number.isNaN(createdAt.getTime()) || !CANONICAL_UUID.test(id))
    throw refusedValue(["query", "cursor"], "the cursor is not one that this list returned");
  return { createdAt, id };
}

/** Cuts a page out of a short list that is in memory. */
export function pageOf<T extends Position>(all: readonly T[], query: ListQuery): Page<T> {
  const after = decodeCursor(query.cursor);
  const sorted = all.toSorted(newestFirst).filter((item) => after === undefined || newestFirst(after, item) < 0);
  return { ...toPage(sorted, limitOf(query)), ...(query.count === true ? { total: all.length } : {}) };
}

/** Makes a page of one item more than fits: that one only says that there is a next page. */
export function toPage<T extends Position>(oneMore: readonly T[], limit: number): Omit<Page<T>, "total"> {
  const items = oneMore.slice(0, limit);
  const last = items.at(-1);
  return { items, next_cursor: oneMore.length > limit && last !== undefined ? encodeCursor(last) : null };
}

function newestFirst(left: Position, right: Position): number {
  const byTime = right.createdAt.getTime() - left.createdAt.getTime();
  if (byTime !== 0) return byTime;
  return left.id < right.id ? 1 : left.id > right.id ? -1 : 0;
}
