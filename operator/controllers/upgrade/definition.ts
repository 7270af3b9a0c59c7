import { UPGRADE_TRAITS, upgradeResource } from "../../../contract/resources/upgrade-request.ts";
import { phasesTold } from "../../../contract/resources/phase-traits.ts";
import { clusterKeyOf, type UpgradeObject } from "../../resources/objects.ts";
import { defineKind } from "../reconcile.ts";
import { CLUSTERS, UPGRADE_REQUESTS } from "../../../adapters/kubernetes/resource-types.ts";
import { FIELD_MANAGERS } from "../../../contract/identity.ts";
import { upgradePath } from "../../../render/delivery-names.ts";
import { SETTLED, type Outcome } from "../../machines/decision.ts";
import { leaveGit } from "../../machines/deletion-decision.ts";
import { nextUpgrade } from "../../machines/upgrade/next.ts";
import { deriveUpgradeStatus, parseUpgradeState, upgradeSignificance } from "../../machines/upgrade/status.ts";
import { withoutFinalizer } from "../../resources/adoption.ts";
import { clusterHandle, upgradeKey } from "../../resources/handles.ts";
import { deliveryRequest } from "../delivered/effects.ts";
import { REMOVED } from "../shared/git-desk.ts";
import { ANEW, type Ground } from "../shared/grounds.ts";
import { clusterOf, type UpgradeContext } from "./context.ts";
import { observeUpgradeRequest, type UpgradeLook } from "./observe.ts";

/** Requests to move a cluster to another version; one that is deleted takes its file out of Git and undoes nothing. */
export const upgrade = defineKind({
  kind: upgradeResource.kind,
  collection: upgradeResource.collection,
  label: "Upgrade request",
  concurrency: 6,
  indexes: { cluster: (object) => [clusterKeyOf(object)] },
  equip: () => ({}),
  observe: observeUpgradeRequest,
  parse: parseUpgradeState,
  next: nextUpgrade,
  // Of two requests the older stays, which must be there for that.
  grounds: (object) => [groundOf(object), { kind: "UpgradeRequest", namespace: object.metadata.namespace }],
  final: ["rejected", "failed", "deleteRequest"],
  derive: deriveUpgradeStatus,
  significance: upgradeSignificance,
  told: phasesTold(UPGRADE_TRAITS),
  perform: {
    write: ({ desk }, object, { files, content }) =>
      files.length > 0
        ? desk.write(deliveryRequest(upgradeKey(object), object, files), content.contentHash)
        : undefined,
    order: (context, _object, look) => order(context, look),
    deleteRequest: (context, object) => deleteRequest(context, object),
  },
  remove: reconcileDeletion,
});

function groundOf({ metadata: { namespace }, spec }: UpgradeObject): Ground {
  return { kind: "Cluster", namespace, name: spec.cluster };
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
  await client.delete(UPGRADE_REQUESTS, { namespace, name }, { uid });
}

/** With its cluster the whole folder left Git: then there is nothing to take out. */
async function reconcileDeletion(context: UpgradeContext, object: UpgradeObject): Promise<Outcome> {
  const path = object.status?.git?.path ?? pathOf(context, object);
  if (path === undefined && !(await context.areNewest([groundOf(object)]))) return ANEW;
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
