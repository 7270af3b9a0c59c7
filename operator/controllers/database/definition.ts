/**
 * Reconciles one database:
 *
 * 1. what kubectl left out is added (id, organization, finalizer);
 * 2. everything is observed, the engine's resource on the tenant cluster included;
 * 3. the machine decides;
 * 4. the status is written when something in it matters, with the version that was read;
 * 5. effects run in order; the next pass sees what came of them;
 * 6. what the engine backed up by its schedule is shown.
 */
import { DATABASE_INSTANCES } from "../../../adapters/kubernetes/resource-types.ts";
import type { Outcome } from "../../machines/decision.ts";
import { nextDatabase } from "../../machines/database/next.ts";
import type { DatabaseEffect } from "../../machines/database/observe-types.ts";
import type { DatabaseState } from "../../machines/database/state.ts";
import { databaseSignificance, deriveDatabaseStatus, parseDatabaseState } from "../../machines/database/status.ts";
import { requestIdOf } from "../../resources/adoption.ts";
import { logMove } from "../shared/announce-move.ts";
import { mirrorScheduled } from "./scheduled-backups.ts";
import type { DatabaseObject } from "../../resources/objects.ts";
import { databaseDeletion, type DatabaseContext } from "./context.ts";
import { databaseKey } from "../../resources/handles.ts";
import { holdDatabaseDeletion } from "./hold.ts";
import { observeDatabase, type DatabaseLook } from "./observe.ts";
import { reconcileDeletion } from "../delivered/deletion.ts";
import { deliveryRequest, performDelivery } from "../delivered/effects.ts";
import { recordedDelivery } from "../shared/git-desk.ts";
import { reconcileObject } from "../reconcile.ts";

/** Reconciles the database of a key. */
export function reconcileDatabase(context: DatabaseContext, key: string): Promise<Outcome> {
  const found = { deskKey: `DatabaseInstance/${key}`, object: context.caches.databases.get(key) };
  return reconcileObject(context, found, {
    live: (object) => reconcileLive(context, object),
    deleted: async (object) =>
      (await holdDatabaseDeletion(context, object)) ?? reconcileDeletion(databaseDeletion(context), object),
  });
}

async function reconcileLive(context: DatabaseContext, object: DatabaseObject): Promise<Outcome> {
  const look = observeDatabase(context, object);
  const nowMs = context.clock.nowMs();
  const { spec, status } = object;
  const filled = spec.restore !== undefined || spec.replicationSourceId !== undefined;
  const before = parseDatabaseState(status, nowMs);
  const decision = nextDatabase(filled, before, look.observed, nowMs);
  const after = deriveDatabaseStatus(decision.state, look.observed, { spec, status, facts: look.facts, nowMs });
  if (databaseSignificance(status) !== databaseSignificance(after)) {
    await context.status.status(object, status, after);
    announce(context, object, { before, after: decision.state, why: decision.why });
  }
  const content = { key: databaseKey(object), chart: "database", version: look.target?.chartVersion } as const;
  const { effects, held } = context.gate.sift(decision.effects, content);
  for (const effect of effects) await perform(context, object, look, effect);
  if (look.use !== undefined) await mirrorScheduled(context, object, look.use.clusterHandle);
  return held ?? decision.outcome;
}

async function perform(
  context: DatabaseContext,
  object: DatabaseObject,
  { use, target, summary, application }: DatabaseLook,
  effect: DatabaseEffect,
): Promise<void> {
  if (effect.kind === "makeCredentials" || effect.kind === "pushSecrets") {
    if (use === undefined) return;
    if (effect.kind === "pushSecrets") return context.secrets.push(use);
    return context.secrets.makePassword(use, requestIdOf(object) ?? "");
  }
  if (target === undefined || summary === undefined) return;
  const { handle, clusterHandle } = target;
  return performDelivery(context, effect, {
    handle,
    clusterHandle,
    application,
    contentHash: summary.contentHash,
    at: { key: databaseKey(object), recorded: recordedDelivery(object) },
    request: () => deliveryRequest(databaseKey(object), object, context.renderer.files(target)),
  });
}

type Change = Readonly<{ before: DatabaseState; after: DatabaseState; why: string }>;

/** Logs each transition once; tells people of faults and of rest. */
function announce({ logger, events }: DatabaseContext, object: DatabaseObject, { before, after, why }: Change): void {
  const moved = before.phase !== after.phase;
  if (moved) logMove(logger, { type: DATABASE_INSTANCES, label: "Database" }, object, { before, after, why });
  const ill = (after.stalled && !before.stalled) || (moved && after.phase === "degraded");
  if (ill) events.record(DATABASE_INSTANCES, object, { type: "Warning", reason: after.reason, message: after.message });
  else if (moved && after.phase === "running")
    events.record(DATABASE_INSTANCES, object, { type: "Normal", reason: after.reason, message: why });
}
