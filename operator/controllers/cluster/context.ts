import type { Logger } from "../../../adapters/log/logger.ts";
import { decideVersion } from "../../../contract/kubernetes-versions.ts";
import type { ArgoDelivery } from "../../delivery/argo-delivery.ts";
import type { NodeDrains } from "../../delivery/node-drains.ts";
import type { TenantClients, TenantConnect } from "../../delivery/tenant-clients.ts";
import type { GitWriter } from "../../git/git-writer.ts";
import { chooseProvisioner, type Provisioners } from "../../provisioners/choose-provisioner.ts";
import type { ClusterOrder, Provisioner } from "../../provisioners/port.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { idOf } from "../../resources/adoption.ts";
import type { Caches } from "../../resources/caches.ts";
import type { ClusterObject } from "../../resources/objects.ts";
import { clusterHandle } from "../../resources/handles.ts";
import type { ClusterProbes } from "../shared/cluster-probes.ts";
import type { EventRecorder } from "../shared/event-recorder.ts";
import type { HostGuards } from "../../provisioners/vcluster/host-guards.ts";
import type { Leftovers } from "./leftovers.ts";
import type { GitDesk } from "../shared/git-desk.ts";
import type { Projects } from "./projects.ts";
import type { DeliverySettings } from "../shared/delivery-settings.ts";
import type { StatusWriter } from "../../resources/status-writer.ts";

/** Holds what the cluster controller works with. */
export type ClusterContext = Readonly<{
  client: KubeClient;
  caches: Caches;
  desk: GitDesk;
  writer: GitWriter;
  argo: ArgoDelivery;
  tenants: TenantClients;
  connect: TenantConnect;
  provisioners: Provisioners;
  /** Ends what a cluster may read in the secret store. */
  revokeSecrets: (handle: string) => Promise<void>;
  probes: ClusterProbes;
  drains: NodeDrains;
  leftovers: Leftovers;
  /** Names what lies on a cluster without a resource. */
  orphans: Readonly<{ onCluster: (handle: string) => readonly string[] }>;
  guards: HostGuards;
  projects: Projects;
  status: StatusWriter<ClusterObject>;
  events: EventRecorder;
  clock: Clock;
  logger: Logger;
  settings: DeliverySettings;
}>;

/** Says what is ordered at the provider; the version is always told, as a full one. */
export function orderOf(object: ClusterObject): ClusterOrder {
  const { metadata, spec, status } = object;
  const kubernetesVersion = decideVersion(spec.provider, spec.kubernetesVersion, status?.kubernetesVersion);
  const ordered = { ...spec, kubernetesVersion };
  return { handle: clusterHandle(object), namespace: metadata.namespace ?? "", id: idOf(object), spec: ordered };
}

/** Returns who makes the cluster; undefined when nobody here does. */
export function provisionerOf({ provisioners }: ClusterContext, { spec }: ClusterObject): Provisioner | undefined {
  return chooseProvisioner(provisioners, spec);
}
