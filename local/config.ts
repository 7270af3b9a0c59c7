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
  XDG_CACHE_HOME: z.string().min(1).optional(),
});

/** Holds the settings of the embedded stack. */
export type LocalConfig = Readonly<{
  homeDir: string;
  port: number;
  binDir?: string;
  mirror?: string;
  logLevel: string;
  cacheDir: string;
  /** What children inherit: nothing of Berth's own settings, so that a child gets exactly what it is given. */
  childEnv: Readonly<Record<string, string>>;
}>;

const portDefault = 8080;

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
    cacheDir: join(data.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "berth"),
    childEnv: deriveChildEnv(env),
  });
}

function deriveChildEnv(env: NodeJS.ProcessEnv): Record<string, string> {
  const kept = Object.entries(env).filter(
    ([name, value]) => value !== undefined && !/^(BERTH_|ARGOCD_|KUBECONFIG$|PG)/.test(name),
  );
  return Object.fromEntries(kept) as Record<string, string>;
}
