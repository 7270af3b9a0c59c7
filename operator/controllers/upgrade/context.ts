import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import type { Logger } from "../../../adapters/log/logger.ts";
import type { TenantClients } from "../../delivery/tenant-clients.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Caches } from "../../resources/caches.ts";
import type { ClusterObject, UpgradeObject } from "../../resources/objects.ts";
import type { EventRecorder } from "../shared/event-recorder.ts";
import type { GitDesk } from "../shared/git-desk.ts";
import type { StatusWriter } from "../../resources/status-writer.ts";

/** Holds what the upgrade controller works with. */
export type UpgradeContext = Readonly<{
  client: KubeClient;
  caches: Caches;
  desk: GitDesk;
  tenants: TenantClients;
  status: StatusWriter<UpgradeObject>;
  events: EventRecorder;
  clock: Clock;
  logger: Logger;
}>;

/** Finds the cluster that a request is for; one of the same name that came later is another. */
export function clusterOf(
  { caches }: Pick<UpgradeContext, "caches">,
  object: UpgradeObject,
): ClusterObject | undefined {
  return caches.clusters.get(`${object.metadata.namespace ?? ""}/${object.spec.cluster}`);
}
