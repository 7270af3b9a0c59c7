import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { z } from "zod";
import { readSettings, together, type Environment } from "../adapters/environment/read-settings.ts";
import { kubeSourceOf, type KubeSource } from "../adapters/kubernetes/credentials.ts";
import { storeFaults, storeSettings, toStores, type Stores } from "../contract/store-settings.ts";
import {
  acmeSettings,
  certificateFaults,
  certificateSettings,
  clusterIssuerOf,
  toAcmeIssuer,
  toWildcardIssuer,
  wildcardSettings,
  type AcmeIssuer,
  type WildcardIssuer,
} from "../contract/certificate-settings.ts";
import { namesSettings, toNamesConfig, type NamesConfig } from "../contract/names-settings.ts";
import { VIRTUAL_CLUSTERS_PER_NODE } from "../contract/quotas.ts";
import { registryHostFaults, registryHostOf } from "../contract/registry-host.ts";
import { SecretText } from "../contract/secret-text.ts";
import { wholeNumber } from "../contract/whole-number.ts";
import type { AddressRules } from "../adapters/outgoing/address-guard.ts";
import { addressSettings, toAddressRules } from "../adapters/outgoing/address-settings.ts";
import type { ChartHostRules } from "../adapters/outgoing/chart-host-judge.ts";
import {
  addressAskerSettings,
  toAddressAskerRules,
  type AddressAskerRules,
} from "../adapters/outgoing/address-asker-settings.ts";
import { chartHostSettings, toChartHostRules } from "../adapters/outgoing/chart-host-settings.ts";
import { toVaultConfig, vaultFaults, vaultSettings, type VaultConfig } from "../adapters/secrets/vault-settings.ts";

const httpUrl = z.string().regex(/^https?:\/\/[^ @]+$/);
const name = z.string().regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/);
const secret = z.string().min(1);

const settings = z.strictObject({
  BERTH_METRICS_PORT: wholeNumber(0, 0, 65_535).meta({
    description: "Port of /metrics, /healthz and /readyz; 0 takes a free one",
  }),
  BERTH_METRICS_HOST: z.string().min(1).default("127.0.0.1").meta({ description: "Address that port listens on" }),
  BERTH_POSTGRES_URL: secret.meta({ description: "Connection string of Postgres" }),
  BERTH_KUBECONFIG: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "Path of a kubeconfig; in a pod its own account" }),
  BERTH_GIT_URL: httpUrl.meta({ description: "Address of the delivery repository, without credentials" }),
  BERTH_GIT_USER: z.string().min(1).default("berth").meta({ description: "User at the Git server" }),
  BERTH_GIT_TOKEN: secret.optional().meta({ description: "Token of that user" }),
  BERTH_GIT_BRANCH: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,200}$/)
    .default("main")
    .meta({ description: "Branch of the delivery repository" }),
  BERTH_ARGOCD_NAMESPACE: name.default("argocd").meta({ description: "Namespace of Argo CD" }),
  BERTH_NAMESPACE: name.default("berth-system").meta({ description: "Namespace of the operator's own lease" }),
  BERTH_IDENTITY: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,200}$/)
    .optional()
    .meta({
      description:
        "Holder in the lease, a new one at each start when unset. Unique among processes that may run at once; one that is restarted under its old name, like a container in its pod, need not wait for the lease to run out",
    }),
  BERTH_MANAGEMENT_CLUSTER: name
    .default("management")
    .meta({ description: "Name under which Argo CD knows the management cluster" }),
  BERTH_GATEWAY_USER: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9:._-]{0,200}$/)
    .default("berth-api")
    .meta({
      description:
        "User of the gateway on the management cluster, who may keep secrets in the namespaces of organizations; system:serviceaccount:<namespace>:<name> for an account",
    }),
  BERTH_HARBOR_URL: httpUrl.optional().meta({ description: "Address of the platform's Harbor registry" }),
  BERTH_REGISTRY_URL: httpUrl.optional().meta({
    description:
      "Address of the platform's own registry (distribution), whose tokens the gateway signs; instead of Harbor",
  }),
  ...namesSettings,
  BERTH_VIRTUAL_CLUSTERS_PER_NODE: wholeNumber(VIRTUAL_CLUSTERS_PER_NODE, 1, 999).meta({
    description:
      "Shared clusters that each ready node of a host cluster carries. The gateway's and the operator's are the same",
  }),
  BERTH_HOST_NETWORKS: z.enum(["check", "trust"]).default("check").meta({
    description:
      "Whether a host cluster must show a network known to enforce NetworkPolicies before it carries shared clusters (check), or is believed to (trust)",
  }),
  BERTH_VIRTUAL_CLUSTER_DOMAIN: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9.-]{0,180}[a-z0-9])?$/)
    .optional()
    .meta({
      description:
        "Domain under which the hosts' ingress passes TLS through to shared clusters, as <handle>.<domain>; without it each one gets a load balancer",
    }),
  BERTH_LOCAL_CLOUD_URL: httpUrl.optional().meta({ description: "Address of the simulated cloud" }),
  BERTH_LOCAL_CLOUD_TOKEN: secret.optional().meta({ description: "Token of the simulated cloud" }),
  BERTH_CLUSTER_API_NAMESPACE: name.optional().meta({
    description:
      "Namespace of the management cluster in which Cluster API makes clusters at Hetzner; unset, none are made. The gateway's is the same",
  }),
  BERTH_CLUSTER_API_SERVER_TYPE: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/)
    .default("cx33")
    .meta({ description: "Server type of control planes at Hetzner, and of the nodes of clusters that name none" }),
  BERTH_HETZNER_TOKEN: secret.optional().meta({
    description:
      "Token of the Hetzner Cloud project of clusters without a cloud credential, read and write; it never gets into a cluster",
  }),
  BERTH_RESYNC_SECONDS: wholeNumber(600, 10, 99_999).meta({
    description: "Seconds after which every object is looked at again, whatever the watches told",
  }),
  BERTH_NODE_DRAIN_SECONDS: wholeNumber(900, 1, 999_999).meta({
    description: "Seconds that the pods of one node may take to leave it before a change of its type stops",
  }),
  BERTH_IMAGE_UPDATER: z
    .enum(["true", "false"])
    .default("false")
    .transform((word) => word === "true")
    .meta({
      description:
        "Whether Argo CD Image Updater (1.x) watches Argo CD's namespace; its resource definition must be there then",
    }),
  BERTH_DNS_SERVERS: z
    .string()
    .regex(/^[0-9A-Fa-f.:[\]]+(,[0-9A-Fa-f.:[\]]+)*$/)
    .transform((list) => list.split(","))
    .default([])
    .meta({
      description:
        "Addresses of the DNS servers that are asked for the TXT records of domains, with a comma between them; the machine's own when unset",
    }),
  ...certificateSettings,
  ...acmeSettings,
  ...wildcardSettings,
  ...storeSettings,
  ...addressSettings,
  ...addressAskerSettings,
  ...chartHostSettings,
  ...vaultSettings,
  BERTH_LOG_LEVEL: z
    .enum(["error", "warn", "info", "debug"])
    .default("info")
    .meta({ description: "Least level logged" }),
});

/** The operator's settings, checked and frozen. */
export type Config = NamesConfig &
  Stores &
  Readonly<{
    metrics: Readonly<{ port: number; host: string }>;
    postgresUrl: SecretText;
    kube: KubeSource;
    git: Readonly<{
      url: string;
      branch: string;
      credentials: () => Readonly<{ username: string; token: SecretText }> | undefined;
    }>;
    argocdNamespace: string;
    namespace: string;
    identity: string;
    managementCluster: string;
    gatewayUser: string;
    registryHost: string | undefined;
    /** Empty where people bring certificates; undefined for the charts' own. */
    clusterIssuer: string | undefined;
    acme: AcmeIssuer | undefined;
    /** Undefined where people bring the certificates for all names of a cluster. */
    wildcardIssuer: WildcardIssuer | undefined;
    addresses: AddressRules;
    /** How the addresses of applications are asked; undefined where they are not. */
    addressAsker: AddressAskerRules | undefined;
    /** Where charts may come from. */
    chartHosts: ChartHostRules;
    dnsServers: readonly string[];
    imageUpdater: boolean;
    localCloud: Readonly<{ url: string; token: SecretText }> | undefined;
    /** Undefined where no clusters are made at Hetzner. */
    clusterApi: Readonly<{ namespace: string; serverType: string; token: SecretText | undefined }> | undefined;
    virtualClusters: Readonly<{ perNode: number; domain: string | undefined; trustsNetworks: boolean }>;
    /** Undefined where secrets are kept as Kubernetes Secrets. */
    vault: VaultConfig | undefined;
    nodeDrainMs: number;
    resyncMs: number;
    logLevel: string;
  }>;

const SECRETS = [
  "BERTH_POSTGRES_URL",
  "BERTH_GIT_TOKEN",
  "BERTH_LOCAL_CLOUD_TOKEN",
  "BERTH_HETZNER_TOKEN",
  "BERTH_ACME_EAB_KEY",
  "BERTH_VAULT_TOKEN",
] as const;

/** The settings to what is generated from them: schema of the chart, reference. */
export const OPERATOR_SETTINGS = { schema: settings, secrets: SECRETS } as const;

/** Reads the settings from the environment; every fault in one message that has names only, never values. */
export function loadConfig(env: Environment = process.env): Config {
  const given = readSettings(OPERATOR_SETTINGS, env, (found, settings) => [
    ...together(found, "BERTH_LOCAL_CLOUD_URL", "BERTH_LOCAL_CLOUD_TOKEN"),
    ...together(found, "BERTH_ACME_EAB_KEY_ID", "BERTH_ACME_EAB_KEY"),
    ...(settings === undefined
      ? []
      : [vaultFaults, registryHostFaults, certificateFaults, storeFaults].flatMap((faults) => faults(settings))),
  ]);
  return Object.freeze(toConfig(given, env));
}

function toConfig(given: z.infer<typeof settings>, env: Environment): Config {
  const { BERTH_LOCAL_CLOUD_URL: url, BERTH_LOCAL_CLOUD_TOKEN: token } = given;
  return {
    metrics: { port: given.BERTH_METRICS_PORT, host: given.BERTH_METRICS_HOST },
    postgresUrl: new SecretText(given.BERTH_POSTGRES_URL),
    kube: kubeSourceOf(given.BERTH_KUBECONFIG, env),
    git: {
      url: given.BERTH_GIT_URL,
      branch: given.BERTH_GIT_BRANCH,
      credentials: gitCredentials(given.BERTH_GIT_USER, given.BERTH_GIT_TOKEN, env["BERTH_GIT_TOKEN_FILE"]),
    },
    argocdNamespace: given.BERTH_ARGOCD_NAMESPACE,
    namespace: given.BERTH_NAMESPACE,
    identity: given.BERTH_IDENTITY ?? `${hostname()}-${randomUUID()}`,
    managementCluster: given.BERTH_MANAGEMENT_CLUSTER,
    gatewayUser: given.BERTH_GATEWAY_USER,
    registryHost: registryHostOf(given),
    ...toNamesConfig(given),
    clusterIssuer: clusterIssuerOf(given),
    acme: toAcmeIssuer(given),
    wildcardIssuer: toWildcardIssuer(given),
    addresses: toAddressRules(given),
    addressAsker: toAddressAskerRules(given, given.BERTH_APPS_DOMAIN),
    chartHosts: toChartHostRules(given, [given.BERTH_GIT_URL, given.BERTH_VAULT_URL]),
    dnsServers: given.BERTH_DNS_SERVERS,
    imageUpdater: given.BERTH_IMAGE_UPDATER,
    localCloud: url === undefined || token === undefined ? undefined : { url, token: new SecretText(token) },
    clusterApi: clusterApiOf(given),
    virtualClusters: {
      perNode: given.BERTH_VIRTUAL_CLUSTERS_PER_NODE,
      domain: given.BERTH_VIRTUAL_CLUSTER_DOMAIN,
      trustsNetworks: given.BERTH_HOST_NETWORKS === "trust",
    },
    ...toStores(given),
    vault: toVaultConfig(given, env["BERTH_VAULT_TOKEN_FILE"]),
    nodeDrainMs: given.BERTH_NODE_DRAIN_SECONDS * 1000,
    resyncMs: given.BERTH_RESYNC_SECONDS * 1000,
    logLevel: given.BERTH_LOG_LEVEL,
  };
}

function clusterApiOf(given: z.infer<typeof settings>): Config["clusterApi"] {
  const { BERTH_CLUSTER_API_NAMESPACE: namespace, BERTH_CLUSTER_API_SERVER_TYPE: serverType } = given;
  if (namespace === undefined) return undefined;
  const token = given.BERTH_HETZNER_TOKEN;
  return { namespace, serverType, token: token === undefined ? undefined : new SecretText(token) };
}

/** A token in a file is read anew when it was rotated; one that cannot be read for a moment stays as it was. */
function gitCredentials(
  username: string,
  token: string | undefined,
  file: string | undefined,
): Config["git"]["credentials"] {
  if (token === undefined) return () => undefined;
  if (file === undefined || file === "") return () => ({ username, token: new SecretText(token) });
  let known = token;
  return () => {
    try {
      known = readFileSync(file, "utf8").trim() || known;
    } catch {
      // Kubernetes replaces mounted secrets by renaming: the next request reads the new one.
    }
    return { username, token: new SecretText(known) };
  };
}
