/**
 * Looks at a cluster that somebody wants to import, without changing anything there (docs/adr/0029): GETs and
 * LISTs, of most kinds the metadata only, page by page and not without end; and SelfSubjectAccessReviews, which are
 * POSTs that the API server answers and stores nowhere. A list that outgrows the client's bounds counts as cut.
 */
import { isGone, KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import { resourcePath, type KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { listServed } from "../../../adapters/kubernetes/served-kinds.ts";
import type { ClusterFacts, FoundObject } from "../../../render/preflight/cluster-facts.ts";
import { NEEDED_KINDS } from "../../../render/preflight/bundle-footprint.ts";
import { OWN_NAMESPACE } from "../../../render/preflight/find-surroundings.ts";
import { describeSettings, readSettings } from "./read-settings.ts";

/** What was seen, with the cluster's identity. */
export type ClusterLook = Readonly<{ uid: string; facts: ClusterFacts }>;
type Client = Pick<KubeClient, "request">;
type Kind = Readonly<{ group: string; plural: string; kind: string; version?: string; whole?: Describe }>;
type Describe = (object: KubeObject) => Partial<FoundObject>;
type Listed = Readonly<{ objects: readonly FoundObject[]; isCut: boolean; forbidden?: string }>;

const PAGE_OBJECTS = 100;
const PAGES_MAX = 50;
const CALL = { timeoutMs: 10_000 } as const;
const METADATA = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json;q=0.5";

const KINDS: readonly Kind[] = [
  { group: "apiextensions.k8s.io", plural: "customresourcedefinitions", kind: "CustomResourceDefinition" },
  { group: "rbac.authorization.k8s.io", plural: "clusterroles", kind: "ClusterRole" },
  { group: "rbac.authorization.k8s.io", plural: "clusterrolebindings", kind: "ClusterRoleBinding" },
  { group: "networking.k8s.io", plural: "ingressclasses", kind: "IngressClass" },
  { group: "gateway.networking.k8s.io", plural: "gatewayclasses", kind: "GatewayClass" },
  { group: "cert-manager.io", plural: "clusterissuers", kind: "ClusterIssuer" },
  { group: "storage.k8s.io", plural: "storageclasses", kind: "StorageClass" },
  { group: "scheduling.k8s.io", plural: "priorityclasses", kind: "PriorityClass" },
  { group: "apiregistration.k8s.io", plural: "apiservices", kind: "APIService", whole: describeApi },
  {
    group: "admissionregistration.k8s.io",
    plural: "validatingadmissionpolicies",
    kind: "ValidatingAdmissionPolicy",
  },
  { group: "", plural: "namespaces", kind: "Namespace" },
  { group: "", plural: "resourcequotas", kind: "ResourceQuota" },
  { group: "", plural: "limitranges", kind: "LimitRange" },
  ...["Validating", "Mutating"].map((type) => ({
    group: "admissionregistration.k8s.io",
    plural: `${type.toLowerCase()}webhookconfigurations`,
    kind: `${type}WebhookConfiguration`,
    whole: describeWebhooks,
  })),
  { group: "apps", plural: "deployments", kind: "Deployment", whole: describeWorkload },
  { group: "apps", plural: "statefulsets", kind: "StatefulSet", whole: describeWorkload },
  { group: "apps", plural: "daemonsets", kind: "DaemonSet", whole: describeWorkload },
];
const NODES: Kind = { group: "", plural: "nodes", kind: "Node" };
const AUTOPILOT_GROUP = "auto.gke.io";

/** Reads what an import is judged by. Faults are the API client's own. */
export async function readClusterFacts(client: Client, signal: AbortSignal): Promise<ClusterLook> {
  const [version, system, groups] = await Promise.all([
    get<{ gitVersion?: unknown }>(client, "/version", signal),
    get<KubeObject>(client, "/api/v1/namespaces/kube-system", signal),
    get<{ groups?: readonly Readonly<{ name?: string }>[] }>(client, "/apis", signal),
  ]);
  const missing = await missingPermissions(client, signal);
  const lists: Listed[] = [];
  // One after the other: a preflight is in no hurry, and the cluster has other guests.
  for (const kind of KINDS) lists.push(await list(client, kind, signal));
  const nodes = await list(client, NODES, signal);
  const served = await listServed(client, NEEDED_KINDS, { ...CALL, signal });
  const objects = await readSettings(
    client,
    lists.flatMap((listed) => listed.objects),
    signal,
  );
  const forbidden = [...lists, nodes].flatMap((listed) => listed.forbidden ?? []);
  const kinds = KINDS.map(({ kind }) => kind);
  return {
    uid: system.metadata.uid ?? "",
    facts: {
      kubernetesVersion: typeof version.gitVersion === "string" ? version.gitVersion : "unknown",
      nodeCount: nodes.objects.length,
      servesAutopilot: (groups.groups ?? []).some(({ name }) => name === AUTOPILOT_GROUP),
      missingPermissions: [...forbidden, ...missing],
      objects,
      served,
      cutKinds: kinds.filter((_kind, index) => lists[index]?.isCut === true),
    },
  };
}

async function get<T>(client: Client, path: string, signal: AbortSignal): Promise<T> {
  return (await client.request("GET", path, { ...CALL, signal })) as T;
}

type Page = Readonly<{ metadata?: Readonly<{ continue?: string }>; items?: readonly KubeObject[] | null }>;

async function list(client: Client, kind: Kind, signal: AbortSignal): Promise<Listed> {
  const objects: FoundObject[] = [];
  let token: string | undefined;
  try {
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const answer = await readPage(client, kind, { token, signal });
      objects.push(...(answer.items ?? []).map((object) => describe(kind, object)));
      token = answer.metadata?.continue;
      if (token === undefined || token === "") return { objects, isCut: false };
    }
    return { objects, isCut: true };
  } catch (error) {
    return unlisted(error, kind, objects);
  }
}

/** A kind that may not be listed is told; one that is not served has no objects; a list that grew too old is cut. */
function unlisted(error: unknown, kind: Kind, objects: readonly FoundObject[]): Listed {
  if (isGone(error) || isTooLarge(error)) return { objects, isCut: true };
  if (error instanceof KubeError && error.status === 404) return { objects: [], isCut: false };
  if (error instanceof KubeError && error.status === 403)
    return { objects: [], isCut: false, forbidden: `list ${kind.plural}` };
  throw error;
}

const isTooLarge = (error: unknown): boolean => error instanceof KubeError && error.reason === "ResponseTooLarge";

async function readPage(
  client: Client,
  { group, version = "v1", plural, kind, whole }: Kind,
  { token, signal }: Readonly<{ token: string | undefined; signal: AbortSignal }>,
): Promise<Page> {
  const path = resourcePath({ group, version, plural, kind, namespaced: false }, undefined);
  const query = { limit: String(PAGE_OBJECTS), continue: token };
  const accept = whole === undefined ? { accept: METADATA } : {};
  return (await client.request("GET", path, { ...CALL, ...accept, query, signal })) as Page;
}

function describe({ kind, whole }: Kind, object: KubeObject): FoundObject {
  const { name, namespace, labels = {}, deletionTimestamp } = object.metadata;
  return {
    kind,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    labels,
    annotations: readAnnotations(object),
    ...(deletionTimestamp === undefined ? {} : { deleting: true }),
    ...whole?.(object),
  };
}

/** What findings are derived from; others may hold whole manifests. */
const ANNOTATIONS =
  /^(argocd\.argoproj\.io\/tracking-id|meta\.helm\.sh\/.*|.*\.kubernetes\.io\/is-default-class|gateway\.networking\.k8s\.io\/(bundle-version|channel))$/;

function readAnnotations({ metadata }: KubeObject): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(metadata.annotations ?? {}).filter(([name]) => ANNOTATIONS.test(name)));
}

type Workload = Readonly<{
  spec?: Readonly<{
    template?: Readonly<{ spec?: Readonly<{ containers?: readonly Readonly<{ image?: string }>[] }> }>;
  }>;
  status?: Readonly<{ availableReplicas?: number; numberAvailable?: number }>;
}>;

function describeWorkload(object: KubeObject): Partial<FoundObject> {
  const { spec, status } = object as Workload;
  return {
    images: (spec?.template?.spec?.containers ?? []).flatMap(({ image }) => image ?? []),
    available: (status?.availableReplicas ?? status?.numberAvailable ?? 0) > 0,
    ...describeSettings(object),
  };
}

function describeApi(object: KubeObject): Partial<FoundObject> {
  const { status } = object as {
    status?: { conditions?: readonly Readonly<{ type?: string; status?: string }>[] };
  };
  const conditions = status?.conditions ?? [];
  return { available: conditions.some((condition) => condition.type === "Available" && condition.status === "True") };
}

type Selector = Readonly<{ matchLabels?: object; matchExpressions?: readonly unknown[] }>;
type Webhook = Readonly<{
  failurePolicy?: string;
  namespaceSelector?: Selector;
  objectSelector?: Selector;
  rules?: readonly Readonly<{ apiGroups?: readonly string[]; resources?: readonly string[] }>[];
}>;
/** What deployments are made of: a webhook about anything else cannot stop one. */
const OURS: ReadonlySet<string> = new Set(["*", "*/*", "pods", "deployments", "services", "namespaces", "ingresses"]);

function describeWebhooks(object: KubeObject): Partial<FoundObject> {
  const webhooks = (object["webhooks"] ?? []) as readonly Webhook[];
  return { failsClosed: webhooks.some(isClosed) };
}

function isClosed({ failurePolicy = "Fail", namespaceSelector, objectSelector, rules = [] }: Webhook): boolean {
  if (failurePolicy !== "Fail" || selects(namespaceSelector) || selects(objectSelector)) return false;
  return rules.some(({ resources = [] }) => resources.some((resource) => OURS.has(resource)));
}

function selects(selector: Selector | undefined): boolean {
  return Object.keys(selector?.matchLabels ?? {}).length > 0 || (selector?.matchExpressions ?? []).length > 0;
}

type Permission = Readonly<{ words: string; attributes: Readonly<Record<string, string>> }>;
const RBAC = "rbac.authorization.k8s.io";

/** What registration does with the credential; from then on it is done by an account of our own. */
const PERMISSIONS: readonly Permission[] = [
  { words: "create namespaces", attributes: { verb: "create", resource: "namespaces" } },
  {
    words: `create serviceaccounts in ${OWN_NAMESPACE}`,
    attributes: { verb: "create", resource: "serviceaccounts", namespace: OWN_NAMESPACE },
  },
  {
    words: `create serviceaccounts/token in ${OWN_NAMESPACE}`,
    attributes: { verb: "create", resource: "serviceaccounts", subresource: "token", namespace: OWN_NAMESPACE },
  },
  {
    words: "create clusterrolebindings",
    attributes: { verb: "create", group: RBAC, resource: "clusterrolebindings" },
  },
  {
    words: "bind the ClusterRole cluster-admin",
    attributes: { verb: "bind", group: RBAC, resource: "clusterroles", name: "cluster-admin" },
  },
];

async function missingPermissions(client: Client, signal: AbortSignal): Promise<string[]> {
  const missing: string[] = [];
  for (const { words, attributes } of PERMISSIONS) {
    const body = {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SelfSubjectAccessReview",
      spec: { resourceAttributes: attributes },
    };
    const path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
    const answer = (await client.request("POST", path, { ...CALL, body, signal })) as {
      status?: { allowed?: boolean };
    };
    if (answer.status?.allowed !== true) missing.push(words);
  }
  return missing;
}
