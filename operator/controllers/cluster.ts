/**
 * Reconciles one cluster: adoption, observation (provider, Argo CD, the cluster itself), decision, status, effects. The
 * order of deletion is the deletion machine's.
 */
import { CLUSTERS } from "../../adapters/kubernetes/resource-types.ts";
import { FINALIZER } from "../../contract/identity.ts";
import type { ClusterEffect, NodeEffect } from "../machines/cluster/observe-types.ts";
import { nextCluster } from "../machines/cluster/next.ts";
import type { ClusterState } from "../machines/cluster/state.ts";
import { clusterSignificance, deriveClusterStatus, parseClusterState } from "../machines/cluster/status.ts";
import { SETTLED, wait, type Outcome } from "../machines/decision.ts";
import { deriveAdoption, requestIdOf, userIdOf } from "./adoption.ts";
import type { ClusterObject } from "./caches.ts";
import { clusterKey, orderOf, provisionerOf, type ClusterContext } from "./cluster-context.ts";
import { pruneBundle } from "./cluster-bundle.ts";
import { reconcileClusterDeletion } from "./cluster-deletion.ts";
import { observeCluster, type ClusterLook } from "./cluster-observe.ts";
import { actOnNodes } from "./cluster-nodes.ts";
import { applyRoot, register } from "./cluster-registration.ts";

/** Reconciles the cluster of a key. */
export async function reconcileCluster(context: ClusterContext, key: string): Promise<Outcome> {
  const object = context.caches.clusters.get(key);
  if (object === undefined) {
    context.desk.forget(`Cluster/${key}`);
    return SETTLED;
  }
  if (object.metadata.deletionTimestamp !== undefined) {
    if (!(object.metadata.finalizers ?? []).includes(FINALIZER)) return SETTLED;
    return reconcileClusterDeletion(context, object);
  }
  const adoption = deriveAdoption(object, context.caches.namespaces);
  if (adoption !== undefined) {
    await context.status.metadata(object, adoption);
    return wait(1_000, "Adopting");
  }
  return reconcileLive(context, object);
}

async function reconcileLive(context: ClusterContext, object: ClusterObject): Promise<Outcome> {
  const look = await observeCluster(context, object);
  const nowMs = context.clock.nowMs();
  const before = parseClusterState(object.status, nowMs);
  const decision = nextCluster(before, look.observed, nowMs);
  const after = deriveClusterStatus(object.status, decision.state, look.observed, { facts: look.facts, nowMs });
  if (clusterSignificance(object.status) !== clusterSignificance(after)) {
    await context.status.status(object, object.status, after);
    announce(context, object, { before, after: decision.state, why: decision.why });
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
    desk.write({ key: clusterKey(object), files, trailers: trailersOf(object) }, content.contentHash),
  register: (context, object, { provider }) =>
    provider?.kind === "ready" ? register(context, object, provider) : undefined,
  applyProject: ({ projects }, { metadata }) => projects.apply(metadata.namespace ?? ""),
  applyRoot: (context, object) => applyRoot(context, object),
  pruneBundle: (context, object, { observed }) => pruneBundle(context, object, observed.bundle.surplus),
};

function trailersOf(object: ClusterObject): {
  resource: string;
  generation: number;
  requestId?: string;
  author?: string;
} {
  const requestId = requestIdOf(object);
  const author = userIdOf(object);
  return {
    resource: clusterKey(object),
    generation: object.metadata.generation ?? 1,
    ...(requestId === undefined ? {} : { requestId }),
    ...(author === undefined ? {} : { author }),
  };
}

type Change = Readonly<{ before: ClusterState; after: ClusterState; why: string }>;

function announce({ logger, events }: ClusterContext, object: ClusterObject, { before, after, why }: Change): void {
  if (before.phase === after.phase) return;
  const { name, namespace, uid } = object.metadata;
  logger.info("Cluster moved", {
    object: { kind: "Cluster", namespace, name, uid },
    from: before.phase,
    to: after.phase,
    why,
    requestId: requestIdOf(object),
  });
  if (after.phase === "error" || after.phase === "degraded")
    events.record(CLUSTERS, object, { type: "Warning", reason: after.reason, message: after.message });
  else if (after.phase === "running")
    events.record(CLUSTERS, object, { type: "Normal", reason: after.reason, message: why });
}
