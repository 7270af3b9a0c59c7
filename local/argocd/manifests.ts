import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import type { KubeAccess, Manifest } from "../cluster/kube-access.ts";

/** What Argo CD's own objects depend on. */
type ArgoSettings = Readonly<{
  namespace: string;
  serverKey: string;
  git: Readonly<{ url: string; user: string; token: string }>;
  /** Reaches the management cluster with the rights that root Applications need. */
  management: KubeAccess & Readonly<{ token: string }>;
}>;

const folder = new URL("../manifests/argocd/", import.meta.url);

/** Reads the resource definitions of Argo CD and of its image updater. */
export async function readArgoCrds(): Promise<Manifest[]> {
  const kinds = ["application", "applicationset", "appproject", "imageupdater"];
  const texts = await Promise.all(
    kinds.map((kind) => readFile(fileURLToPath(new URL(`${kind}-crd.json`, folder)), "utf8")),
  );
  return texts.map((text) => JSON.parse(text) as Manifest);
}

// The kinds that Argo CD's own installation leaves out, as far as they occur here: they change all the time and nobody deploys them.
const exclusions = [
  { apiGroups: ["", "discovery.k8s.io"], kinds: ["Endpoints", "EndpointSlice"] },
  { apiGroups: ["coordination.k8s.io"], kinds: ["Lease"] },
  {
    apiGroups: ["authentication.k8s.io", "authorization.k8s.io"],
    kinds: [
      "SelfSubjectReview",
      "TokenReview",
      "LocalSubjectAccessReview",
      "SelfSubjectAccessReview",
      "SelfSubjectRulesReview",
      "SubjectAccessReview",
    ],
  },
  { apiGroups: ["certificates.k8s.io"], kinds: ["CertificateSigningRequest"] },
  { apiGroups: ["cert-manager.io"], kinds: ["CertificateRequest"] },
];

/** Derives the objects that configure Argo CD. */
export function deriveArgoObjects(settings: ArgoSettings): Manifest[] {
  const { namespace } = settings;
  const configMap = (name: string, data: Record<string, string> = {}): Manifest => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, namespace, labels: { "app.kubernetes.io/name": name, "app.kubernetes.io/part-of": "argocd" } },
    data,
  });
  return [
    configMap("argocd-cm", {
      "application.resourceTrackingMethod": "annotation",
      "resource.exclusions": stringify(exclusions),
      // The token for the management cluster sees Applications only; without this Argo CD would refuse the whole cluster.
      "resource.respectRBAC": "normal",
      "timeout.reconciliation": "180s",
    }),
    configMap("argocd-rbac-cm"),
    configMap("argocd-tls-certs-cm"),
    configMap("argocd-ssh-known-hosts-cm", { ssh_known_hosts: "" }),
    configMap("argocd-gpg-keys-cm"),
    configMap("argocd-cmd-params-cm"),
    secret(namespace, "argocd-secret", { "server.secretkey": settings.serverKey }),
    secret(namespace, "argocd-redis", { auth: "" }),
    deriveRepository(settings),
    deriveManagementCluster(settings),
    // Nothing may be deployed by way of the project that every Argo CD has.
    {
      apiVersion: "argoproj.io/v1alpha1",
      kind: "AppProject",
      metadata: { name: "default", namespace },
      spec: { destinations: [], sourceRepos: [], clusterResourceWhitelist: [] },
    },
  ];
}

function secret(namespace: string, name: string, stringData: Record<string, string>, type?: string): Manifest {
  const labels = {
    "app.kubernetes.io/part-of": "argocd",
    ...(type === undefined ? {} : { "argocd.argoproj.io/secret-type": type }),
  };
  const data = Object.fromEntries(
    Object.entries(stringData).map(([key, value]) => [key, Buffer.from(value).toString("base64")]),
  );
  return { apiVersion: "v1", kind: "Secret", metadata: { name, namespace, labels }, data };
}

function deriveRepository({ namespace, git }: ArgoSettings): Manifest {
  // Basic auth at once saves a refused request for every fetch.
  const data = { type: "git", url: git.url, username: git.user, password: git.token, forceHttpBasicAuth: "true" };
  return secret(namespace, "berth-repository", data, "repository");
}

function deriveManagementCluster({ namespace, management }: ArgoSettings): Manifest {
  const config = {
    bearerToken: management.token,
    tlsClientConfig: { caData: Buffer.from(management.caPem).toString("base64") },
  };
  const data = {
    name: "management",
    server: management.server,
    namespaces: namespace,
    clusterResources: "false",
    config: JSON.stringify(config),
  };
  return secret(namespace, "berth-management", data, "cluster");
}
