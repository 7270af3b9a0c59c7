import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { LABELS } from "../../contract/identity.ts";
import { rootApplicationName } from "../../render/delivery-names.ts";
import type { DeliveredApplication } from "../machines/orphans/find-orphans.ts";
import { isOfBundle } from "../delivery/argo-application.ts";

/** Tells of Applications what a search for orphans asks; roots and virtual clusters belong to no resource of their own. */
export function deliveredApplications(applications: readonly KubeObject[]): readonly DeliveredApplication[] {
  return applications
    .filter(({ metadata }) => metadata.labels?.[LABELS.virtualCluster] === undefined)
    .map((one) => ({
      name: one.metadata.name,
      cluster: one.metadata.labels?.[LABELS.clusterHandle] ?? "",
      isComponent: isOfBundle(one),
    }))
    .filter(({ name, cluster }) => name !== rootApplicationName(cluster));
}
