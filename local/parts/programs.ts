/*
 * Berth's own two processes: the migrations run to their end first, then gateway and operator start side by side.
 * One whose main file is not there yet is left out, and said so.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { kubeconfigPath } from "../cluster/control-plane.ts";
import { isFree } from "../port-book.ts";
import type { ChildSpec } from "../processes/child.ts";
import { ARCHIVE_BUCKET } from "../engine-operators/object-storage.ts";
import { exists } from "../exists.ts";
import { acceptsConnections, answersOk } from "../processes/probes.ts";
import type { CloudAccess } from "./cloud.ts";
import { APPS_DOMAIN, ARGOCD_NAMESPACE, BERTH_NAMESPACE } from "./context.ts";
import type { StackContext } from "./context.ts";
import { compileCacheOf, writeBerth, writeBerthctl } from "../shell-settings.ts";
import type { GitAccess } from "./git.ts";
import type { Management } from "./management.ts";
import { gatewaySettingsOf, type RegistryAccess } from "./registry.ts";

/** The addresses of what the programs work with. */
export type Surroundings = Readonly<{
  postgresUrl: string;
  management: Management;
  git: GitAccess;
  cloud: CloudAccess;
  /** Undefined where the registry is another one, or none. */
  registry: RegistryAccess | undefined;
}>;

/** Where the gateway listens. */
export type Gateway = Readonly<{ port: number; metricsPort: number }>;

/** Names the e-mail address of the first platform admin. */
export const ADMIN_EMAIL = "admin@berth.localhost";

/** Chooses the gateway's ports: the named one or a sentence that says it is taken; 0 stands for any free one. */
export async function chooseGateway({ ports, config }: StackContext): Promise<Gateway> {
  const metricsPort = await ports.take("api-metrics");
  if (config.port === 0) return { port: await ports.take("api"), metricsPort };
  if (!(await isFree(config.port)))
    throw new Error(`Port ${config.port} is taken: name a free one, or 0 for any, as in BERTH_PORT=0 make run.`);
  return { port: config.port, metricsPort };
}

/** Brings the database's schema up to date, if there is a migration program. */
export async function migrate({ projectDir, supervisor, report }: StackContext, postgresUrl: string): Promise<void> {
  const program = join(projectDir, "adapters/postgres/migrate.ts");
  if (!(await exists(program))) return;
  const { code, output } = await supervisor.run({
    command: process.execPath,
    args: [program],
    env: { BERTH_POSTGRES_URL: postgresUrl },
  });
  if (code !== 0) throw new Error(`Migrating the database failed:\n${output.trim().split("\n").slice(-12).join("\n")}`);
  report("migrations: done");
}

/** Starts the gateway. */
export async function startApi(context: StackContext, around: Surroundings, gateway: Gateway): Promise<void> {
  const url = `http://127.0.0.1:${gateway.port}`;
  const { secrets } = context;
  await writeBerth(context.homeDir, context.projectDir);
  await startProgram(context, {
    name: "api",
    env: {
      ...shared(context, around),
      BERTH_PORT: String(gateway.port),
      BERTH_METRICS_PORT: String(gateway.metricsPort),
      // Nobody balances between several here.
      BERTH_DRAIN_SECONDS: "0",
      BERTH_PUBLIC_URL: `http://localhost:${gateway.port}`,
      BERTH_KUBECONFIG: kubeconfigPath(around.management.plane, "berth-api"),
      BERTH_SERVICE_TOKENS: secrets.service,
      BERTH_ADMIN_EMAIL: ADMIN_EMAIL,
      BERTH_ADMIN_PASSWORD: secrets.adminPassword,
      // Its administrator's password stands in a file beside it, and it listens on loopback only (docs/adr/0037).
      BERTH_ADMIN_SECOND_FACTOR: "optional",
      BERTH_REGISTRATION: "open",
      BERTH_QUOTA_FACTOR: "10",
      BERTH_PREFLIGHTS_PER_HOUR: "1000",
      ...gatewaySettingsOf(around.registry, secrets.registryStorage),
      ...context.config.gatewayEnv,
    },
    ready: (signal) => answersOk(`${url}/readyz`, signal),
  });
}

/** Starts the operator. */
export async function startOperator(context: StackContext, around: Surroundings): Promise<void> {
  const metricsPort = await context.ports.take("operator-metrics");
  const env = {
    ...shared(context, around),
    BERTH_METRICS_PORT: String(metricsPort),
    BERTH_KUBECONFIG: kubeconfigPath(around.management.plane, "berth-operator"),
    BERTH_GIT_URL: around.git.url,
    BERTH_GIT_USER: around.git.user,
    BERTH_GIT_TOKEN: around.git.token,
    BERTH_GIT_BRANCH: around.git.branch,
    // No updater runs here; what it would be told by is there to be seen.
    BERTH_IMAGE_UPDATER: "true",
    BERTH_NAMESPACE,
    ...(await askedAt(around.cloud)),
    ...(around.registry && { BERTH_REGISTRY_URL: `https://${around.registry.host}` }),
    // The supervisor never runs two of them, so a restarted one may take its lease back.
    BERTH_IDENTITY: "embedded",
    ...context.config.operatorEnv,
  };
  await writeBerthctl(context.homeDir, context.projectDir, env);
  await startProgram(context, {
    name: "operator",
    env,
    ready: (signal) => acceptsConnections(metricsPort, signal),
  });
}

/** Where no pod runs nobody is behind an address: then none is asked. */
async function askedAt({ apps, nodes }: CloudAccess): Promise<Record<string, string>> {
  if (nodes !== "real") return {};
  return { BERTH_APPS_ADDRESS: `${apps.address}:${apps.port}`, BERTH_APPS_CA: await readFile(apps.ca_file, "utf8") };
}

function shared({ config }: StackContext, { postgresUrl, cloud }: Surroundings): Record<string, string> {
  return {
    BERTH_POSTGRES_URL: postgresUrl,
    BERTH_ARGOCD_NAMESPACE: ARGOCD_NAMESPACE,
    BERTH_APPS_DOMAIN: APPS_DOMAIN,
    // A bucket of the simulated cloud.
    BERTH_ARCHIVE_URL: `s3://${ARCHIVE_BUCKET}`,
    // Everything here is on loopback, clusters too.
    BERTH_CLUSTER_DENIED_ADDRESSES: "none",
    BERTH_LOCAL_CLOUD_URL: cloud.url,
    BERTH_LOCAL_CLOUD_TOKEN: cloud.token,
    BERTH_LOG_LEVEL: config.logLevel,
    ...config.sharedEnv,
  };
}

async function startProgram(
  { homeDir, projectDir, supervisor, report, config }: StackContext,
  program: Pick<ChildSpec, "name" | "env" | "ready">,
): Promise<void> {
  const main = join(projectDir, program.name, "main.ts");
  if (!(await exists(main))) {
    report(`${program.name}: left out, ${main} is not there`);
    return;
  }
  await supervisor.start({
    ...program,
    env: { NODE_COMPILE_CACHE: config.childEnv["NODE_COMPILE_CACHE"] ?? compileCacheOf(homeDir), ...program.env },
    command: process.execPath,
    args: [main],
    cwd: projectDir,
    stopWave: 0,
    graceMs: 15_000,
  });
  report(`${program.name}: ready`);
}
