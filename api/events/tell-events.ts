import type { Change } from "../../adapters/postgres/resources/change-feed.ts";
import { readChanged, type ChangedResource } from "../../adapters/postgres/resources/event-reads.ts";
import type { Pool } from "../../adapters/postgres/pool.ts";
import type { Told, ToldEvent } from "./event-hub.ts";
import type { ProjectedKind } from "../../render/projection/custom-resource.ts";
import { textOf } from "../resources/resource-text.ts";

/** More of a batch is not told at once: each stream holds what it sends until its client has taken it. */
const MOST_CHARACTERS = 2_097_152;

/**
 * Adds the resources to changes, all in one read; changes of resources that REST hides are left out. Tells the first of
 * them alone where they are large.
 */
export async function tellEvents(pool: Pool, changes: readonly Change[]): Promise<Told> {
  if (changes.length === 0) return { events: [], count: 0 };
  const { found, unread } = await readChanged(pool, [...new Set(changes.map(({ resourceId }) => resourceId))]);
  const events: ToldEvent[] = [];
  let characters = 0;
  let count = 0;
  for (const change of changes) {
    if (characters >= MOST_CHARACTERS || unread.has(change.resourceId)) break;
    count += 1;
    const resource = found.get(change.resourceId);
    if (resource?.hidden === true) continue;
    const data = dataOf(change, resource);
    characters += data.length;
    events.push({ change, data });
  }
  return { events, count };
}

/** Takes the first events, as many as are sent at once. */
export function firstOf(events: readonly ToldEvent[], most: number): readonly ToldEvent[] {
  let characters = 0;
  const end = events.slice(0, most).findIndex(({ data }) => (characters += data.length) >= MOST_CHARACTERS);
  return events.slice(0, end === -1 ? most : end + 1);
}

function dataOf({ kind, resourceId, organizationId, type, at }: Change, found: ChangedResource | undefined): string {
  const head = JSON.stringify({ kind, id: resourceId, organization_id: organizationId, type, at: at.toISOString() });
  const body = found?.organizationId === organizationId ? found.body : null;
  const resource = found === undefined || body === null ? "null" : textOf(kind as ProjectedKind, { ...found, body });
  return `${head.slice(0, -1)},"resource":${resource}}`;
}
