import type { FileChange, WriteRequest } from "../../../operator/git/write-request.ts";

/** Makes the request of one deployment: its values and its Application. */
export function deployment(name: string, content: string | null, extra: Partial<WriteRequest> = {}): WriteRequest {
  const resource = `Deployment/org-acme/${name}`;
  return {
    key: resource,
    files: [valuesFile(name, content), { path: `clusters/one/applications/${name}.yaml`, content: content && "app" }],
    trailers: { resource, generation: 1 },
    ...extra,
  };
}

/** Names the values file of a deployment. */
export function valuesFile(name: string, content: string | null): FileChange {
  return { path: `clusters/one/deployments/${name}/values.yaml`, content };
}
