/*
 * What the gateway has told of an organization's resources, kept up by one stream of events:
 * 1. the stream is opened first and only then everything is listed, so that no change falls between;
 * 2. changes are shown together, at most once a frame: a burst of a thousand is one drawing;
 * 3. after a break the stream goes on at its cursor; changes that were lost meanwhile mean listing anew;
 * 4. `connection` says whether what is shown is the newest: not before all changes of a break were told, and what is shown was read since.
 */
import { signal, type Signal } from "@preact/signals";
import { isBerthError } from "../../client/berth-error.ts";
import type { ChangeEvent } from "../../client/follow-events.ts";
import { toProblem } from "../view/problem.ts";
import { berth } from "./berth.ts";
import type { Identified } from "./collection.ts";
import { KINDS, NOTHING, type Kind } from "./kinds.ts";
import { connection, holdBack, loseConnection, readAnew } from "./connection.ts";
import { tellTime } from "./now.ts";
import { endSession } from "./session.ts";

/** The first page is there at once, further ones are as long as the gateway allows. */
const FIRST_PAGE = 50;
const PAGE = 200;
const FRAME_MS = 16;

const ALL = Object.values(KINDS) as unknown as readonly Kind<Identified>[];
const touches = new Map<string, Signal<number>>();

/** Whether the page of the address is itself still on its way: what it needs has right of way before the rest of lists. */
export const isPageLoading = signal(false);

/** Counts the changes of one resource: who reads it, reads anew when the count moves. */
export function touchesOf(id: string): Signal<number> {
  const known = touches.get(id) ?? signal(0);
  touches.set(id, known);
  return known;
}

/** Has whoever reads something read it anew: what no event tells of, after this page has changed it. */
export function touch(id: string): void {
  touchesOf(id).value += 1;
}

/** Follows the resources of an organization until it is told to stop. */
export function followOrganization(organizationId: string): () => void {
  const over = new AbortController();
  for (const kind of ALL) {
    kind.collection.clear();
    kind.shown.value = NOTHING;
  }
  connection.value = { state: "opening", since: Date.now() };
  follow(organizationId, over.signal).catch((error: unknown) => {
    if (over.signal.aborted) return;
    if (isBerthError(error) && error.status === 401) endSession();
    else connection.value = { state: "lost", since: Date.now() };
  });
  return () => over.abort();
}

async function follow(organizationId: string, over: AbortSignal): Promise<void> {
  let isListed = false;
  const batch = new Batch();
  const onConnection = (state: "open" | "lost", silentMs: number): void => {
    // A machine that slept has an older time than it shows.
    tellTime();
    if (state === "lost") {
      loseConnection(silentMs);
      return;
    }
    connection.value = { state: "opening", since: Date.now() };
    if (isListed) return;
    isListed = true;
    // It begins now: nothing was before that is still to be told.
    readAnew();
    listAll(over).catch(() => undefined);
  };
  const onCurrent = (): void => {
    if (connection.peek().state !== "opening") return;
    batch.show();
    readAnew();
  };
  const choice = { query: { organization_id: organizationId }, signal: over, onConnection, onCurrent };
  for await (const event of berth.events(choice)) {
    if (event.type === "resync") holdBack(listAll(over));
    else batch.add(event.change);
  }
}

/** Lists all kinds: their first pages at once, and what is beyond only when those are drawn. */
async function listAll(over: AbortSignal): Promise<void> {
  const begun = await Promise.all(ALL.map((kind) => read(kind, null, over)));
  await pageDrawn();
  await Promise.all(ALL.map((kind, index) => readOn(kind, begun[index] ?? null, over)));
}

async function readOn(kind: Kind<Identified>, next: string | null, over: AbortSignal): Promise<void> {
  for (let cursor = next; cursor !== null;) cursor = await read(kind, cursor, over);
}

/** Reads one page, the first without a cursor; answers where it goes on. What cannot be read is told, and ends it. */
async function read(kind: Kind<Identified>, cursor: string | null, over: AbortSignal): Promise<string | null> {
  const { collection, shown, list } = kind;
  if (cursor === null) collection.begin();
  try {
    const { items, next } = await list(cursor === null ? { limit: FIRST_PAGE } : { limit: PAGE, cursor }, over);
    if (over.aborted) return null;
    collection.page(items);
    if (next === null) collection.end();
    shown.value = { rows: collection.rows(), isWhole: next === null };
    return next;
  } catch (error) {
    if (!over.aborted) shown.value = { ...shown.value, problem: toProblem(error) };
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

/** Changes that wait to be shown together. */
class Batch {
  #waiting: ChangeEvent[] = [];

  add(change: ChangeEvent): void {
    if (this.#waiting.push(change) === 1) setTimeout(() => this.show(), FRAME_MS);
  }

  show(): void {
    const changes = this.#waiting;
    this.#waiting = [];
    const moved = new Set<Kind<Identified>>();
    for (const { kind: name, id, type, resource } of changes) {
      const kind = (KINDS as Readonly<Record<string, unknown>>)[name] as Kind<Identified> | undefined;
      kind?.collection.change(id, type === "deleted" || resource === null ? undefined : kind.row(resource));
      if (kind !== undefined) moved.add(kind);
      // Also by the kind: a list of upgrades or backups is of no resource that an event names.
      for (const about of [id, name]) if (touches.has(about)) touch(about);
    }
    for (const { shown, collection } of moved) shown.value = { ...shown.value, rows: collection.rows() };
  }
}
