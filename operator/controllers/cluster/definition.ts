/**
 * Reconciles one cluster: adoption, observation (provider, Argo CD, the cluster itself), decision, status, effects. The
 * order of deletion is the deletion machine's.
 */
import { CLUSTERS } from "../../../adapters/kubernetes/resource-types.ts";
import type { ClusterEffect, NodeEffect } from "../../machines/cluster/observe-types.ts";
import { nextCluster } from "../../machines/cluster/next.ts";
import { clusterSignificance, deriveClusterStatus, parseClusterState } from "../../machines/cluster/status.ts";
import type { Outcome } from "../../machines/decision.ts";
import { announceMove } from "../shared/announce-move.ts";
import type { ClusterObject } from "../../resources/objects.ts";
import { orderOf, provisionerOf, type ClusterContext } from "./context.ts";
import { clusterKey } from "../../resources/handles.ts";
import { pruneBundle } from "./bundle.ts";
import { reconcileClusterDeletion } from "./deletion.ts";
import { observeCluster, type ClusterLook } from "./observe.ts";
import { actOnNodes } from "./nodes.ts";
import { deliveryRequest } from "../delivered/effects.ts";
import { applyRoot, register } from "./registration.ts";
import { reconcileObject } from "../reconcile.ts";

const TOLD = { type: CLUSTERS, label: "Cluster", bad: ["error", "degraded"], good: ["running"] };

/** Reconciles the cluster of a key. */
export function reconcileCluster(context: ClusterContext, key: string): Promise<Outcome> {
  const found = { deskKey: `Cluster/${key}`, object: context.caches.clusters.get(key) };
  return reconcileObject(context, found, {
    live: (object) => reconcileLive(context, object),
    deleted: (object) => reconcileClusterDeletion(context, object),
  });
}

async function reconcileLive(context: ClusterContext, object: ClusterObject): Promise<Outcome> {
  const look = await observeCluster(context, object);
  const nowMs = context.clock.nowMs();
  const before = parseClusterState(object.status, nowMs);
  const decision = nextCluster(before, look.observed, nowMs);
  const after = deriveClusterStatus(object.status, decision.state, look.observed, { facts: look.facts, nowMs });
  if (clusterSignificance(object.status) !== clusterSignificance(after)) {
    await context.status.status(object, object.status, after);
    announceMove(context, TOLD, object, { before, after: decision.state, why: decision.why });
  }
  for (const effect of decision.effects) {
    if ("node" in effect || "nodes" in effect) await actOnNodes(context, object, effect);
    else await PERFORM[effect.kind](context, object, look);
  }
  return decision.outcome;
}

type Perform = (context: ClusterContext, object: ClusterObject, look: ClusterLook) => Promise<void> | void;

const PERFORM: Readonly<Record<Exclude<ClusterEffect["kind"], NodeEffect["kind"]>, Perform>> = {
  ensureProvider: (context, object) => provisionerOf(context, object)?.ensure(orderOf(object)),
  removeProvider: (context, object) => provisionerOf(context, object)?.remove(orderOf(object)),
  write: ({ desk }, object, { files, content }) =>
    desk.write(deliveryRequest(clusterKey(object), object, files), content.contentHash),
  register: (context, object, { provider }) =>
    provider?.kind === "ready" ? register(context, object, provider) : undefined,
  applyProject: ({ projects }, { metadata }) => projects.apply(metadata.namespace ?? ""),
  applyRoot: (context, object) => applyRoot(context, object),
  pruneBundle: (context, object, { observed }) => pruneBundle(context, object, observed.bundle.surplus),
};
