import { z } from "zod";
import { readSettings, together, type Environment } from "../adapters/environment/read-settings.ts";
import { kubeSourceOf, type KubeSource } from "../adapters/kubernetes/credentials.ts";
import { shownStoreSettings, toShownStores, type ShownStores } from "../contract/store-settings.ts";
import type { ChartHostRules } from "../adapters/outgoing/chart-host-judge.ts";
import { chartHostSettings, toChartHostRules } from "../adapters/outgoing/chart-host-settings.ts";
import { certificateFaults, certificateSettings, clusterIssuerOf } from "../contract/certificate-settings.ts";
import { namesSettings, toNamesConfig, type NamesConfig } from "../contract/names-settings.ts";
import { clusterSettings, toClusterConfig, type ClusterConfig } from "./clusters/cluster-settings.ts";
import { toVaultConfig, vaultFaults, vaultSettings, type VaultConfig } from "../adapters/secrets/vault-settings.ts";
import { mollieFaults, mollieSettings, toMollieConfig, type MollieConfig } from "./billing/mollie-settings.ts";
import { SecretText } from "../contract/secret-text.ts";
import type { ServiceToken } from "./http/credentials.ts";
import { importSettings, toImportConfig, type ImportConfig } from "./clusters/imports/import-settings.ts";
import { hetznerFaults, hetznerSettings, toHetznerConfig, type HetznerConfig } from "./providers/hetzner-settings.ts";
import { signInSettings, toSignInConfig, type SignInConfig } from "./identity/sign-in-settings.ts";
import { limitSettings, toLimitConfig, type LimitConfig } from "./http/limit-settings.ts";
import { wholeNumber } from "../contract/whole-number.ts";
import { words } from "./word-list.ts";
import { registryHostFaults, registryHostOf } from "../contract/registry-host.ts";
import { harborSettings, toHarborConfig, type HarborConfig } from "./registry/harbor-settings.ts";
import {
  ownRegistryFaults,
  ownRegistrySettings,
  toOwnRegistryConfig,
  type OwnRegistryConfig,
} from "./registry/own-registry-settings.ts";
import { toVies, viesSettings, type ViesConfig } from "./invoices/vies-settings.ts";
import { logStoreFaults, logStoreSettings, toLogStoreAddress } from "./logs/log-store-settings.ts";
import { historySettings, toHistoryAddress } from "./usage/history-settings.ts";
import { podAccessSettings, toPodAccessConfig, type PodAccessConfig } from "./pod-access/access-settings.ts";
import { agentSettings, toAgentConfig, type AgentConfig } from "./mcp/agent-settings.ts";
import { loginFaults, loginSettings, toLoginConfig, type LoginConfig } from "./logins/login-settings.ts";

const httpUrl = z.string().regex(/^https?:\/\/[^ ]+$/);
const secret = z.string().min(1);

/** A token without a name has its place as one. */
function toServiceToken(text: string, index: number): Readonly<{ name: string; token: string }> {
  const [, name, token] = /^([a-z][a-z0-9-]{0,19})=(.{16,})$/.exec(text) ?? [];
  return { name: name ?? String(index + 1), token: token ?? text };
}

const settings = z.strictObject({
  BERTH_PORT: wholeNumber(8080, 0, 65535).meta({ description: "Port of the REST interface; 0 takes a free one" }),
  BERTH_METRICS_PORT: wholeNumber(0, 0, 65535).meta({ description: "Port of /metrics; 0 takes a free one" }),
  BERTH_METRICS_HOST: z.string().min(1).default("127.0.0.1").meta({ description: "Address that port listens on" }),
  BERTH_DRAIN_SECONDS: wholeNumber(5, 0, 120).meta({
    description:
      "Seconds for which a gateway that was told to stop still serves while /readyz says no, so that load balancers turn away first",
  }),
  BERTH_PUBLIC_URL: httpUrl.optional().meta({ description: "Address under which people reach the gateway" }),
  BERTH_POSTGRES_URL: secret.meta({ description: "Connection string of Postgres" }),
  BERTH_KUBECONFIG: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "Path of a kubeconfig; in a pod its own account" }),
  BERTH_SERVICE_TOKENS: z
    .string()
    .default("")
    .transform((text) => words(text).map(toServiceToken))
    .pipe(z.array(z.object({ name: z.string(), token: z.string().min(16) })).max(2))
    .meta({
      description: "At most two tokens of the service principal, comma separated; name=token names it in the audit log",
    }),
  BERTH_CONSOLE: z.enum(["true", "false"]).default("true").meta({ description: "Whether browsers get the console" }),
  BERTH_REGISTRATION: z.enum(["open", "invite", "closed"]).default("open").meta({ description: "Who may register" }),
  ...namesSettings,
  ...clusterSettings,
  BERTH_LOCAL_CLOUD_URL: httpUrl.optional().meta({ description: "Address of the simulated cloud" }),
  BERTH_LOCAL_CLOUD_TOKEN: secret.optional().meta({ description: "Token of the simulated cloud" }),
  ...hetznerSettings,
  ...shownStoreSettings,
  BERTH_ARGOCD_NAMESPACE: z.string().min(1).default("argocd").meta({ description: "Namespace of Argo CD" }),
  BERTH_LOG_LEVEL: z
    .enum(["error", "warn", "info", "debug"])
    .default("info")
    .meta({ description: "Least level logged" }),
  BERTH_QUOTA_FACTOR: wholeNumber(1, 1, 10_000).meta({ description: "Multiplies every default quota" }),
  BERTH_AUDIT_DAYS: wholeNumber(400, 1, 36_500).meta({
    description: "Days for which entries of the audit log are kept",
  }),
  BERTH_ALERT_SECONDS: wholeNumber(60, 0, 3_600).meta({
    description: "Seconds between two looks for alerts, of which one gateway makes each; 0: there are none",
  }),
  BERTH_SECRET_KEY: z
    .string()
    .min(32)
    .max(512)
    .optional()
    .meta({ description: "Seals secrets at rest; derived from the connection string of Postgres when unset" }),
  BERTH_WEBHOOK_ALLOW_PRIVATE: z
    .enum(["true", "false"])
    .default("false")
    .meta({ description: "Whether webhooks may call private addresses, and by plain http" }),
  BERTH_SELLER_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default("NL")
    .meta({ description: "Country (ISO 3166-1) of the company that writes the invoices; decides vat_treatment" }),
  ...viesSettings,
  BERTH_SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^ ]+$/)
    .optional()
    .meta({ description: "Mail server, smtp(s)://user:password@host:port; without one nothing is mailed" }),
  BERTH_MAIL_FROM: z.email().max(254).optional().meta({ description: "Sender's address of mails" }),
  ...limitSettings,
  ...podAccessSettings,
  ...historySettings,
  ...logStoreSettings,
  ...agentSettings,
  ...harborSettings,
  ...ownRegistrySettings,
  ...certificateSettings,
  ...vaultSettings,
  ...importSettings,
  ...chartHostSettings,
  ...signInSettings,
  ...loginSettings,
  ...mollieSettings,
  BERTH_VALIDATE_RESPONSES: z
    .enum(["true", "false"])
    .default("false")
    .meta({ description: "Whether answers are held to the published document; for tests, it doubles their cost" }),
  BERTH_TRUSTED_PROXIES: z
    .string()
    .default("")
    .transform(words)
    .meta({ description: "Addresses of proxies whose X-Forwarded-For counts, comma separated" }),
});

/** The gateway's settings, checked and frozen. */
export type Config = SignInConfig &
  LimitConfig &
  NamesConfig &
  ClusterConfig &
  ShownStores &
  Readonly<{
    port: number;
    metricsPort: number;
    metricsHost: string;
    drainMs: number;
    publicUrl: string | undefined;
    postgresUrl: SecretText;
    kube: KubeSource;
    serviceTokens: readonly ServiceToken[];
    console: boolean;
    registration: "open" | "invite" | "closed";
    /** Empty where people bring certificates; undefined for the charts' own. */
    clusterIssuer: string | undefined;
    localCloud: Readonly<{ url: string; token: SecretText }> | undefined;
    harbor: HarborConfig | undefined;
    ownRegistry: OwnRegistryConfig | undefined;
    registryHost: string | undefined;
    hetzner: HetznerConfig | undefined;
    /** Where tokens of customers are tried, also without a token of the platform. */
    hetznerUrl: string;
    argocdNamespace: string;
    logLevel: string;
    quotaFactor: number;
    auditDays: number;
    /** 0: nobody looks for alerts. */
    alertSeconds: number;
    trustedProxies: readonly string[];
    secretKey: SecretText | undefined;
    webhookAllowPrivate: boolean;
    validateResponses: boolean;
    sellerCountry: string;
    vies: ViesConfig | undefined;
    mollie: MollieConfig | undefined;
    /** Undefined where secrets are kept as Kubernetes Secrets. */
    vault: VaultConfig | undefined;
    logins: LoginConfig;
    imports: ImportConfig;
    /** Where charts may come from. */
    chartHosts: ChartHostRules;
    agents: AgentConfig;
    podAccess: PodAccessConfig;
    /** Undefined where no metrics are kept. */
    history: ReturnType<typeof toHistoryAddress>;
    logStore: ReturnType<typeof toLogStoreAddress>;
    smtp: Readonly<{ url: SecretText; from: string }> | undefined;
  }>;

const SECRETS = [
  "BERTH_POSTGRES_URL",
  "BERTH_SERVICE_TOKENS",
  "BERTH_ADMIN_PASSWORD",
  "BERTH_LOCAL_CLOUD_TOKEN",
  "BERTH_HETZNER_TOKEN",
  "BERTH_SECRET_KEY",
  "BERTH_SMTP_URL",
  "BERTH_VAULT_TOKEN",
  "BERTH_HARBOR_PASSWORD",
  "BERTH_REGISTRY_TOKEN_KEY",
  "BERTH_REGISTRY_STORAGE_TOKEN",
  "BERTH_METRICS_HISTORY_TOKEN",
  "BERTH_LOGS_TOKEN",
  "BERTH_GITHUB_CLIENT_SECRET",
  "BERTH_OIDC_PROVIDERS",
  "BERTH_MOLLIE_API_KEY",
] as const;

/** The settings to what is generated from them: schema of the chart, reference. */
export const GATEWAY_SETTINGS = { schema: settings, secrets: SECRETS } as const;

/** Reads the settings from the environment; every fault in one message that has names only, never values. */
export function loadConfig(env: Environment = process.env): Config {
  return toConfig(readSettings(GATEWAY_SETTINGS, env, faultsOf), env);
}

type Settings = z.infer<typeof settings>;

function faultsOf(given: Readonly<Record<string, string>>, settings: Settings | undefined): string[] {
  return [
    ...together(given, "BERTH_ADMIN_EMAIL", "BERTH_ADMIN_PASSWORD"),
    ...together(given, "BERTH_LOCAL_CLOUD_URL", "BERTH_LOCAL_CLOUD_TOKEN"),
    ...together(given, "BERTH_SMTP_URL", "BERTH_MAIL_FROM"),
    ...(settings === undefined ? [] : faultsBetween(settings)),
  ];
}

function faultsBetween(given: Settings): string[] {
  const nameless = given.BERTH_SMTP_URL !== undefined && given.BERTH_PUBLIC_URL === undefined;
  return [
    ...(nameless ? ["BERTH_SMTP_URL needs BERTH_PUBLIC_URL, which mails name"] : []),
    ...vaultFaults(given),
    ...logStoreFaults(given),
    ...registryHostFaults(given),
    ...certificateFaults(given),
    ...ownRegistryFaults(given),
    ...hetznerFaults(given),
    ...loginFaults(given, given.BERTH_PUBLIC_URL),
    ...mollieFaults(given, given.BERTH_PUBLIC_URL),
  ];
}

function toConfig(given: Settings, env: Environment): Config {
  const { BERTH_LOCAL_CLOUD_URL: url, BERTH_LOCAL_CLOUD_TOKEN: token } = given;
  const { BERTH_SMTP_URL: smtpUrl, BERTH_MAIL_FROM: from } = given;
  return Object.freeze({
    port: given.BERTH_PORT,
    metricsPort: given.BERTH_METRICS_PORT,
    metricsHost: given.BERTH_METRICS_HOST,
    drainMs: given.BERTH_DRAIN_SECONDS * 1000,
    publicUrl: given.BERTH_PUBLIC_URL,
    postgresUrl: new SecretText(given.BERTH_POSTGRES_URL),
    kube: kubeSourceOf(given.BERTH_KUBECONFIG, env),
    serviceTokens: given.BERTH_SERVICE_TOKENS.map((one) => ({ name: one.name, token: new SecretText(one.token) })),
    console: given.BERTH_CONSOLE === "true",
    registration: given.BERTH_REGISTRATION,
    ...toNamesConfig(given),
    ...toClusterConfig(given),
    clusterIssuer: clusterIssuerOf(given),
    localCloud: url === undefined || token === undefined ? undefined : { url, token: new SecretText(token) },
    harbor: toHarborConfig(given),
    ownRegistry: toOwnRegistryConfig(given),
    history: toHistoryAddress(given),
    logStore: toLogStoreAddress(given),
    registryHost: registryHostOf(given),
    hetzner: toHetznerConfig(given),
    ...toShownStores(given),
    hetznerUrl: given.BERTH_HETZNER_URL,
    argocdNamespace: given.BERTH_ARGOCD_NAMESPACE,
    logLevel: given.BERTH_LOG_LEVEL,
    quotaFactor: given.BERTH_QUOTA_FACTOR,
    auditDays: given.BERTH_AUDIT_DAYS,
    alertSeconds: given.BERTH_ALERT_SECONDS,
    ...toLimitConfig(given),
    agents: toAgentConfig(given),
    podAccess: toPodAccessConfig(given),
    trustedProxies: given.BERTH_TRUSTED_PROXIES,
    secretKey: given.BERTH_SECRET_KEY === undefined ? undefined : new SecretText(given.BERTH_SECRET_KEY),
    webhookAllowPrivate: given.BERTH_WEBHOOK_ALLOW_PRIVATE === "true",
    sellerCountry: given.BERTH_SELLER_COUNTRY,
    vies: toVies(given),
    ...toSignInConfig(given),
    vault: toVaultConfig(given, env["BERTH_VAULT_TOKEN_FILE"]),
    logins: toLoginConfig(given),
    imports: toImportConfig(given),
    chartHosts: toChartHostRules(given, [given.BERTH_PUBLIC_URL, given.BERTH_VAULT_URL]),
    mollie: toMollieConfig(given, given.BERTH_PUBLIC_URL),
    smtp: smtpUrl === undefined || from === undefined ? undefined : { url: new SecretText(smtpUrl), from },
    validateResponses: given.BERTH_VALIDATE_RESPONSES === "true",
  });
}
