import { createKubeClient, type KubeClient, type KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import { NAMESPACES } from "../../adapters/kubernetes/resource-types.ts";
import { applyAll } from "./apply-all.ts";
import type { ApiServer } from "./api-server.ts";

/** What vcluster is on a host: an account with rights on what lies in its own namespace. */
export type HostTenant = Readonly<{
  client: KubeClient;
  /** What the API server says to a creation that is not stored; undefined when it takes it. */
  refusal: (object: KubeObject) => Promise<string | undefined>;
}>;

const WRITTEN = [
  { apiGroups: [""], resources: ["pods", "pods/status", "services", "endpoints", "secrets"], verbs: ["*"] },
  { apiGroups: ["discovery.k8s.io"], resources: ["endpointslices"], verbs: ["*"] },
  { apiGroups: ["networking.k8s.io"], resources: ["ingresses"], verbs: ["*"] },
  // vcluster has no right to these where the operator writes routes; the guard does not go by that.
  { apiGroups: ["gateway.networking.k8s.io", "gateway.envoyproxy.io"], resources: ["*"], verbs: ["*"] },
];

/** Makes a namespace as the platform makes those of virtual clusters, with the account that acts for its tenant. */
export async function makeHostTenant(
  api: ApiServer,
  admin: KubeClient,
  metadata: KubeObject["metadata"],
): Promise<HostTenant> {
  const { name } = metadata;
  const at = { name, namespace: name };
  const rbac = "rbac.authorization.k8s.io";
  await admin.create(NAMESPACES, { apiVersion: "v1", kind: "Namespace", metadata }, { fieldManager: "test" });
  await applyAll(admin, [
    { apiVersion: "v1", kind: "ServiceAccount", metadata: at },
    { apiVersion: `${rbac}/v1`, kind: "Role", metadata: at, rules: WRITTEN },
    {
      apiVersion: `${rbac}/v1`,
      kind: "RoleBinding",
      metadata: at,
      roleRef: { apiGroup: rbac, kind: "Role", name },
      subjects: [{ kind: "ServiceAccount", ...at }],
    },
  ] as Parameters<typeof applyAll>[1]);
  const path = `/api/v1/namespaces/${name}/serviceaccounts/${name}/token`;
  const body = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} };
  const { status } = (await admin.request("POST", path, { body })) as { status: { token: string } };
  const client = createKubeClient({ server: api.server, caData: api.caData, token: status.token });
  return { client, refusal: (object) => refusalOf(client, name, object) };
}

const PLURALS: Readonly<Record<string, string>> = { Endpoints: "endpoints", Ingress: "ingresses" };

/** Tries to create an object in a namespace, without storing it. */
export async function refusalOf(
  client: KubeClient,
  namespace: string,
  object: KubeObject,
): Promise<string | undefined> {
  const { apiVersion = "v1", kind = "" } = object;
  const root = apiVersion === "v1" ? "/api/v1" : `/apis/${apiVersion}`;
  const path = `${root}/namespaces/${namespace}/${PLURALS[kind] ?? `${kind.toLowerCase()}s`}`;
  const query = { dryRun: "All", fieldManager: "test", fieldValidation: "Strict" };
  try {
    await client.request("POST", path, { body: object, query });
    return undefined;
  } catch (error) {
    if (!(error instanceof KubeError)) throw error;
    return `${error.status} ${error.body?.message ?? ""}`;
  }
}
