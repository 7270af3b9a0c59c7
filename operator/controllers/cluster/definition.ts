import { clusterResource } from "../../../contract/resources/cluster.ts";
import { CLUSTER_TRAITS } from "../../../contract/resources/cluster-traits.ts";
import { phasesTold } from "../../../contract/resources/phase-traits.ts";
import { nextCluster } from "../../machines/cluster/next.ts";
import { clusterSignificance, deriveClusterStatus, parseClusterState } from "../../machines/cluster/status.ts";
import { clusterKey } from "../../resources/handles.ts";
import { LIFELONG, present } from "../../resources/indexes.ts";
import { deliveryRequest } from "../delivered/effects.ts";
import { defineKind } from "../reconcile.ts";
import { pruneBundle } from "./bundle.ts";
import { equipClusters, orderOf, provisionerOf } from "./context.ts";
import { reconcileClusterDeletion } from "./deletion.ts";
import { publishNames, withdrawNames } from "./names.ts";
import { NODE_EFFECTS } from "./nodes.ts";
import { observeCluster } from "./observe.ts";
import { bringSecrets } from "./platform-secrets.ts";
import { applyRoot, register } from "./registration.ts";
import { requestWildcard } from "./wildcard.ts";

/** Clusters: made by a provisioner, registered with Argo CD, and followed from then on. */
export const cluster = defineKind({
  kind: clusterResource.kind,
  collection: clusterResource.collection,
  label: "Cluster",
  concurrency: 12,
  indexes: {
    ...LIFELONG,
    namespace: ({ metadata }) => present(metadata.namespace),
    uid: ({ status }) => present(status?.clusterUid),
    host: ({ status }) => present(status?.host),
  },
  equip: equipClusters,
  observe: observeCluster,
  parse: parseClusterState,
  next: nextCluster,
  derive: deriveClusterStatus,
  significance: clusterSignificance,
  told: phasesTold(CLUSTER_TRAITS),
  perform: {
    ...NODE_EFFECTS,
    ensureProvider: (context, object) => provisionerOf(context, object)?.ensure(orderOf(object)),
    removeProvider: (context, object) => provisionerOf(context, object)?.remove(orderOf(object)),
    write: ({ desk }, object, { files, content }) =>
      desk.write(deliveryRequest(clusterKey(object), object, files), content.contentHash),
    register: (context, object, { provider }) =>
      provider?.kind === "ready" ? register(context, object, provider) : undefined,
    applyProject: ({ projects }, { metadata }) => projects.apply(metadata.namespace ?? ""),
    applyRoot: (context, object) => applyRoot(context, object),
    bringSecrets,
    publishNames: (context, object, { observed }) => publishNames(context, object, observed.names),
    requestWildcard: (context, object) => requestWildcard(context, object),
    withdrawNames: (context, object) => withdrawNames(context, object),
    pruneBundle: (context, object, { observed }) => pruneBundle(context, object, observed.bundle),
  },
  remove: reconcileClusterDeletion,
});
