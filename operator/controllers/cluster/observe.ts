import { upgradeTargets } from "../../../contract/kubernetes-versions.ts";
import { applicationsFolder } from "../../../render/delivery-names.ts";
import { renderClusterFile } from "../../../render/cluster/cluster-registration.ts";
import type { Remembered } from "../../../render/resource-file.ts";
import type { ClusterNode } from "../../../contract/resources/cluster-status.ts";
import type { FileChange } from "../../git/write-request.ts";
import type { BundleView } from "../../machines/cluster/bundle.ts";
import { toldCondition } from "../../machines/conditions.ts";
import { GATEWAY_LISTENS } from "../../machines/cluster/listening.ts";
import type { ClusterObserved, ProviderView } from "../../machines/cluster/observe-types.ts";
import { shownAddress, type ClusterFacts } from "../../machines/cluster/status.ts";
import type { ProviderNode, ProviderObservation } from "../../provisioners/port.ts";
import { renderedMetadata, requestIdOf } from "../../resources/adoption.ts";
import type { ClusterObject } from "../../resources/objects.ts";
import { orderOf, provisionerOf, type ClusterContext } from "./context.ts";
import { clusterKey, clusterHandle } from "../../resources/handles.ts";
import { observeRollover } from "./nodes.ts";
import { lookAtRouting, type RoutingView } from "./gateway-kinds.ts";
import { hostRouting, lookAtGateway } from "./gateway-looks.ts";
import { lookAtNames, observeNames } from "./names.ts";
import { wantedSecrets } from "./platform-secrets.ts";
import { observeBundle } from "./bundle.ts";
import { observeUpgrade } from "./upgrade.ts";
import { observeRegistration, observeRoot } from "./registration.ts";
import { lookAtWildcard } from "./wildcard.ts";
import { contentOf } from "../delivered/content.ts";
import { recordedDelivery, type Content } from "../shared/git-desk.ts";

/** One look at a cluster, with what its effects will need. */
type ClusterLook = Readonly<{
  observed: ClusterObserved;
  facts: ClusterFacts;
  provider: ProviderObservation | undefined;
  files: readonly FileChange[];
  content: Content;
}>;

const NO_PROVIDER: ProviderView = {
  kind: "unsupported",
  message: "This installation does not serve that provider; GET /providers lists those that it does.",
};

/** Looks at everything that decides about a live cluster. */
export async function observeCluster(context: ClusterContext, object: ClusterObject): Promise<ClusterLook> {
  const handle = clusterHandle(object);
  const provider = await observeProvider(context, object);
  const files = renderFiles(object);
  const content = contentOf(files);
  const registration = observeRegistration(context, object, provider);
  const client = registration.kind === "absent" ? undefined : context.tenants.client(handle);
  const isUpgrading = object.status?.phase === "upgrading";
  const probe = client && (await context.probes.probe(handle, client, isUpgrading ? 0 : undefined));
  const bundle = observeBundle(context, object);
  const { gatewayAddress, certifiesEachName, ...named } = await observeAddress(context, object, bundle);
  const decided = lookAtRouting(context, object);
  const observed: ClusterObserved = {
    generation: object.metadata.generation ?? 1,
    retryAttempt: object.spec.retryAttempt ?? 0,
    provider: viewOf(provider),
    regionMatches: [undefined, object.spec.region].includes(regionOf(provider)),
    registration,
    projectCovers: isCovered(context, object, handle),
    root: observeRoot(context, object),
    rendered: { kind: "rendered", contentHash: content.contentHash },
    git: context.desk.view(clusterKey(object), content, recordedDelivery(object)),
    rollover: await observeRollover(context, object, provider),
    upgrade: observeUpgrade(orderOf(object), provider),
    tenant: probe?.view ?? { kind: "unasked" },
    bundle,
    secrets: context.platformSecrets.view(handle, wantedSecrets(context, object)),
    names: lookAtNames(context, object, shownAddress(object.status ?? {}, { gatewayAddress })),
    wildcard: lookAtWildcard(context, object),
    ...named,
    ...heldListening(object, decided.held),
    orphans: context.orphans.onCluster(handle),
  };
  const way = {
    gatewayAddress,
    certifiesEachName,
    routing: shownRouting(context, object, decided),
  };
  return { observed, provider, files, content, facts: { ...deriveFacts(object, provider, probe), ...way } };
}

/** Of clusters of our own with a Gateway of theirs the spec says it all. */
function shownRouting(
  context: ClusterContext,
  object: ClusterObject,
  { routing, isDecided }: RoutingView,
): ClusterFacts["routing"] {
  if (object.spec.imported === undefined) return hostRouting(context, object);
  return isDecided ? routing : undefined;
}

function heldListening({ status }: ClusterObject, held: RoutingView["held"]): Pick<ClusterObserved, "listening"> {
  if (held === undefined) return {};
  return { listening: { ...held, told: toldCondition(status?.conditions, GATEWAY_LISTENS) } };
}

type Address = Pick<ClusterFacts, "gatewayAddress" | "certifiesEachName"> &
  Pick<ClusterObserved, "named" | "listening">;

/** Looks at where requests come in; where an earlier attempt took them may be somebody else's by now, and is forgotten. */
async function observeAddress(context: ClusterContext, object: ClusterObject, bundle: BundleView): Promise<Address> {
  const { phase = "pending" } = object.status ?? {};
  if (phase !== "pending") {
    const { address: gatewayAddress, ...looked } = lookAtGateway(context, object, bundle);
    return { gatewayAddress, ...looked };
  }
  const handle = clusterHandle(object);
  context.gateways.forget(handle);
  context.gatewayKinds.forget(handle);
  context.names.forget(handle);
  return { gatewayAddress: null, ...(await observeNames(context, object)) };
}

/** The project is made from statuses, and this cluster's says its handle from the first write on. */
function isCovered({ projects }: ClusterContext, { metadata }: ClusterObject, handle: string): boolean {
  const namespace = metadata.namespace ?? "";
  return projects.covers(namespace, handle) && projects.isCurrent(namespace);
}

function regionOf(provider: ProviderObservation | undefined): string | undefined {
  return provider !== undefined && "region" in provider ? provider.region : undefined;
}

/** Asks the provider; undefined when nobody here serves it. */
export async function observeProvider(
  context: ClusterContext,
  object: ClusterObject,
): Promise<ProviderObservation | undefined> {
  return provisionerOf(context, object)?.observe(orderOf(object));
}

/** Reduces what the provider says to what decides; its access stays behind. */
export function viewOf(provider: ProviderObservation | undefined): ProviderView {
  if (provider === undefined) return NO_PROVIDER;
  if (provider.kind !== "ready") return provider;
  const { endpoint, matches, step, healthy, message, imported } = provider;
  return { kind: "ready", endpoint, matches, step, healthy, message, ...(imported && { imported }) };
}

/** Renders the cluster's own files; the second keeps the folder that its root Application reads. */
function renderFiles(object: ClusterObject): FileChange[] {
  const handle = clusterHandle(object);
  return [
    renderClusterFile({
      metadata: renderedMetadata(object),
      handle,
      spec: object.spec,
      remembered: rememberedOf(object),
    }),
    {
      path: `${applicationsFolder(handle)}/keep.txt`,
      content: "Argo CD reads the Application manifests in this folder.\n",
    },
  ];
}

/** What only the status says: on which host it lies, which version it was ordered in, and whether a Gateway came to it. */
function rememberedOf(object: ClusterObject): Remembered {
  const { host, routing } = object.status ?? {};
  const hasCome = object.spec.imported !== undefined && routing !== "ingress";
  const kubernetesVersion = object.spec.imported === undefined ? orderOf(object).spec.kubernetesVersion : undefined;
  return { host, kubernetesVersion, routing: hasCome ? routing : undefined };
}

/** What people brought with them they upgrade themselves. */
function isUpgradeAvailable({ spec, status }: ClusterObject, version = status?.kubernetesVersion): boolean | undefined {
  if (version === undefined) return undefined;
  return spec.imported === undefined && upgradeTargets(spec.provider, version).length > 0;
}

function deriveFacts(
  object: ClusterObject,
  provider: ProviderObservation | undefined,
  probe: Readonly<{ version: string | undefined; nodes: readonly ClusterNode[] | undefined }> | undefined,
): ClusterFacts {
  const ready = provider?.kind === "ready" ? provider : undefined;
  const handle = clusterHandle(object);
  const kubernetesVersion = probe?.version ?? ready?.kubernetesVersion;
  return {
    handle,
    gitPath: `clusters/${handle}/resource.yaml`,
    endpoint: ready?.endpoint,
    kubernetesVersion,
    upgradeAvailable: isUpgradeAvailable(object, kubernetesVersion),
    nodes: probe?.nodes,
    nodeCount: ready?.nodes.filter((node) => node.ready).length,
    serverType: serverTypeOf(object, ready?.nodes),
    requestId: requestIdOf(object),
  };
}

/** While nodes of two types stand beside each other, the one that is leaving is what the cluster still has. */
function serverTypeOf({ spec }: ClusterObject, nodes: readonly ProviderNode[] | undefined): string | undefined {
  const types = nodes?.map(({ serverType }) => serverType) ?? [];
  return types.find((type) => type !== spec.serverType) ?? types[0];
}
