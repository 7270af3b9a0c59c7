/*
 * What the gateway has told of an organization's resources, kept up by one stream of events:
 * 1. the stream is opened first and only then everything is listed, so that no change falls between;
 * 2. changes are shown together, at most once a frame: a burst of a thousand is one drawing;
 * 3. after a break the stream goes on at its cursor; changes that were lost meanwhile mean listing anew;
 * 4. `connection` says whether what is shown is the newest: not before all changes of a break were told, and what is shown was read since, all lists too.
 */
import { signal, type Signal } from "@preact/signals";
import type { ChangeEvent } from "../../client/follow-events.ts";
import { berth } from "./berth.ts";
import type { Identified } from "./collection.ts";
import { connection, holdBack, loseConnection, readAnew } from "./connection.ts";
import { KINDS, NOTHING, type Kind } from "./kinds.ts";
import { ALL, isAllThere, listKinds } from "./list-kinds.ts";
import { tellTime } from "./now.ts";
import { oneListing } from "./one-listing.ts";

const FRAME_MS = 16;

const touches = new Map<string, Signal<number>>();

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
  follow(organizationId, over.signal).catch(() => {
    if (!over.signal.aborted) connection.value = { state: "lost", since: Date.now() };
  });
  return () => over.abort();
}

async function follow(organizationId: string, over: AbortSignal): Promise<void> {
  let isBegun = false;
  const batch = new Batch();
  const list = oneListing((until) => listKinds({ organizationId, until }), over);
  const onConnection = (state: "open" | "lost", silentMs: number): void => {
    // A machine that slept has an older time than it shows.
    tellTime();
    if (state === "lost") {
      loseConnection(silentMs);
      return;
    }
    connection.value = { state: "opening", since: Date.now() };
    if (!isAllThere()) holdBack(list());
    if (isBegun) return;
    isBegun = true;
    // It begins now: nothing was before that is still to be told.
    readAnew();
  };
  const onCurrent = (): void => {
    if (connection.peek().state !== "opening") return;
    batch.show();
    readAnew();
  };
  const choice = { query: { organization_id: organizationId }, signal: over, onConnection, onCurrent };
  for await (const event of berth.events(choice)) {
    if (event.type === "resync") holdBack(list());
    else batch.add(event.change);
  }
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
