import { isAlreadyExists } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import { NAMESPACES, PERSISTENT_VOLUME_CLAIMS, SECRETS } from "../../../adapters/kubernetes/resource-types.ts";
import { LABELS } from "../../../contract/identity.ts";
import type { FakeKubeClient } from "../../support/fake-kube-client.ts";

/** Names the domain under which the worlds' hosts pass through to virtual clusters. */
export const VIRTUAL_DOMAIN = "vc.test";
const PREFIX = "vc-";
const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** Tells whether a namespace is one of a virtual cluster. */
export function isVirtualCluster(namespace: string): boolean {
  return namespace.startsWith(PREFIX);
}

/** Leaves on a host what Argo CD and vcluster leave there: namespace, volume, and the Secret with the access. */
export async function installVirtualCluster(host: FakeKubeClient, namespace: string): Promise<void> {
  const release = namespace.slice(PREFIX.length);
  const labels = { app: "vcluster", "vcluster-name": release };
  await put(host, NAMESPACES, { name: namespace, labels: { [LABELS.virtualCluster]: release } });
  await put(host, PERSISTENT_VOLUME_CLAIMS, { name: `data-${release}-0`, namespace });
  // The chart's own configuration lies there too, with the same label.
  await put(host, SECRETS, { name: `vc-config-${release}`, namespace, labels: { app: "vcluster" } });
  const data = { token: base64("inside"), "certificate-authority": base64("ca"), config: base64("kubeconfig") };
  await put(host, SECRETS, { name: `${PREFIX}${release}`, namespace, labels }, { data });
}

/** Takes away what Argo CD takes: the namespace and the volume stay. */
export async function removeVirtualCluster(host: FakeKubeClient, namespace: string): Promise<void> {
  if (!isVirtualCluster(namespace)) return;
  await host.delete(SECRETS, { namespace, name: namespace });
}

async function put(
  host: FakeKubeClient,
  type: ResourceType,
  metadata: KubeObject["metadata"],
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await host.create(type, { metadata, ...more }, { fieldManager: "argocd" }).catch((error: unknown) => {
    if (!isAlreadyExists(error)) throw error;
  });
}
