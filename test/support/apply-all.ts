import type { KubeClient, KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { CUSTOM_RESOURCE_DEFINITIONS } from "../../adapters/kubernetes/resource-types.ts";
import { eventually } from "./eventually.ts";

type Manifest = Readonly<{
  apiVersion: string;
  kind: string;
  metadata: Readonly<{ name: string; namespace?: string }>;
}>;
type ResourceList = Readonly<{ resources: readonly Readonly<{ name: string; kind: string; namespaced: boolean }>[] }>;

/** Applies objects of any kind as `helm` and `kubectl apply --server-side` do, strictly; throws what the API server says. */
export async function applyAll(client: KubeClient, manifests: readonly Manifest[]): Promise<void> {
  for (const manifest of manifests) {
    const path = await eventually(() => pathOf(client, manifest));
    const query = { fieldManager: "helm", fieldValidation: "Strict", force: "true" };
    const options = { body: manifest, query, contentType: "application/apply-patch+yaml" };
    await client.request("PATCH", path, options).catch((error: unknown) => {
      const { body } = error as { body?: { message?: string } };
      throw new Error(`${manifest.kind} ${manifest.metadata.name}: ${body?.message ?? String(error)}`);
    });
    if (manifest.kind === "CustomResourceDefinition") await untilServed(client, manifest.metadata.name);
  }
}

async function pathOf(client: KubeClient, { apiVersion, kind, metadata }: Manifest): Promise<string> {
  const root = apiVersion === "v1" ? "/api/v1" : `/apis/${apiVersion}`;
  const { resources } = (await client.request("GET", root)) as ResourceList;
  const found = resources.find((one) => one.kind === kind && !one.name.includes("/"));
  if (found === undefined) throw new Error(`${apiVersion} knows no ${kind}`);
  const scope = found.namespaced ? `/namespaces/${metadata.namespace ?? "default"}` : "";
  return `${root}${scope}/${found.name}/${metadata.name}`;
}

type Definition = KubeObject & Readonly<{ status?: { conditions?: readonly { type: string; status: string }[] } }>;

async function untilServed(client: KubeClient, name: string): Promise<void> {
  await eventually(async () => {
    const { status } = (await client.get<Definition>(CUSTOM_RESOURCE_DEFINITIONS, { name })) ?? {};
    if (!status?.conditions?.some(({ type, status: is }) => type === "Established" && is === "True"))
      throw new Error(`${name} is not established`);
  });
}
