import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { CUSTOM_RESOURCE_DEFINITIONS } from "../../../adapters/kubernetes/resource-types.ts";

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/";

/** Answers as a tenant's API server what kinds it has; undefined for what asks something else. */
export function answerKinds(server: Pick<KubeClient, "get">, path: string): unknown {
  if (path === "/apis/apps/v1") return { resources: [{ name: "deployments", kind: "Deployment", namespaced: true }] };
  return path.startsWith(DEFINITIONS) ? readDefinition(server, path.slice(DEFINITIONS.length)) : undefined;
}

async function readDefinition(server: Pick<KubeClient, "get">, name: string): Promise<unknown> {
  const found = await server.get(CUSTOM_RESOURCE_DEFINITIONS, { name });
  if (found === undefined) throw new KubeError(`GET ${name}`, { status: 404, reason: "NotFound" });
  return found;
}
