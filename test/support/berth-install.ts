import { execFile } from "node:child_process";
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { parse } from "yaml";
import { createKubeClient, type KubeClient, type KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { NODES, SECRETS } from "../../adapters/kubernetes/resource-types.ts";
import { startStack, type Stack } from "../../local/stack.ts";
import { environmentOf, type DeploymentManifest } from "./berth-release.ts";
import { findBinaries } from "./embedded-binaries.ts";
import { eventually } from "./eventually.ts";
import { BERTH_CHART } from "./helm.ts";
import { stageImage, type StagedImage, type StagedProcess } from "../../scripts/release/stage-image.ts";

/** A management cluster without Berth, with all that Berth is installed beside. */
export type InstallScene = Readonly<{
  stack: Stack;
  admin: KubeClient;
  namespace: string;
  /** Runs a marked step of the guides to installing and upgrading as it is written, in a folder with the chart; answers what it printed. */
  follow: (step: string) => Promise<string>;
  /** The folder in which the steps are run. */
  workDir: string;
  /** Starts the process of an installed Deployment from its image's files, as the account that its pods have. */
  startBeside: (name: "gateway" | "operator") => Promise<BesideProcess>;
  stop: () => Promise<void>;
}>;

/** A process that runs beside the simulated pods. */
export type BesideProcess = Readonly<{ url: string; metricsUrl: string; process: StagedProcess }>;

const NAMESPACE = "berth-system";
const USER = { fieldManager: "test" };
const GUIDES = ["installing", "upgrading", "argocd"].map((name) =>
  fileURLToPath(new URL(`../../docs/guides/${name}.md`, import.meta.url)),
);
const run = promisify(execFile);
const DOCKERFILES = { gateway: "api/Dockerfile", operator: "operator/Dockerfile" } as const;

/** Starts the scene. */
export async function startInstallScene(): Promise<InstallScene> {
  const homeDir = await mkdtemp(join(tmpdir(), "berth-install-"));
  const only = ["postgres", "management", "git"] as const;
  const stack = await startStack({ homeDir, nodes: "simulated", only, bare: true, quiet: true });
  const admin = createKubeClient({ kubeconfigPath: stack.connection.kubeconfig });
  const running: StagedProcess[] = [];
  const images: StagedImage[] = [];
  const dir = await mkdtemp(join(tmpdir(), "berth-beside-"));
  await chmod(dir, 0o755);
  for (const name of ["node-1", "node-2"]) await admin.create(NODES, nodeOf(name), USER);
  const workDir = join(homeDir, "work");
  await cp(BERTH_CHART, join(workDir, "charts/berth"), { recursive: true });
  const env = await guideEnvironment(stack, workDir, await makeDatabase(stack));
  return {
    stack,
    admin,
    namespace: NAMESPACE,
    workDir,
    follow: (step) => followGuide(step, workDir, env),
    startBeside: async (name) => {
      const image = await stageImage(DOCKERFILES[name]);
      images.push(image);
      return startBeside({ admin, stack, dir: join(dir, name), image, running }, name);
    },
    stop: async () => {
      await Promise.all(running.map((process) => process.stop()));
      await admin.close();
      await stack.stop();
      await Promise.all(images.map((image) => image.remove()));
      for (const folder of [dir, homeDir]) await rm(folder, { recursive: true, force: true });
    },
  };
}

function nodeOf(name: string): KubeObject {
  return { apiVersion: "v1", kind: "Node", metadata: { name, labels: { "kubernetes.io/hostname": name } } };
}

async function makeDatabase({ connection }: Stack): Promise<string> {
  const client = new pg.Client({ connectionString: connection.postgres_url });
  await client.connect();
  try {
    await client.query("CREATE DATABASE release");
  } finally {
    await client.end();
  }
  const url = new URL(connection.postgres_url);
  url.pathname = "/release";
  return url.href;
}

/** What a person has in the shell when the guide begins. */
async function guideEnvironment({ connection }: Stack, workDir: string, url: string): Promise<NodeJS.ProcessEnv> {
  const binaries = await findBinaries(["helm", "kubectl"]);
  const folders = [dirname(await binaries("helm")), dirname(await binaries("kubectl"))];
  return {
    PATH: [...folders, process.env["PATH"]].join(":"),
    HOME: workDir,
    KUBECONFIG: connection.kubeconfig,
    POSTGRES_URL: url,
    GIT_URL: connection.git.url,
    GIT_TOKEN: connection.git.token,
  };
}

async function followGuide(step: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const guides = await Promise.all(GUIDES.map((path) => readFile(path, "utf8")));
  const text = new RegExp(`<!-- install: ${step} -->\\n\`\`\`sh\\n([\\s\\S]*?)\`\`\``).exec(guides.join("\n"))?.[1];
  if (text === undefined) throw new Error(`The guides have no step ${step}`);
  return (await run("bash", ["-euo", "pipefail", "-c", fromCheckout(text)], { cwd, env })).stdout;
}

/** Takes the chart of this checkout where the guides take the published one (test/scripts/release installs that from a registry). */
export function fromCheckout(text: string): string {
  return text.replace(/oci:\/\/\S+\/charts\/berth --version \S+/, "charts/berth");
}

type Beside = Readonly<{ admin: KubeClient; stack: Stack; dir: string; image: StagedImage; running: StagedProcess[] }>;

async function startBeside(beside: Beside, name: string): Promise<BesideProcess> {
  const { admin, dir, image, running } = beside;
  const path = `/apis/apps/v1/namespaces/${NAMESPACE}/deployments/berth-${name}`;
  const deployment = (await admin.request("GET", path)) as DeploymentManifest;
  const { volumes } = deployment.spec.template.spec;
  const secrets = new Map<string, KubeObject | undefined>();
  for (const source of volumes.flatMap(({ projected }) => projected.sources))
    secrets.set(source.secret.name, await admin.get(SECRETS, { namespace: NAMESPACE, name: source.secret.name }));
  const secret = (secretName: string, key: string): string =>
    Buffer.from((secrets.get(secretName)?.["data"] as Record<string, string>)[key] ?? "", "base64").toString("utf8");
  const given = await environmentOf(deployment, { dir, podName: `berth-${name}-beside`, secret });
  const account = deployment.spec.template.spec.serviceAccountName;
  const kubeconfig = join(dir, "kubeconfig");
  await writeFile(kubeconfig, await kubeconfigOf(beside, account), { mode: 0o644 });
  const [init] = deployment.spec.template.spec.initContainers;
  const migration = image.start({ BERTH_POSTGRES_URL_FILE: join(dir, "BERTH_POSTGRES_URL") }, init?.args);
  if ((await migration.exited) !== 0) throw new Error(`The migration failed: ${migration.output()}`);
  const ports = { BERTH_METRICS_PORT: "0", ...(name === "gateway" ? { BERTH_PORT: "0" } : {}) };
  const local = { BERTH_METRICS_HOST: "127.0.0.1", BERTH_KUBECONFIG: kubeconfig };
  const process = image.start({ ...given, ...ports, ...local });
  running.push(process);
  const told = await eventually(() => portsOf(process));
  return { process, url: `http://127.0.0.1:${told.port}`, metricsUrl: `http://127.0.0.1:${told.metricsPort}/metrics` };
}

/** The log says where the process listens; port 0 takes a free one. */
function portsOf(process: StagedProcess): Readonly<{ port: number; metricsPort: number }> {
  for (const line of process.output().split("\n")) {
    if (!line.includes("Gateway is listening") && !line.includes("Serving metrics")) continue;
    const { port = 0, metricsPort = port } = JSON.parse(line) as { port?: number; metricsPort?: number };
    return { port, metricsPort };
  }
  throw new Error(`It does not listen yet: ${process.output()}`);
}

async function kubeconfigOf({ admin, stack: { connection } }: Beside, account: string): Promise<string> {
  const path = `/api/v1/namespaces/${NAMESPACE}/serviceaccounts/${account}/token`;
  const body = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} };
  const { status } = (await admin.request("POST", path, { body })) as { status: { token: string } };
  const config = parse(await readFile(connection.kubeconfig, "utf8")) as { users: { user: object }[] };
  for (const one of config.users) one.user = { token: status.token };
  return JSON.stringify(config);
}
