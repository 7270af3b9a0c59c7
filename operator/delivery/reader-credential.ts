/**
 * Gives the gateway its own way into a tenant cluster (docs/adr/0026): a token that may read pods, their logs, events and
 * nodes and what these take, list workloads, open shells in pods and tunnels to them, add containers to pods for that, start runs, and keep people's accounts in the namespace berth-access, whose members are administrators of the cluster. It lies in
 * a Secret of the organization's namespace, which is the only place where the gateway may read Secrets. It goes with its
 * Cluster: the Secret is owned by it.
 */
import type { KubeObject, Ref, ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { CLUSTER_ROLE_BINDINGS, NAMESPACES, ROLES, ROLE_BINDINGS } from "../../adapters/kubernetes/resource-types.ts";
import { ACCESS_NAMESPACE, API_GROUP, API_VERSION, LABELS, readerSecretName } from "../../contract/identity.ts";
import type { ClusterAccess } from "../../render/cluster/cluster-registration.ts";
import {
  APPLY,
  MARKED,
  RIGHTS_GROUP,
  TENANT_NAMESPACE,
  applyAccount,
  issueToken,
  type TenantCredential,
} from "./tenant-credential.ts";
import { formatTokenLife, type TokenLife } from "./token-life.ts";

const ACCOUNT = "berth-gateway";
const RULES = [
  { apiGroups: [""], resources: ["pods", "pods/log", "events", "nodes"], verbs: ["get", "list", "watch"] },
  // A WebSocket is asked for by GET, and since 1.36 an API server wants to have `create` for it too.
  { apiGroups: [""], resources: ["pods/exec", "pods/portforward"], verbs: ["get", "create"] },
  // A debug container is added where a shell may be opened, and nowhere else is a pod changed; its input is held open.
  { apiGroups: [""], resources: ["pods/ephemeralcontainers"], verbs: ["patch"] },
  { apiGroups: [""], resources: ["pods/attach"], verbs: ["get", "create"] },
  { apiGroups: ["metrics.k8s.io"], resources: ["pods", "nodes"], verbs: ["get", "list"] },
  // Runs: a Job is made of the workload's pods, read, and ended; it goes by itself.
  { apiGroups: ["apps"], resources: ["deployments", "statefulsets"], verbs: ["get"] },
  { apiGroups: ["batch"], resources: ["cronjobs"], verbs: ["get"] },
  // What runs on a cluster, before it is taken over.
  { apiGroups: ["apps"], resources: ["deployments", "statefulsets", "daemonsets"], verbs: ["list"] },
  { apiGroups: ["batch"], resources: ["jobs"], verbs: ["get", "list", "create", "patch"] },
  { apiGroups: ["events.k8s.io"], resources: ["events"], verbs: ["get", "list", "watch"] },
];
const ACCESS_RULES = [
  { apiGroups: [""], resources: ["serviceaccounts", "secrets"], verbs: ["get", "create", "patch", "delete"] },
  { apiGroups: [""], resources: ["serviceaccounts/token"], verbs: ["create"] },
];

/** Counts up with the rules: a cluster whose Secret says another number gets them at once, not with its next token. */
const RIGHTS = { annotation: `${API_GROUP}/reader-rights`, version: "7" };

/** Tells whether a reader's Secret was made with the rights that it has now. */
export function hasReaderRights(annotations: Readonly<Record<string, string>> = {}): boolean {
  return annotations[RIGHTS.annotation] === RIGHTS.version;
}

/** Makes the reader's account, its rights and a token, after the tenant credential's namespace; each step can be repeated. */
export async function issueReaderCredential(client: KubeClient, nowMs: number): Promise<TenantCredential> {
  await applyAccount(client, ACCOUNT, RULES);
  await openAccess(client);
  return issueToken(client, ACCOUNT, nowMs);
}

/** Makes the namespace of people's accounts, whose members are administrators, and lets the gateway keep them there. */
async function openAccess(client: KubeClient): Promise<void> {
  const apiVersion = `${RIGHTS_GROUP}/v1`;
  const own = { namespace: ACCESS_NAMESPACE, name: ACCOUNT };
  const group = { kind: "Group", apiGroup: RIGHTS_GROUP, name: `system:serviceaccounts:${ACCESS_NAMESPACE}` };
  const gateway = { kind: "ServiceAccount", namespace: TENANT_NAMESPACE, name: ACCOUNT };
  const refTo = (kind: string, name: string): object => ({ apiGroup: RIGHTS_GROUP, kind, name });
  const wanted: readonly (readonly [ResourceType, string, Ref, object])[] = [
    [NAMESPACES, "v1", { name: ACCESS_NAMESPACE }, {}],
    [
      CLUSTER_ROLE_BINDINGS,
      apiVersion,
      { name: ACCESS_NAMESPACE },
      { roleRef: refTo("ClusterRole", "cluster-admin"), subjects: [group] },
    ],
    [ROLES, apiVersion, own, { rules: ACCESS_RULES }],
    [ROLE_BINDINGS, apiVersion, own, { roleRef: refTo("Role", ACCOUNT), subjects: [gateway] }],
  ];
  for (const [type, version, ref, rest] of wanted) {
    const body = { apiVersion: version, kind: type.kind, metadata: { ...ref, labels: MARKED }, ...rest };
    await client.patch(type, ref, { kind: "apply", body }, APPLY);
  }
}

/** Makes the Secret that brings the gateway its access. */
export function readerSecret({ metadata }: KubeObject, access: ClusterAccess, life: TokenLife): KubeObject {
  const { name, namespace = "", uid = "" } = metadata;
  const { server, caData, bearerToken: token } = access;
  const encode = (text: string): string => Buffer.from(text).toString("base64");
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: {
      name: readerSecretName(name),
      namespace,
      // `platform` keeps it apart from what people keep there.
      labels: { ...MARKED, [LABELS.secretOwner]: "platform" },
      annotations: { ...formatTokenLife(life), [RIGHTS.annotation]: RIGHTS.version },
      ownerReferences: [{ apiVersion: `${API_GROUP}/${API_VERSION}`, kind: "Cluster", name, uid }],
    },
    type: "Opaque",
    data: { access: encode(JSON.stringify({ server, token, ...(caData === undefined ? {} : { caData }) })) },
  };
}
