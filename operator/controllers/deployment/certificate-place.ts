import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { bundleProfile } from "../../../render/bundle/component.ts";
import { virtualClusterName } from "../../../render/cluster/virtual-cluster.ts";
import { hostObjectName } from "../../provisioners/vcluster/host-object-name.ts";
import type { ClusterObject } from "../../resources/objects.ts";

/** A Certificate, or the Secret that people bring, and who is asked for it: nobody as long as that cluster is not registered. */
export type CertificatePlace = Readonly<{ client: KubeClient | undefined; namespace: string; name: string }>;

type Wanted = Readonly<{ namespace: string; name: string; isIssued: boolean }>;
type Tenants = Readonly<{ client: (handle: string) => KubeClient | undefined }>;

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
  const isOnHost = isIssued && cluster !== undefined && bundleProfile(cluster.spec) === "shared";
  if (!isOnHost || handle === undefined) return { client: clientOf(handle), namespace, name };
  const translated = hostObjectName(handle, { namespace, name });
  return { client: clientOf(host), namespace: virtualClusterName(handle), name: translated };
}
