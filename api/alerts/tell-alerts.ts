import { findAlerts } from "../../adapters/postgres/alerts/alert-store.ts";
import type { Pool } from "../../adapters/postgres/pool.ts";
import type { Change } from "../../adapters/postgres/resources/change-feed.ts";
import { tellEvents } from "../events/tell-events.ts";
import type { ToldEvent } from "../events/event-hub.ts";
import { alertBody } from "./alert-bodies.ts";

/** The kind under which webhooks hear of alerts. */
const ALERT = "Alert";

/** Adds to what webhooks deliver what it is about: resources, or alerts. */
export async function tellDelivered(pool: Pool, changes: readonly Change[]): Promise<ToldEvent[]> {
  const [alerts, others] = [changes.filter(isAlert), changes.filter((change) => !isAlert(change))];
  return [...(await tellAlerts(pool, alerts)), ...(await tellEvents(pool, others)).events];
}

function isAlert({ kind }: Change): boolean {
  return kind === ALERT;
}

async function tellAlerts(pool: Pool, changes: readonly Change[]): Promise<ToldEvent[]> {
  if (changes.length === 0) return [];
  const rows = await findAlerts(
    pool,
    changes.map(({ resourceId }) => resourceId),
  );
  const bodies = new Map(rows.map((row) => [row.id, alertBody(row)]));
  return changes.map((change) => {
    const { resourceId: id, organizationId: organization_id, type, at } = change;
    const resource = bodies.get(id) ?? null;
    const event = { kind: ALERT, id, organization_id, type, at: at.toISOString(), resource };
    return { change, data: JSON.stringify(event) };
  });
}
