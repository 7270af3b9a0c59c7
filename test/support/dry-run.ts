import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseAllDocuments } from "yaml";
import { createKubeClient, type KubeClient, type KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import { CUSTOM_RESOURCE_DEFINITIONS, NAMESPACES } from "../../adapters/kubernetes/resource-types.ts";
import { sharedApiServer } from "./api-server.ts";
import { eventually } from "./eventually.ts";

const PLURALS: Readonly<Record<string, string>> = {
  NetworkPolicy: "networkpolicies",
  Ingress: "ingresses",
  BackupPolicy: "backuppolicies",
  BackendTrafficPolicy: "backendtrafficpolicies",
  GatewayClass: "gatewayclasses",
  EnvoyProxy: "envoyproxies",
};

/** Tries objects on a real API server without storing them. */
export type DryRun = Readonly<{
  client: KubeClient;
  /** Answers undefined when the object was accepted, else the API server's words. */
  refusal: (object: unknown, namespace: string) => Promise<string | undefined>;
  close: () => Promise<void>;
}>;

/** Connects to the API server of this process, with the given CRDs and namespaces there; paths are relative to the root. */
export async function openDryRun(crdPaths: readonly string[], namespaces: readonly string[]): Promise<DryRun> {
  const server = await sharedApiServer();
  const client = createKubeClient({ kubeconfigPath: server.kubeconfig });
  for (const crd of crdPaths.flatMap(readDocuments)) await installDefinition(client, crd);
  for (const name of namespaces) await applyObject(client, name);
  return {
    client,
    refusal: (object, namespace) => refusal(client, object as KubeObject, namespace),
    close: () => client.close(),
  };
}

/** Reads the objects of a YAML or JSON file of this repository. */
export function readDocuments(path: string): KubeObject[] {
  const text = readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");
  return parseAllDocuments(text).map((document) => document.toJS() as KubeObject);
}

/** Installs a CRD and waits until it is served. */
export async function installDefinition(client: KubeClient, crd: KubeObject): Promise<void> {
  const ref = { name: crd.metadata.name };
  await client.patch(
    CUSTOM_RESOURCE_DEFINITIONS,
    ref,
    { kind: "apply", body: crd },
    { fieldManager: "test", force: true },
  );
  await eventually(async () => {
    const found = await client.get(CUSTOM_RESOURCE_DEFINITIONS, ref);
    const conditions = (
      found?.["status"] as { conditions?: { type: string; status: string; message?: string }[] } | undefined
    )?.conditions;
    const is = (type: string): boolean =>
      conditions?.some((condition) => condition.type === type && condition.status === "True") === true;
    if (!is("Established") || is("NonStructuralSchema")) throw new Error(`${ref.name}: ${JSON.stringify(conditions)}`);
  });
}

async function applyObject(client: KubeClient, name: string): Promise<void> {
  const body = { apiVersion: "v1", kind: "Namespace", metadata: { name } };
  await client.patch(NAMESPACES, { name }, { kind: "apply", body }, { fieldManager: "test", force: true });
}

async function refusal(client: KubeClient, object: KubeObject, namespace: string): Promise<string | undefined> {
  const query = { dryRun: "All", fieldValidation: "Strict", fieldManager: "test" };
  try {
    await client.request("POST", collectionPath(object, namespace), { body: object, query });
    return undefined;
  } catch (error) {
    if (!(error instanceof KubeError) || !REFUSALS.has(error.status)) throw error;
    return `${error.status} ${error.body?.message ?? error.reason}`;
  }
}

/** The answers that say something about the object; all others are faults of the test. */
const REFUSALS = new Set([400, 403, 409, 413, 422]);

const CLUSTER_SCOPED = new Set(["ClusterIssuer", "ClusterRole", "ClusterRoleBinding", "GatewayClass", "Namespace"]);

function collectionPath({ apiVersion = "v1", kind = "", metadata }: KubeObject, namespace: string): string {
  const root = apiVersion === "v1" ? "/api/v1" : `/apis/${apiVersion}`;
  if (CLUSTER_SCOPED.has(kind)) return `${root}/${PLURALS[kind] ?? `${kind.toLowerCase()}s`}`;
  return `${root}/namespaces/${metadata.namespace ?? namespace}/${PLURALS[kind] ?? `${kind.toLowerCase()}s`}`;
}
