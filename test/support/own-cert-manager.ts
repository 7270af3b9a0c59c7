import type { KubeClient } from "../../adapters/kubernetes/kube-client.ts";
import { CUSTOM_RESOURCE_DEFINITIONS, NAMESPACES } from "../../adapters/kubernetes/resource-types.ts";
import { eventually } from "./eventually.ts";
import { WORKLOADS } from "./workloads.ts";

const NAMESPACE = "cert-manager";
const HELM = { "meta.helm.sh/release-name": "cert-manager", "meta.helm.sh/release-namespace": NAMESPACE };
const TAG = "v1.18.2";
const HELM_USER = { fieldManager: "helm" } as const;
const KINDS = [
  ["cert-manager.io", "certificates", "Certificate", "Namespaced"],
  ["cert-manager.io", "issuers", "Issuer", "Namespaced"],
  ["cert-manager.io", "clusterissuers", "ClusterIssuer", "Cluster"],
  ["acme.cert-manager.io", "challenges", "Challenge", "Namespaced"],
] as const;
const PARTS = ["controller", "webhook", "cainjector"] as const;

/** Names the Deployments of a cert-manager. */
export const CERT_MANAGER_PARTS = PARTS.map((part) => ({ namespace: NAMESPACE, name: `cert-manager-${part}` }));

/** Puts a customer's own cert-manager onto a cluster, as a release of Helm would: its definitions, served, and what runs it. */
export async function plantCertManager(client: KubeClient): Promise<void> {
  for (const [group, plural, kind, scope] of KINDS)
    await client.create(CUSTOM_RESOURCE_DEFINITIONS, definitionOf({ group, plural, kind, scope }), HELM_USER);
  await client.create(NAMESPACES, { metadata: { name: NAMESPACE } }, HELM_USER);
  for (const part of PARTS) await client.create(WORKLOADS, workloadOf(part, TAG), HELM_USER);
  for (const [group, plural] of KINDS) await eventually(() => client.request("GET", `/apis/${group}/v1/${plural}`));
}

/** Says that its pods run, where nobody else would. */
export async function sayItRuns(client: KubeClient, availableReplicas: number): Promise<void> {
  const status = { replicas: 1, readyReplicas: availableReplicas, availableReplicas };
  for (const ref of CERT_MANAGER_PARTS)
    await client.patch(
      WORKLOADS,
      ref,
      { kind: "merge", body: { status } },
      { fieldManager: "test", subresource: "status" },
    );
}

/** Takes it away again. */
export async function uprootCertManager(client: KubeClient): Promise<void> {
  for (const ref of CERT_MANAGER_PARTS) await client.delete(WORKLOADS, ref);
  for (const [group, plural] of KINDS) await client.delete(CUSTOM_RESOURCE_DEFINITIONS, { name: `${plural}.${group}` });
  for (const [group, plural] of KINDS)
    await eventually(async () => {
      const found = await client.get(CUSTOM_RESOURCE_DEFINITIONS, { name: `${plural}.${group}` });
      if (found !== undefined) throw new Error(`${plural}.${group} is still there`);
    });
}

type Body = Parameters<KubeClient["create"]>[1];
type Definition = Readonly<{ group: string; plural: string; kind: string; scope: string }>;

function definitionOf({ group, plural, kind, scope }: Definition): Body {
  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  return {
    metadata: { name: `${plural}.${group}`, annotations: HELM },
    spec: { group, scope, names: { plural, kind }, versions: [{ name: "v1", served: true, storage: true, schema }] },
  };
}

function workloadOf(part: string, tag: string): Body {
  const app = `cert-manager-${part}`;
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: app, namespace: NAMESPACE, annotations: HELM },
    spec: {
      replicas: 1,
      selector: { matchLabels: { app } },
      template: {
        metadata: { labels: { app } },
        spec: { containers: [{ name: "main", image: `quay.io/jetstack/${app}:${tag}` }] },
      },
    },
  };
}
