import { signal } from "@preact/signals";
import { toProblem } from "../view/problem.ts";
import type { Identified } from "./collection.ts";
import { KINDS, type Kind } from "./kinds.ts";

/** The first page is there at once, further ones are as long as the gateway allows. */
const FIRST_PAGE = 50;
const PAGE = 200;

/** Whose resources are listed, and until when. */
type Wish = Readonly<{ organizationId: string; until: AbortSignal }>;

export const ALL = Object.values(KINDS) as unknown as readonly Kind<Identified>[];

/** Whether the page of the address is itself still on its way: what it needs has right of way before the rest of lists. */
export const isPageLoading = signal(false);

/** Tells whether every kind was listed to its end. */
export function isAllThere(): boolean {
  return ALL.map(({ shown }) => shown.peek()).every(({ isWhole, problem }) => isWhole && problem === undefined);
}

/** Lists all kinds, and tells whether it could: their first pages at once, and what is beyond only when those are drawn. */
export async function listKinds(wish: Wish): Promise<boolean> {
  const begun = await Promise.all(ALL.map((kind) => read(kind, null, wish)));
  await pageDrawn();
  await Promise.all(ALL.map((kind, index) => readOn(kind, begun[index] ?? null, wish)));
  return isAllThere();
}

async function readOn(kind: Kind<Identified>, next: string | null, wish: Wish): Promise<void> {
  for (let cursor = next; cursor !== null;) cursor = await read(kind, cursor, wish);
}

/** Reads one page, the first without a cursor; answers where it goes on. What cannot be read is told, and ends it. */
async function read(
  { collection, shown, list }: Kind<Identified>,
  cursor: string | null,
  { organizationId, until }: Wish,
): Promise<string | null> {
  if (cursor === null) collection.begin();
  const page = cursor === null ? { limit: FIRST_PAGE } : { limit: PAGE, cursor };
  try {
    const { items, next } = await list({ organization_id: organizationId, ...page }, until);
    if (until.aborted) return null;
    collection.page(items);
    if (next === null) collection.end();
    shown.value = { rows: collection.rows(), isWhole: next === null };
    return next;
  } catch (error) {
    if (!until.aborted) shown.value = { ...shown.value, problem: toProblem(error) };
    return null;
  }
}

/** Waits until the page of the address is there, and a frame has shown it. */
async function pageDrawn(): Promise<void> {
  const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
  do await frame();
  while (isPageLoading.peek());
  await frame();
}
