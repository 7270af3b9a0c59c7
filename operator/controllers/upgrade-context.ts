import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import type { Logger } from "../../adapters/log/logger.ts";
import type { TenantClients } from "../delivery/tenant-clients.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Caches, ClusterObject, UpgradeObject } from "./caches.ts";
import type { EventRecorder } from "./events.ts";
import type { GitDesk } from "./git-desk.ts";
import type { StatusWriter } from "./status-writer.ts";

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

/** Names an upgrade request at the Git desk and in commit trailers. */
export function upgradeKey({ metadata }: UpgradeObject): string {
  return `UpgradeRequest/${metadata.namespace ?? ""}/${metadata.name}`;
}

/** Finds the cluster that a request is for; one of the same name that came later is another. */
export function clusterOf(
  { caches }: Pick<UpgradeContext, "caches">,
  object: UpgradeObject,
): ClusterObject | undefined {
  return caches.clusters.get(`${object.metadata.namespace ?? ""}/${object.spec.cluster}`);
}
