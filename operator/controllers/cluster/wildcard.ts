/**
 * Keeps one certificate for all names of a cluster that has a Gateway and a domain of its own. cert-manager on the
 * management cluster makes it by DNS-01, since only there are credentials of the zone; it lies with its key in the operator's
 * own namespace, where no organization reads, and a copy goes to the Gateway. An owner in another namespace is none to
 * Kubernetes, so that the cluster's deletion removes both.
 */
import { createHash, createPrivateKey, X509Certificate } from "node:crypto";
import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { CERTIFICATES, SECRETS } from "../../../adapters/kubernetes/resource-types.ts";
import { messageOf } from "../../../adapters/log/thrown.ts";
import type { WildcardIssuer } from "../../../contract/certificate-settings.ts";
import { FIELD_MANAGERS, LABELS } from "../../../contract/identity.ts";
import { SecretText } from "../../../contract/secret-text.ts";
import { bundleProfile, clusterRouting } from "../../../render/bundle/component.ts";
import { CLUSTER_GATEWAY } from "../../../render/bundle/gateway-components.ts";
import { isFor } from "../../../render/bundle/wanted-components.ts";
import { GATEWAY_CERTIFICATE } from "../../../render/charts/gateway-names.ts";
import { clusterDomain } from "../../../render/cluster/cluster-domain.ts";
import { MADE_OF } from "../../../render/custom-domain.ts";
import type { PlatformSecret } from "../../delivery/platform-secrets.ts";
import type { ClusterDeletionObserved } from "../../machines/cluster/observe-types.ts";
import { lifeOf } from "../../machines/deployment/domain-certificate.ts";
import { toldCondition } from "../../machines/conditions.ts";
import { CERTIFICATE_READY, type WildcardView } from "../../machines/cluster/wildcard.ts";
import { clusterHandle } from "../../resources/handles.ts";
import type { ClusterObject } from "../../resources/objects.ts";
import type { Clock } from "../../runtime/clock.ts";
import { describeCertificate, type Certificate } from "../deployment/read-certificate.ts";
import type { KindContext } from "../parts.ts";
import { CALL, Looks, type Unanswered } from "../shared/looks.ts";
import { stageOf } from "../shared/stage.ts";

type Context = KindContext<ClusterObject, Readonly<{ wildcards: WildcardLooks }>>;
type Place = Readonly<{ namespace: string; name: string }>;
type Subject = Readonly<{
  handle: string;
  stamp: string;
  stage: string | undefined;
  domain: string;
  issuer: WildcardIssuer;
  place: Place;
}>;
type Seen = Extract<WildcardView, { kind: "seen" }>;
type Values = PlatformSecret["values"];
type Looked = Readonly<{ kind: "looked"; stamp: string }> &
  (
    | Readonly<{ found: "unserved" | "denied" }>
    | (Readonly<{ found: "seen"; print?: string; values?: Values }> & Pick<Seen, "asked" | "certificate" | "secret">)
  );
type Secret = KubeObject & Readonly<{ data?: Readonly<Record<string, string>> }>;

/** Looks at certificates for all names of a cluster. */
export type WildcardLooks = Looks<Subject, Looked>;

const FRESH_MS = 60_000;
/** What is as it shall be is looked at less often: a renewal, which comes long before the end, is brought so much later. */
const STEADY_FRESH_MS = 600_000;

/** Creates the looks; an answer never waits, and the last one stands while the API server gives none. */
export function createWildcardLooks(clock: Clock, onNews: (handle: string) => void): WildcardLooks {
  const ask = async (client: KubeClient, subject: Subject): Promise<Looked> => {
    const { stamp } = subject;
    const found = await getCertificate(client, subject.place);
    return { kind: "looked", stamp, ...(typeof found === "string" ? { found } : await see(client, subject, found)) };
  };
  return new Looks({
    clock,
    freshMs: (view) => (view.kind === "looked" && isSteady(view, clock.nowMs()) ? STEADY_FRESH_MS : FRESH_MS),
    ask,
    isAwaited,
    onNews,
    outlasts: "always",
  });
}

/** What is refused, or somebody else's, comes by no waiting. */
function isAwaited(view: Looked | Unanswered): boolean {
  if (view.kind !== "looked") return true;
  if (view.found !== "seen" || view.asked === "taken") return false;
  return view.secret === "absent" || (view.secret === "held" && view.certificate?.ready !== "True");
}

function isSteady(looked: Looked, nowMs: number): boolean {
  if (looked.found !== "seen" || looked.asked !== "current" || looked.secret !== "held") return false;
  const { certificate } = looked;
  return certificate?.ready === "True" && lifeOf(certificate, nowMs) === "valid";
}

/** Who has no cert-manager has none of its objects. */
async function getCertificate(
  client: KubeClient,
  place: Place,
): Promise<Certificate | "unserved" | "denied" | undefined> {
  try {
    return await client.get<Certificate>(CERTIFICATES, place, CALL);
  } catch (error) {
    if (!(error instanceof KubeError)) throw error;
    if (error.reason === "UnknownPath") return "unserved";
    if (error.status === 403) return "denied";
    throw error;
  }
}

async function see(
  client: KubeClient,
  subject: Subject,
  found: Certificate | undefined,
): Promise<Omit<Extract<Looked, { found: "seen" }>, "kind" | "stamp">> {
  const { place, domain } = subject;
  const asked = askedOf(found, subject);
  const secret = readSecret(await client.get<Secret>(SECRETS, place, CALL), subject);
  const isOurs = found !== undefined && asked !== "taken";
  const certificate = isOurs ? await describeCertificate(client, { ...place, domain }, found) : undefined;
  return { found: "seen", asked, certificate, ...secret };
}

function askedOf(found: Certificate | undefined, subject: Subject): Seen["asked"] {
  if (found === undefined) return "absent";
  if (!isOf(found, subject.handle)) return "taken";
  const wanted = specOf(subject);
  const { dnsNames, secretName, issuerRef } = (found["spec"] ?? {}) as Partial<ReturnType<typeof specOf>>;
  const isAlike =
    String(dnsNames) === String(wanted.dnsNames) &&
    secretName === wanted.secretName &&
    issuerRef?.name === wanted.issuerRef.name &&
    issuerRef.kind === wanted.issuerRef.kind;
  return isAlike ? "current" : "stale";
}

function isOf({ metadata: { labels } }: KubeObject, handle: string): boolean {
  return labels?.[LABELS.managed] === "true" && labels[LABELS.clusterHandle] === handle;
}

/** What lies there is read, not believed: whatever is brought to a cluster may speak for its own names alone. */
function readSecret(
  found: Secret | undefined,
  { handle, place, domain }: Subject,
): Pick<Extract<Looked, { found: "seen" }>, "secret" | "print" | "values"> {
  if (found === undefined) return { secret: "absent" };
  if (!isOf(found, handle) || found.metadata.annotations?.[MADE_OF] !== place.name) return { secret: "taken" };
  const [certificate, key] = ["tls.crt", "tls.key"].map((member) => Buffer.from(found.data?.[member] ?? "", "base64"));
  if (certificate === undefined || key === undefined || !speaksFor(domain, certificate, key))
    return { secret: "wrong" };
  return {
    secret: "held",
    // A renewal is news, and values show nothing.
    print: createHash("sha256").update(certificate).digest("hex"),
    values: { "tls.crt": new SecretText(certificate.toString()), "tls.key": new SecretText(key.toString()) },
  };
}

function speaksFor(domain: string, certificate: Buffer, key: Buffer): boolean {
  try {
    const parsed = new X509Certificate(certificate);
    const names = (parsed.subjectAltName ?? "").split(", ");
    const isAlone = names.every((name) => name === `DNS:*.${domain}` || name === `DNS:${domain}`);
    return isAlone && names.includes(`DNS:*.${domain}`) && parsed.checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

/** Looks how the certificate for all names of a cluster stands; undefined where Berth has none made. */
export function lookAtWildcard(context: Context, object: ClusterObject): WildcardView | undefined {
  const subject = subjectOf(context, object);
  if (subject === undefined) return undefined;
  const looked = lookedAt(context, subject);
  const told = toldCondition(object.status?.conditions, CERTIFICATE_READY);
  if (looked === undefined) return { kind: "unasked", told };
  if (looked.found !== "seen") return { kind: looked.found };
  const { asked, certificate, secret } = looked;
  const { domain, place } = subject;
  return { kind: "seen", domain, place: `${place.namespace}/${place.name}`, asked, certificate, secret, told };
}

/** Returns the Secret that the cluster's Gateway shall have; undefined while there is none to be brought. */
export function wildcardSecret(context: Context, object: ClusterObject): PlatformSecret | undefined {
  const subject = subjectOf(context, object);
  const looked = subject && lookedAt(context, subject);
  if (looked?.found !== "seen" || looked.values === undefined) return undefined;
  return { ...GATEWAY_CERTIFICATE, type: "kubernetes.io/tls", values: looked.values };
}

function lookedAt({ wildcards, client }: Context, subject: Subject): Looked | undefined {
  const found = wildcards.look(client, subject);
  return found.kind === "looked" && found.stamp === subject.stamp ? found : undefined;
}

function subjectOf({ settings, clock }: Context, object: ClusterObject): Subject | undefined {
  const { wildcardIssuer: issuer, appsDomain } = settings;
  const { namesUnder, role } = object.spec;
  // Nobody's deployments are on a host: there are no names under one.
  if (issuer === undefined || namesUnder !== "cluster" || role === "host") return undefined;
  if (clusterRouting(object) === "ingress" || !isFor(CLUSTER_GATEWAY, bundleProfile(object.spec))) return undefined;
  const handle = clusterHandle(object);
  const domain = clusterDomain({ handle, namesUnder }, appsDomain);
  const stamp = `${domain} ${issuer.kind}/${issuer.name}`;
  return { handle, domain, issuer, place: placeOf(settings, handle), stamp, stage: stageOf({ clock }, object) };
}

function placeOf({ operatorNamespace }: Context["settings"], handle: string): Place {
  return { namespace: operatorNamespace, name: `wildcard-${handle}` };
}

function labelsOf(handle: string): Readonly<Record<string, string>> {
  return { [LABELS.managed]: "true", [LABELS.clusterHandle]: handle };
}

/** The Gateway serves names below the domain, not the domain itself. */
function specOf({ handle, domain, issuer, place }: Subject) {
  return {
    secretName: place.name,
    secretTemplate: { labels: labelsOf(handle) },
    dnsNames: [`*.${domain}`],
    issuerRef: { group: CERTIFICATES.group, kind: issuer.kind, name: issuer.name },
    privateKey: { algorithm: "ECDSA", size: 256, rotationPolicy: "Always" },
  } as const;
}

/** Has cert-manager make it; a fault holds up nothing else: it is tried again with the next look. */
export async function requestWildcard(context: Context, object: ClusterObject): Promise<void> {
  const subject = subjectOf(context, object);
  if (subject === undefined) return;
  const { handle, place } = subject;
  const body = {
    apiVersion: `${CERTIFICATES.group}/${CERTIFICATES.version}`,
    kind: CERTIFICATES.kind,
    metadata: { ...place, labels: labelsOf(handle) },
    spec: specOf(subject),
  };
  try {
    const by = { ...CALL, fieldManager: FIELD_MANAGERS.operator, force: true };
    const made = await context.client.patch<Certificate>(CERTIFICATES, place, { kind: "apply", body }, by);
    // Where somebody changes it under our hands it is looked at when that is due, not at once and again.
    if (askedOf(made, subject) !== "current") return;
    context.wildcards.forget(handle);
    context.wildcards.look(context.client, subject);
  } catch (error) {
    context.logger.warn("The certificate of a cluster could not be asked for", {
      cluster: handle,
      error: messageOf(error),
    });
  }
}

/** Tells whether certificate or key of a cluster that is deleted are there still, whichever way requests came to it last. */
export async function observeWildcard(
  context: Context,
  object: ClusterObject,
): Promise<Pick<ClusterDeletionObserved, "certified">> {
  return object.spec.namesUnder === "cluster" && context.settings.wildcardIssuer !== undefined
    ? { certified: (await listLeft(context, clusterHandle(object))).length > 0 }
    : {};
}

/** Removes the certificate of a cluster that is deleted before its Secret: cert-manager would make that anew. */
export async function withdrawWildcard(context: Context, object: ClusterObject): Promise<void> {
  const handle = clusterHandle(object);
  const place = placeOf(context.settings, handle);
  for (const type of await listLeft(context, handle)) await context.client.delete(type, place, CALL);
}

/** Lists what of both is there and ours. */
async function listLeft({ client, settings }: Context, handle: string): Promise<(typeof CERTIFICATES)[]> {
  const place = placeOf(settings, handle);
  const certificate = await getCertificate(client, place);
  const secret = await client.get(SECRETS, place, CALL);
  return [
    ...(typeof certificate === "object" && isOf(certificate, handle) ? [CERTIFICATES] : []),
    ...(secret !== undefined && isOf(secret, handle) ? [SECRETS] : []),
  ];
}
