/**
 * Makes a cluster known to Argo CD and to us:
 *
 * 1. With the provider's access: who is it (uid of kube-system)? One that is registered already, or the management
 *    cluster itself, is refused.
 * 2. A service account of our own and a token for it.
 * 3. The cluster Secret with that token and the labels that the bundle reads.
 */
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { NAMESPACES, SECRETS } from "../../../adapters/kubernetes/resource-types.ts";
import {
  renderClusterSecret,
  renderRootApplication,
  type ClusterAccess,
  type RegisteredCluster,
  type SecretManifest,
} from "../../../render/cluster/cluster-registration.ts";
import { FIELD_MANAGERS, LABELS, readerSecretName } from "../../../contract/identity.ts";
import { BUNDLE_NONE, bundleProfile } from "../../../render/bundle/component.ts";
import { bundleChannel, ownComponents } from "../../../render/bundle/wanted-components.ts";
import {
  findClusterSecret,
  parseClusterSecret,
  secretNameOf,
  type ClusterSecret,
  type ClusterSecretAccess,
} from "../../delivery/cluster-secret.ts";
import { specFingerprint } from "../../delivery/argo-application.ts";
import { hasReaderRights, issueReaderCredential, readerSecret } from "../../delivery/reader-credential.ts";
import { issueTenantCredential } from "../../delivery/tenant-credential.ts";
import { formatTokenLife, isTokenDue, parseTokenLife, type TokenLife } from "../../delivery/token-life.ts";
import { rootApplicationName } from "../../../render/delivery-names.ts";
import type { ClusterObserved, RegistrationView } from "../../machines/cluster/observe-types.ts";
import type { ProviderObservation, ReadyProvider } from "../../provisioners/port.ts";
import { idOf } from "../../resources/adoption.ts";
import type { ClusterObject } from "../../resources/objects.ts";
import { byProviderAccess } from "./by-provider-access.ts";
import type { ClusterContext } from "./context.ts";
import { clusterHandle } from "../../resources/handles.ts";
import { profileInForce, registeredProfile } from "./gateway-kinds.ts";
import { withoutEndSlashes } from "../../../contract/without-end-slashes.ts";

const MANAGEMENT = "the management cluster";
const NO_ACCESS: ClusterAccess = { server: "", bearerToken: "" };

type Provider = ProviderObservation | undefined;

/** Looks at how a cluster is registered. */
export function observeRegistration(
  context: ClusterContext,
  object: ClusterObject,
  provider: Provider,
): RegistrationView {
  const handle = clusterHandle(object);
  const taken = takenIdentity(context, handle) ?? takenServer(context, handle, provider);
  if (taken !== undefined) return { kind: "taken", by: taken };
  const secret = findClusterSecret(context, handle);
  if (secret === undefined) return { kind: "absent" };
  const access = parseClusterSecret(secret);
  const current =
    access !== undefined &&
    isLabelled(context, object, secret) &&
    isFresh(context, access, provider) &&
    hasReader(context, object, provider);
  return { kind: current ? "current" : "stale" };
}

function isLabelled(context: ClusterContext, object: ClusterObject, { metadata }: ClusterSecret): boolean {
  const wanted = renderSecret(context, object, NO_ACCESS);
  return Object.entries(wanted.metadata.labels).every(([name, value]) => metadata.labels?.[name] === value);
}

/** Only the provider's access can make a credential anew, so while it is away the old one has to do. */
function isFresh({ clock }: ClusterContext, access: ClusterSecretAccess, provider: Provider): boolean {
  if (provider?.kind !== "ready") return true;
  if (provider.caData !== undefined && provider.caData !== access.caData) return false;
  return serverOf(provider) === access.server && isYoung(access.life, clock.nowMs());
}

/** Tells whether the gateway has its own token for the cluster, with all rights of today; one is made as long as the provider's access is there. */
function hasReader({ caches, clock }: ClusterContext, { metadata }: ClusterObject, provider: Provider): boolean {
  if (provider?.kind !== "ready") return true;
  const found = caches.secretVersions.get(`${metadata.namespace ?? ""}/${readerSecretName(metadata.name)}`);
  const annotations = found?.metadata.annotations;
  return hasReaderRights(annotations) && isYoung(parseTokenLife(annotations), clock.nowMs());
}

function isYoung(life: TokenLife | undefined, nowMs: number): boolean {
  return life !== undefined && !isTokenDue(life, nowMs);
}

function serverOf({ endpoint }: ReadyProvider): string {
  return withoutEndSlashes(endpoint);
}

/** Looks at the cluster's root Application. */
export function observeRoot(context: ClusterContext, object: ClusterObject): ClusterObserved["root"] {
  const found = context.argo.find(rootApplicationName(clusterHandle(object)));
  if (found === undefined) return "absent";
  return found.specPrint === specFingerprint(renderRoot(context, object).spec) ? "current" : "stale";
}

/** Registers a cluster that the provider calls ready; every step can be repeated. */
export async function register(context: ClusterContext, object: ClusterObject, provider: ReadyProvider): Promise<void> {
  const handle = clusterHandle(object);
  if ((await stampAnew(context, object, provider)) || context.probes.isJustRegistered(handle)) return;
  await byProviderAccess(context, provider, async ({ client, server, caData }) => {
    const taken = await findIdentity(context, object, client);
    context.probes.noteTaken(handle, taken);
    if (taken !== undefined) return;
    const credential = await issueTenantCredential(client, context.clock.nowMs());
    const access: ClusterAccess = {
      server,
      bearerToken: credential.token,
      ...(caData === undefined ? {} : { caData }),
    };
    await giveReader(context, object, { client, access });
    const secret = renderSecret(context, object, access);
    const annotations = formatTokenLife(credential.life);
    const answer = await context.argo.apply("Secret", { ...secret, metadata: { ...secret.metadata, annotations } });
    context.caches.secrets.noteWrite(answer);
    context.probes.noteRegistered(handle);
  });
}

/** Before the registration, so that whoever sees the one finds the other. */
async function giveReader(
  context: ClusterContext,
  object: ClusterObject,
  { client, access }: Readonly<{ client: KubeClient; access: ClusterAccess }>,
): Promise<void> {
  const { token, life } = await issueReaderCredential(client, context.clock.nowMs());
  const body = readerSecret(object, { ...access, bearerToken: token }, life);
  const options = { fieldManager: FIELD_MANAGERS.operator, force: true };
  context.caches.secretVersions.noteWrite(
    await context.client.patch(SECRETS, body.metadata, { kind: "apply", body }, options),
  );
}

/** Where the credential is still good only the labels are put right, all in one patch; false where there is more to do. */
async function stampAnew(context: ClusterContext, object: ClusterObject, provider: ReadyProvider): Promise<boolean> {
  const secret = findClusterSecret(context, clusterHandle(object));
  const access = secret && parseClusterSecret(secret);
  if (secret === undefined || access === undefined || !isFresh(context, access, provider)) return false;
  if (isLabelled(context, object, secret)) return false;
  await context.argo.label(secret.metadata.name, renderSecret(context, object, NO_ACCESS).metadata.labels);
  return true;
}

/** Applies the cluster's root Application. */
export async function applyRoot(context: ClusterContext, object: ClusterObject): Promise<void> {
  await context.argo.apply("Application", renderRoot(context, object));
}

async function findIdentity(
  context: ClusterContext,
  object: ClusterObject,
  client: KubeClient,
): Promise<string | undefined> {
  const system = await client.get(NAMESPACES, { name: "kube-system" }, { timeoutMs: 10_000 });
  const uid = system?.metadata.uid;
  if (uid === undefined) throw new Error("The cluster has no namespace kube-system yet");
  const management = await context.client.get(NAMESPACES, { name: "kube-system" });
  if (management?.metadata.uid === uid) return MANAGEMENT;
  const other = context.caches.clusters
    .byIndex("uid", uid)
    .find((cluster) => cluster.metadata.uid !== object.metadata.uid && cameBefore(cluster, object, uid));
  return other && clusterHandle(other);
}

/** Of two that name one identity the first has it: a later claim takes nothing from who was registered. */
function cameBefore(other: ClusterObject, { status }: ClusterObject, uid: string): boolean {
  if (status?.clusterUid !== uid || status.readyAt === undefined) return true;
  return other.status?.readyAt !== undefined && other.status.readyAt < status.readyAt;
}

/** What was found while registering, as long as the other one is there. */
function takenIdentity({ probes, caches }: ClusterContext, handle: string): string | undefined {
  const by = probes.takenBy(handle);
  const stands = by === undefined || by === MANAGEMENT || caches.clusters.byIndex("handle", by).length > 0;
  if (stands) return by;
  probes.noteTaken(handle, undefined);
  return undefined;
}

function takenServer({ caches }: ClusterContext, handle: string, provider: Provider): string | undefined {
  if (provider?.kind !== "ready") return undefined;
  const server = serverOf(provider);
  const own = secretNameOf(handle);
  const other = caches.secrets.byIndex("server", server).find(({ metadata }) => metadata.name !== own);
  return other?.metadata.name.replace(/^cluster-/, "");
}

function renderSecret(context: ClusterContext, object: ClusterObject, access: ClusterAccess): SecretManifest {
  const { argocdNamespace, wildcardIssuer } = context.settings;
  const decided = profileInForce(context, object);
  const cluster = { ...registered(object, decided), bringsCertificate: wildcardIssuer !== undefined };
  const secret = renderClusterSecret({ argocdNamespace, cluster, access });
  // Nothing comes before it is known which way requests may come in; what has come stays.
  const undecided = { [LABELS.bundleProfile]: registeredProfile(context, object) ?? BUNDLE_NONE };
  const labels = {
    ...secret.metadata.labels,
    [LABELS.handle]: clusterHandle(object),
    ...(decided === undefined ? undecided : {}),
  };
  return { ...secret, metadata: { ...secret.metadata, labels } };
}

function renderRoot({ settings }: ClusterContext, object: ClusterObject): ReturnType<typeof renderRootApplication> {
  const { argocdNamespace, repoUrl, branch, managementCluster } = settings;
  return renderRootApplication({
    argocdNamespace,
    cluster: registered(object, undefined),
    repoUrl,
    branch,
    managementCluster,
  });
}

function registered(object: ClusterObject, decided: RegisteredCluster["bundleProfile"] | undefined): RegisteredCluster {
  const { provider, region, tier } = object.spec;
  const profile = decided ?? bundleProfile(object.spec);
  return {
    handle: clusterHandle(object),
    id: idOf(object),
    namespace: object.metadata.namespace ?? "",
    provider,
    region,
    tier,
    channel: bundleChannel(object.spec),
    bundleProfile: profile,
    ownComponents: ownComponents(object.spec),
    namesUnder: object.spec.namesUnder,
  };
}
