/**
 * What people who run the platform do by hand, with the operator's own settings:
 *
 * 1. read the command line, then the settings (the operator's, from the environment);
 * 2. open what the command needs, and nothing else;
 * 3. one table or one sentence on the output; exit 0, 1 (a fault was found), 2 (the request was wrong).
 */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";
import { createTxtResolver } from "../adapters/dns/txt-resolver.ts";
import { createKubeClient, type KubeClient } from "../adapters/kubernetes/kube-client.ts";
import { createLogger } from "../adapters/log/logger.ts";
import { readMigrations } from "../adapters/postgres/schema/migration-list.ts";
import { createPool, type Pool } from "../adapters/postgres/pool.ts";
import { createHetznerClient } from "../adapters/providers/hetzner-client.ts";
import { HETZNER_URL } from "../adapters/providers/hetzner-protocol.ts";
import { createLocalCloudClient } from "../adapters/providers/local-cloud-client.ts";
import { VaultSecretStore } from "../adapters/secrets/vault-secret-store.ts";
import { loadConfig, type Config } from "../operator/config.ts";
import { createGitWriter } from "../operator/git/branch-writer.ts";
import type { GitWriter } from "../operator/git/git-writer.ts";
import { HttpClient } from "../operator/git/http-client.ts";
import { readBranchFiles } from "../operator/git/read-branch-files.ts";
import { systemClock } from "../operator/runtime/clock.ts";
import { parseCommand, USAGE, UsageError, type Command } from "./command-line.ts";
import { explainFault } from "./explain-fault.ts";
import { argocdChecks } from "./doctor/argocd-checks.ts";
import { runChecks } from "./doctor/check.ts";
import { gitChecks } from "./doctor/git-checks.ts";
import { managementChecks, readLeader } from "./doctor/management-checks.ts";
import { outsideChecks, type OutsideParts } from "./doctor/outside-checks.ts";
import { postgresChecks } from "./doctor/postgres-checks.ts";
import { formatReport } from "./doctor/report.ts";
import { resourceChecks } from "./doctor/resource-checks.ts";
import { rightsCheck } from "./doctor/rights-check.ts";
import { secretStoreChecks } from "./doctor/secret-store-checks.ts";
import { backUpPlatform, restorePlatform } from "./move-platform.ts";
import { orphansCheck, removeOrphans, type OrphanSources } from "./orphans.ts";
import { reapplyGit } from "./reapply-git.ts";
import { RECOVERY_FILE } from "./recovered-resource.ts";
import { rebuildProjection } from "./rebuild-projection.ts";

const AGENT = "berthctl";
const ROOT = new URL("../", import.meta.url);
const releaseMigrations = async (): Promise<string[]> =>
  (await readMigrations()).migrationDirectories.map(({ path }) => path);
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const sayAside = (text: string): void => void process.stderr.write(`${text}\n`);
/** Stands for the standard streams in the place of a file: a pod has nowhere to write one. */
const STREAM = "-";
const NO_TERMINAL = {
  backup: "backup - writes the file itself to the output, which is a terminal: send it to a file (backup - > FILE)",
  restore: "restore - reads the file from the input, which is a terminal: give it one (restore - < FILE)",
} as const;

process.exitCode = await run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<number> {
  try {
    const command = parseCommand(args);
    if (command.name === "help") return (say(USAGE), 0);
    return await perform(command, loadConfig());
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? explainFault(error) : String(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function perform(command: Exclude<Command, { name: "help" }>, config: Config): Promise<number> {
  if (command.name === "doctor") return examine(config, command.json);
  if (command.name === "remove-orphans") return clear(config, command.yes);
  if (command.name === "backup" || command.name === "restore") return move(config, command);
  return withPool(config, async (pool) => {
    if (command.name === "rebuild-projection") return (await rebuildProjection(pool, say), 0);
    return recover(pool, config, command);
  });
}

async function move(config: Config, { name, file }: Extract<Command, { file: string }>): Promise<number> {
  const isStream = file === STREAM;
  const terminal = name === "backup" ? process.stdout : process.stdin;
  if (isStream && terminal.isTTY) throw new UsageError(NO_TERMINAL[name]);
  return withPool(config, async (pool) => {
    const parts = { pool, release: readRelease(), releaseMigrations, say: isStream ? sayAside : say };
    if (name === "backup") await backUpPlatform(isStream ? process.stdout : file, parts);
    else await restorePlatform(isStream ? process.stdin : file, { ...parts, url: config.postgresUrl.reveal() });
    return 0;
  });
}

async function examine(config: Config, json: boolean): Promise<number> {
  const { kube, namespace, argocdNamespace, git } = config;
  const client = createKubeClient(kube, { userAgent: AGENT });
  const vault = config.vault === undefined ? undefined : new VaultSecretStore(config.vault);
  const results = await withPool(config, (pool) =>
    runChecks(
      [
        ...managementChecks({
          client,
          namespace,
          crdsDir: fileURLToPath(new URL("crds", ROOT)),
          now: () => new Date(),
        }),
        rightsCheck({
          client,
          dns: config.dns === "external-dns",
          namespaces: {
            argocd: argocdNamespace,
            own: namespace,
            certificates: config.wildcardIssuer && namespace,
            clusterApi: config.clusterApi?.namespace,
          },
        }),
        ...postgresChecks({ pool, releaseMigrations }),
        ...gitChecks(git, git.branch),
        ...argocdChecks({ client, namespace: argocdNamespace }),
        ...secretStoreChecks(vault),
        ...outsideChecks(outsideOf(config, client)),
        ...resourceChecks(client),
        orphansCheck(orphanSources(config, client)),
      ],
      explainFault,
    ),
  );
  await client.close();
  say(json ? JSON.stringify(results, null, 2) : formatReport(results));
  return results.some(({ state }) => state === "fault") ? 1 : 0;
}

async function clear(config: Config, yes: boolean): Promise<number> {
  const client = createKubeClient(config.kube, { userAgent: AGENT });
  try {
    const confirm = (count: number): Promise<boolean> => (yes ? Promise.resolve(true) : askWhether(count));
    const isLeft = await removeOrphans(orphanSources(config, client), { say, confirm });
    return isLeft ? 1 : 0;
  } finally {
    await client.close();
  }
}

/** Nobody is asked where nobody sits. */
async function askWhether(count: number): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`Remove these ${count}? Type yes: `);
  terminal.close();
  return answer.trim() === "yes";
}

function orphanSources({ git, argocdNamespace }: Config, client: KubeClient): OrphanSources {
  const createWriter = (): GitWriter =>
    createGitWriter({
      http: git,
      branch: git.branch,
      identity: { name: "Berth", email: "berth@localhost" },
      mayPush: () => true,
      logger: createLogger(AGENT, "error"),
      clock: systemClock,
    });
  return { client, createWriter, argocdNamespace };
}

/** What the settings name beside the platform's own parts. */
function outsideOf(config: Config, client: KubeClient): OutsideParts {
  const { localCloud, clusterApi, imageUpdater, dns, dnsServers, wildcardIssuer } = config;
  const token = clusterApi?.token;
  return {
    client,
    imageUpdater,
    externalDns: dns === "external-dns",
    certManager: wildcardIssuer !== undefined,
    clusterApi: clusterApi !== undefined,
    resolveTxt: createTxtResolver(dnsServers),
    localRegions: localCloud && createLocalCloudClient(localCloud).regions,
    hetznerLocations: token === undefined ? undefined : createHetznerClient({ url: HETZNER_URL, token }).locations,
  };
}

async function recover(
  pool: Pool,
  { git, kube, namespace }: Config,
  { apply, kubeconfig }: Extract<Command, { name: "reapply-git" }>,
): Promise<number> {
  const operators = createKubeClient(kube, { userAgent: AGENT });
  const target = kubeconfig === undefined ? kube : { kubeconfigPath: kubeconfig };
  const client = createKubeClient(target, { userAgent: AGENT });
  const http = new HttpClient(git);
  try {
    const files = await readBranchFiles(http, git.branch, RECOVERY_FILE);
    const parts = { pool, client, operators, readLeader: () => readLeader(operators, namespace), apply, say };
    const refused = await reapplyGit(files, parts);
    return refused === 0 ? 0 : 1;
  } finally {
    http.close();
    await Promise.all([client.close(), operators.close()]);
  }
}

async function withPool<T>(config: Config, work: (pool: Pool) => Promise<T>): Promise<T> {
  // A person's command waits longer than a gateway: on a busy machine its first connection takes seconds.
  const patience = { connectionTimeoutMs: 30_000, statementTimeoutMs: 600_000 };
  const pool = createPool(config.postgresUrl.reveal(), { max: 2, applicationName: AGENT, ...patience });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

function readRelease(): string {
  const { version } = JSON.parse(readFileSync(new URL("package.json", ROOT), "utf8")) as { version: string };
  return version;
}
