import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { clusterRouting, isCarried } from "../../../render/bundle/component.ts";
import { virtualClusterName } from "../../../render/cluster/virtual-cluster.ts";
import { hostObjectName } from "../../provisioners/vcluster/host-object-name.ts";
import type { ClusterObject } from "../../resources/objects.ts";
import { isRoutedOnHost } from "./route-place.ts";

/** A Certificate, or the Secret that people bring, and who is asked for it: nobody as long as that cluster is not registered. */
export type CertificatePlace = Readonly<{
  client: KubeClient | undefined;
  namespace: string;
  name: string;
  /** What people call the Secret that they bring, where it is copied to a host for the operator's route. */
  copyOf?: string;
}>;

type Wanted = Readonly<{ namespace: string; name: string; isIssued: boolean }>;
type Tenants = Readonly<{ client: (handle: string) => KubeClient | undefined }>;

/** Where there is one, vcluster copies what it names. */
function hasIngress(cluster: ClusterObject): boolean {
  return clusterRouting(cluster) !== "gateway";
}

/**
 * Finds where the certificate of a domain is kept. What is issued for a virtual cluster is made by its host's cert-manager, for the
 * Ingress that vcluster has written there; a Certificate in the virtual cluster is its tenant's to write (docs/adr/0115).
 */
export function placeOfCertificate(
  tenants: Tenants,
  cluster: ClusterObject | undefined,
  { namespace, name, isIssued }: Wanted,
): CertificatePlace {
  const { handle, host } = cluster?.status ?? {};
  const clientOf = (of: string | undefined): KubeClient | undefined =>
    of === undefined ? undefined : tenants.client(of);
  const isOnHost =
    cluster !== undefined && (isIssued ? isCarried(cluster.spec) : isRoutedOnHost(cluster) && !hasIngress(cluster));
  if (!isOnHost || handle === undefined) return { client: clientOf(handle), namespace, name };
  const translated = hostObjectName(handle, { namespace, name });
  const place = { client: clientOf(host), namespace: virtualClusterName(handle), name: translated };
  return isIssued ? place : { ...place, copyOf: name };
}
