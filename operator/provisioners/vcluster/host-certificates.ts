/**
 * Removes from hosts what was made there for the certificates of a deployment that goes (docs/adr/0141). cert-manager keeps a
 * Secret whose Certificate is gone, and a virtual cluster may have so many Secrets only.
 */
import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { listIfServed } from "../../../adapters/kubernetes/list-if-served.ts";
import { CERTIFICATES, SECRETS } from "../../../adapters/kubernetes/resource-types.ts";
import type { DeploymentSpec } from "../../../contract/resources/deployment-spec.ts";
import { certificateName, domainCertificateName } from "../../../render/custom-domain.ts";
import { tenantNamespace } from "../../../render/delivery-names.ts";
import { WRITTEN } from "./host-ingresses.ts";
import { hostObjectName } from "./host-object-name.ts";

/** Where a deployment's certificates may lie on its host: Certificate and Secret have one name. */
export type CertificatesPlace = Readonly<{ namespace: string; certificates: readonly string[] }>;

const CALL = { timeoutMs: 5_000 } as const;
/** cert-manager says by it of which Certificate a Secret is. */
const MADE_OF = "cert-manager.io/certificate-name";

/** Names what certificates of a deployment are called on the host of its virtual cluster. */
export function certificatesOnHost(
  cluster: string,
  { handle, spec }: Readonly<{ handle: string; spec: Pick<DeploymentSpec, "adoption"> }>,
): readonly string[] {
  const namespace = tenantNamespace({ handle, spec });
  return [certificateName(handle), domainCertificateName(handle)].map((name) =>
    hostObjectName(cluster, { namespace, name }),
  );
}

/** Tells whether anything of them is there still. */
export async function hasCertificates(client: KubeClient, place: CertificatesPlace): Promise<boolean> {
  return (await findAll(client, place)).length > 0;
}

/** Removes each Certificate, and its Secret once that was seen gone: cert-manager would make one anew that goes first. */
export async function removeCertificates(client: KubeClient, place: CertificatesPlace): Promise<void> {
  for (const { type, object } of await findAll(client, place)) {
    const { name, uid } = object.metadata;
    await client.delete(type, { namespace: place.namespace, name }, { ...CALL, ...(uid !== undefined && { uid }) });
  }
}

type Found = Readonly<{ type: ResourceType; object: KubeObject }>;

async function findAll(
  client: KubeClient,
  { namespace, certificates }: CertificatesPlace,
): Promise<readonly Found[]> {
  // A host may have no cert-manager yet, or none any more.
  const made = (await listIfServed(client, CERTIFICATES, { ...CALL, namespace, slim: slimMetadata })) ?? [];
  const found: Found[] = [];
  for (const name of certificates) {
    const certificate = made.find(({ metadata }) => metadata.name === name);
    if (certificate !== undefined) {
      found.push({ type: CERTIFICATES, object: certificate });
      continue;
    }
    const secret = await client.get(SECRETS, { namespace, name }, CALL);
    if (secret !== undefined && isMade(secret)) found.push({ type: SECRETS, object: secret });
  }
  return found;
}

function slimMetadata({ metadata: { name, uid } }: KubeObject): KubeObject {
  return { metadata: { name, ...(uid && { uid }) } };
}

/** What vcluster has written is its tenant's, and goes with what it is a copy of. */
function isMade({ metadata: { name, labels, annotations } }: KubeObject): boolean {
  return annotations?.[MADE_OF] === name && labels?.[WRITTEN] === undefined;
}
