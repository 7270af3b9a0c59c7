/**
 * Looks after what cert-manager makes on hosts for the certificates of deployments (docs/adr/0141):
 *
 * 1. of a deployment that goes it is removed: cert-manager keeps a Secret whose Certificate is gone, and a virtual cluster may
 *    have so many Secrets only;
 * 2. of a name whose Ingress goes it is made anew for its listener, at which cert-manager looks when that changes.
 */
import { unlessGone } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { listIfServed } from "../../../adapters/kubernetes/list-if-served.ts";
import { CERTIFICATES, LISTENER_SETS, SECRETS } from "../../../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS, FIELD_MANAGERS } from "../../../contract/identity.ts";
import type { DeploymentSpec } from "../../../contract/resources/deployment-spec.ts";
import { VCLUSTER_MARK } from "../../../render/cluster/virtual-cluster.ts";
import { certificateName, domainCertificateName, MADE_OF } from "../../../render/custom-domain.ts";
import { tenantNamespace } from "../../../render/delivery-names.ts";
import { hostObjectName } from "./host-object-name.ts";

/** Where a deployment's certificates may lie on its host: Certificate and Secret have one name. */
export type CertificatesPlace = Readonly<{ namespace: string; certificates: readonly string[] }>;

const CALL = { timeoutMs: 5_000 } as const;

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

async function findAll(client: KubeClient, { namespace, certificates }: CertificatesPlace): Promise<readonly Found[]> {
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

function slimMetadata({ metadata: { name, namespace, uid, ownerReferences } }: KubeObject): KubeObject {
  return { metadata: { name, ...(namespace && { namespace }), ...(uid && { uid }), ownerReferences } };
}

/**
 * Has Certificates of Ingresses that go made anew for the listeners that are left: each of these is marked while its Certificate is
 * an Ingress's, and the mark goes, which cert-manager sees, once that is gone. Tells whether some are awaited.
 */
export async function inheritCertificates(client: KubeClient, listeners: readonly KubeObject[]): Promise<boolean> {
  const made = await listIfServed(client, CERTIFICATES, { ...CALL, slim: slimMetadata });
  if (made === undefined) return false;
  const byPlace = new Map(made.map((one) => [placeOf(one.metadata), one]));
  let isAwaited = false;
  for (const listener of listeners) {
    const isIngress = secretsOf(listener).some((name) => {
      const { namespace } = listener.metadata;
      return isOfIngress(byPlace.get(placeOf({ namespace, name })));
    });
    isAwaited ||= isIngress;
    await mark(client, listener, isIngress);
  }
  return isAwaited;
}

const placeOf = ({ namespace = "", name }: Pick<KubeObject["metadata"], "namespace" | "name">): string =>
  `${namespace}/${name}`;

function isOfIngress(certificate: KubeObject | undefined): boolean {
  return (certificate?.metadata.ownerReferences ?? []).some(({ kind }) => kind === "Ingress");
}

type Listeners = Readonly<{
  listeners?: readonly Readonly<{ tls?: Readonly<{ certificateRefs?: readonly Readonly<{ name: string }>[] }> }>[];
}>;

function secretsOf({ spec }: KubeObject): readonly string[] {
  const { listeners = [] } = (spec ?? {}) as Listeners;
  return listeners.flatMap(({ tls }) => tls?.certificateRefs ?? []).map(({ name }) => name);
}

async function mark(client: KubeClient, { metadata }: KubeObject, isIngress: boolean): Promise<void> {
  const { namespace, name, annotations } = metadata;
  if ((annotations?.[ANNOTATIONS.inherits] !== undefined) === isIngress) return;
  const body = { metadata: { annotations: { [ANNOTATIONS.inherits]: isIngress ? "true" : null } } };
  const options = { ...CALL, fieldManager: FIELD_MANAGERS.operator };
  // Not applied: that would make one anew that has just gone.
  await client.patch(LISTENER_SETS, { namespace, name }, { kind: "merge", body }, options).catch(unlessGone);
}

/** What vcluster has written is its tenant's, and goes with what it is a copy of. */
function isMade({ metadata: { name, labels, annotations } }: KubeObject): boolean {
  return annotations?.[MADE_OF] === name && labels?.[VCLUSTER_MARK] === undefined;
}
