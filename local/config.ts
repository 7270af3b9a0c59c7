import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";

const schema = z.object({
  BERTH_HOME: z.string().min(1).optional().describe("Folder of all data; default .berth in the working folder"),
  BERTH_PORT: z.coerce.number().int().min(0).max(65_535).optional().describe("Port of the gateway; default 8080"),
  BERTH_BIN_DIR: z.string().min(1).optional().describe("Folder with ready binaries"),
  BERTH_DOWNLOAD_MIRROR: z.url().optional().describe("Scheme and host that replace those of every download"),
  BERTH_LOG_LEVEL: z
    .enum(["error", "warn", "info", "debug"])
    .optional()
    .describe("Of gateway and operator; default info"),
  GOGC: z.string().min(1).optional(),
  BERTH_NODES: z
    .enum(["auto", "real", "simulated"])
    .optional()
    .describe("Nodes of new clusters: real ones run pods; default simulated"),
  XDG_CACHE_HOME: z.string().min(1).optional(),
});

// The gateway's settings that a person or a test may choose for the whole stack; the rest follows from the stack itself.
const gatewayNames = [
  "BERTH_FREE_PROVIDERS",
  "BERTH_FRESH_PROOF_MINUTES",
  "BERTH_HARBOR_PASSWORD",
  "BERTH_HARBOR_USER",
  "BERTH_HETZNER_TOKEN",
  "BERTH_HETZNER_URL",
  "BERTH_LOGIN_LIMIT_PER_ACCOUNT",
  "BERTH_LOGIN_LIMIT_PER_ADDRESS",
  "BERTH_LOGS_URL",
  "BERTH_METRICS_HISTORY_URL",
  "BERTH_QUOTA_FACTOR",
  "BERTH_RATE_LIMIT_BURST",
  "BERTH_RATE_LIMIT_PER_SECOND",
  "BERTH_REGISTRATION",
  "BERTH_REGISTRY_QUOTA_GB",
  "BERTH_VALIDATE_RESPONSES",
  "BERTH_WAITS_PER_USER",
  "BERTH_WAIT_MAX",
  "BERTH_WRITES_PER_MINUTE",
];

// Systems outside that the gateway and the operator both speak to.
const sharedNames = [
  "BERTH_BACKUPS_URL",
  "BERTH_CHART_ALLOWED_HOSTS",
  "BERTH_CLUSTER_API_NAMESPACE",
  "BERTH_HARBOR_URL",
  "BERTH_VAULT_MOUNT",
  "BERTH_VAULT_NAMESPACE",
  "BERTH_VAULT_TOKEN",
  "BERTH_VAULT_URL",
];

/** The settings of the embedded stack. */
export type LocalConfig = Readonly<{
  homeDir: string;
  port: number;
  binDir?: string;
  mirror?: string;
  logLevel: string;
  /** By how much of its own size the memory of local clusters' processes may grow before it is tidied up. */
  clusterGarbagePercent: string;
  /** What the nodes of new clusters are; auto means real where this machine can. */
  nodes: "auto" | "real" | "simulated";
  cacheDir: string;
  /** What children inherit: nothing of Berth's own settings, so that a child gets exactly what it is given. */
  childEnv: Readonly<Record<string, string>>;
  /** What is handed to the gateway on top of what the stack decides. */
  gatewayEnv: Readonly<Record<string, string>>;
  /** What is handed to the operator on top of what the stack decides. */
  operatorEnv: Readonly<Record<string, string>>;
  /** What is handed to the gateway and the operator alike. */
  sharedEnv: Readonly<Record<string, string>>;
}>;

const portDefault = 8080;
const operatorNames = [
  "BERTH_BACKUPS_ACCESS",
  "BERTH_BACKUPS_ENDPOINT",
  "BERTH_DNS_SERVERS",
  "BERTH_NODE_DRAIN_SECONDS",
];

/** Reads the settings, naming every faulty variable at once. */
export function loadLocalConfig(env: NodeJS.ProcessEnv = process.env): LocalConfig {
  const parsed = schema.safeParse(env);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`These settings are not right: ${faults.join("; ")}`);
  }
  const { data } = parsed;
  return Object.freeze({
    homeDir: resolve(data.BERTH_HOME ?? ".berth"),
    port: data.BERTH_PORT ?? portDefault,
    binDir: data.BERTH_BIN_DIR === undefined ? undefined : resolve(data.BERTH_BIN_DIR),
    mirror: data.BERTH_DOWNLOAD_MIRROR,
    logLevel: data.BERTH_LOG_LEVEL ?? "info",
    clusterGarbagePercent: data.GOGC ?? "40",
    nodes: data.BERTH_NODES ?? "simulated",
    cacheDir: join(data.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "berth"),
    childEnv: pick(env, (name) => !/^(BERTH_|ARGOCD_|KUBECONFIG$|PG)/.test(name)),
    gatewayEnv: pick(env, (name) => gatewayNames.includes(name)),
    operatorEnv: pick(env, (name) => operatorNames.includes(name)),
    sharedEnv: pick(env, (name) => sharedNames.includes(name)),
  });
}

/** Reads the settings; what a caller asks for comes before them. */
export function chooseConfig({ port, nodes }: Partial<Pick<LocalConfig, "port" | "nodes">>): LocalConfig {
  const config = loadLocalConfig();
  return { ...config, port: port ?? config.port, nodes: nodes ?? config.nodes };
}

function pick(env: NodeJS.ProcessEnv, wanted: (name: string) => boolean): Record<string, string> {
  const kept = Object.entries(env).filter(([name, value]) => value !== undefined && wanted(name));
  return Object.fromEntries(kept) as Record<string, string>;
}
