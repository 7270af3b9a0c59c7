import type { Change } from "../../adapters/postgres/resources/change-feed.ts";
import { readChanged, type ChangedResource } from "../../adapters/postgres/resources/event-reads.ts";
import type { Pool } from "../../adapters/postgres/pool.ts";
import type { ToldEvent } from "./event-hub.ts";
import type { ProjectedKind } from "../../render/projection/custom-resource.ts";
import { textOf } from "../resources/resource-text.ts";

/** Adds the resources to changes, all in one read; changes of resources that REST hides are left out. */
export async function tellEvents(pool: Pool, changes: readonly Change[]): Promise<ToldEvent[]> {
  if (changes.length === 0) return [];
  const resources = await readChanged(pool, [...new Set(changes.map(({ resourceId }) => resourceId))]);
  return changes.flatMap((change) => {
    const found = resources.get(change.resourceId);
    if (found?.hidden === true) return [];
    return { change, data: dataOf(change, found) };
  });
}

function dataOf({ kind, resourceId, organizationId, type, at }: Change, found: ChangedResource | undefined): string {
  const head = JSON.stringify({ kind, id: resourceId, organization_id: organizationId, type, at: at.toISOString() });
  const body = found?.organizationId === organizationId ? found.body : null;
  const resource = found === undefined || body === null ? "null" : textOf(kind as ProjectedKind, { ...found, body });
  return `${head.slice(0, -1)},"resource":${resource}}`;
}
