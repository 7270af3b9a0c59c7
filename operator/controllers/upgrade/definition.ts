/**
 * Reconciles one upgrade request: adoption, observation (its cluster, the other requests, the cluster's own API server
 * before it begins), decision, status, effects. A request that is deleted takes its file out of Git and undoes nothing.
 */
import { CLUSTERS, UPGRADE_REQUESTS } from "../../../adapters/kubernetes/resource-types.ts";
import { isNotFound } from "../../../adapters/kubernetes/kube-error.ts";
import { FIELD_MANAGERS } from "../../../contract/identity.ts";
import { upgradePath } from "../../../render/delivery-names.ts";
import { assertNever, SETTLED, type Outcome } from "../../machines/decision.ts";
import { leaveGit } from "../../machines/deletion-decision.ts";
import { nextUpgrade } from "../../machines/upgrade/next.ts";
import type { UpgradeEffect } from "../../machines/upgrade/observe-types.ts";
import { deriveUpgradeStatus, parseUpgradeState, upgradeSignificance } from "../../machines/upgrade/status.ts";
import { requestIdOf, withoutFinalizer } from "../../resources/adoption.ts";
import { announceMove } from "../shared/announce-move.ts";
import type { UpgradeObject } from "../../resources/objects.ts";
import { clusterHandle, upgradeKey } from "../../resources/handles.ts";
import { deliveryRequest } from "../delivered/effects.ts";
import { REMOVED } from "../shared/git-desk.ts";
import { reconcileObject } from "../reconcile.ts";
import { clusterOf, type UpgradeContext } from "./context.ts";
import { observeUpgradeRequest, type UpgradeLook } from "./observe.ts";

const TOLD = { type: UPGRADE_REQUESTS, label: "Upgrade request", bad: ["failed"], good: ["completed"] };

/** Reconciles the upgrade request of a key. */
export function reconcileUpgrade(context: UpgradeContext, key: string): Promise<Outcome> {
  const found = { deskKey: `UpgradeRequest/${key}`, object: context.caches.upgrades.get(key) };
  return reconcileObject(context, found, {
    live: (object) => reconcileLive(context, object),
    deleted: (object) => reconcileDeletion(context, object),
  });
}

async function reconcileLive(context: UpgradeContext, object: UpgradeObject): Promise<Outcome> {
  const look = await observeUpgradeRequest(context, object);
  const nowMs = context.clock.nowMs();
  const before = parseUpgradeState(object.status, nowMs);
  const decision = nextUpgrade(before, look.observed, nowMs);
  const facts = { gitPath: look.files[0]?.path ?? object.status?.git?.path, requestId: requestIdOf(object) };
  const after = deriveUpgradeStatus(object.status, decision.state, look.observed, { facts, nowMs });
  if (upgradeSignificance(object.status) !== upgradeSignificance(after)) {
    await context.status.status(object, object.status, after);
    announceMove(context, TOLD, object, { before, after: decision.state, why: decision.why });
  }
  for (const effect of decision.effects) await perform(context, object, look, effect);
  return decision.outcome;
}

async function perform(
  context: UpgradeContext,
  object: UpgradeObject,
  look: UpgradeLook,
  effect: UpgradeEffect,
): Promise<void> {
  switch (effect.kind) {
    case "write":
      if (look.files.length > 0)
        context.desk.write(deliveryRequest(upgradeKey(object), object, look.files), look.content.contentHash);
      return;
    case "order":
      return order(context, look);
    case "deleteRequest":
      return deleteRequest(context, object);
    default:
      return assertNever(effect);
  }
}

/** Sets the version in the cluster's spec; whoever changed the cluster meanwhile makes this pass begin anew. */
async function order({ client, caches }: UpgradeContext, { cluster, observed }: UpgradeLook): Promise<void> {
  if (cluster === undefined) return;
  const { name, namespace, resourceVersion } = cluster.metadata;
  const body = { metadata: { resourceVersion }, spec: { kubernetesVersion: observed.toVersion } };
  const options = { fieldManager: FIELD_MANAGERS.operator };
  caches.clusters.noteWrite(await client.patch(CLUSTERS, { namespace, name }, { kind: "merge", body }, options));
}

async function deleteRequest({ client }: UpgradeContext, { metadata }: UpgradeObject): Promise<void> {
  const { name, namespace, uid } = metadata;
  try {
    await client.delete(UPGRADE_REQUESTS, { namespace, name }, uid === undefined ? {} : { uid });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/** With its cluster the whole folder left Git: then there is nothing to take out. */
async function reconcileDeletion(context: UpgradeContext, object: UpgradeObject): Promise<Outcome> {
  const path = object.status?.git?.path ?? pathOf(context, object);
  const step = path === undefined ? undefined : leaveGit(context.desk.removal(upgradeKey(object)));
  if (step === undefined || path === undefined) return removeFinalizer(context, object);
  if (step.effects.length > 0)
    context.desk.write(deliveryRequest(upgradeKey(object), object, [{ path, content: null }]), REMOVED);
  return step.outcome;
}

async function removeFinalizer({ status }: UpgradeContext, object: UpgradeObject): Promise<Outcome> {
  await status.metadata(object, withoutFinalizer(object));
  return SETTLED;
}

function pathOf(context: UpgradeContext, object: UpgradeObject): string | undefined {
  const cluster = clusterOf(context, object);
  return cluster && upgradePath(clusterHandle(cluster), object.metadata.name);
}
