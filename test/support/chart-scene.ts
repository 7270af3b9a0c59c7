/** Berth by its own chart on a cluster with real nodes, installed by the guide's own commands. */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import type { Server } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { CLOUDNATIVE_PG } from "../../local/binaries/engine-crds.ts";
import { findGoPrograms } from "../../local/binaries/go-programs.ts";
import { fetchGoModule } from "../../local/binaries/go-module.ts";
import { loadLocalConfig } from "../../local/config.ts";
import { makePostgresImage } from "../../local/engine-operators/postgres-image.ts";
import { makeOperatorImages } from "../../local/engine-operators/operator-images.ts";
import { ENGINE_PROGRAMS } from "../../local/engine-operators/programs.ts";
import { ImageStore } from "../../local/images/image-store.ts";
import { createMirror } from "../../local/images/mirror.ts";
import type { ImageMaking } from "../../local/images/tour-images.ts";
import { Supervisor } from "../../local/processes/supervisor.ts";
import { databaseImage } from "../../render/database/database-images.ts";
import { makeArgoImages } from "./argocd-images.ts";
import { makeBerthImages } from "../../scripts/release/make-images.ts";
import { fromCheckout } from "./berth-install.ts";
import { startDnsServer } from "./dns-server.ts";
import { blocksOf, readDocuments } from "./documents.ts";
import { findBinaries } from "./embedded-binaries.ts";
import { GitServer } from "./git-server.ts";
import { BERTH_CHART } from "./helm.ts";
import { leadPort, portOf } from "./lead-port.ts";
import { DISTRIBUTION_VERSION } from "./real-databases.ts";
import { startRealCluster, type RealCluster } from "./real-cluster.ts";
import { startWhole, type Stops } from "./start-whole.ts";

/** A cluster on which Berth can be installed as its guide says. */
export type ChartScene = Readonly<{
  cluster: RealCluster;
  git: GitServer;
  /** Bytes that each of Berth's images unpacks to. */
  sizes: Readonly<Record<"gateway" | "operator", number>>;
  /** The folder in which the guide's commands are run. */
  workDir: string;
  /** Runs the block of the guides that holds these words, as far as this machine is as they suppose; answers what it printed. */
  follow: (words: string, given?: Readonly<Record<string, string>>) => Promise<string>;
  stop: () => Promise<void>;
}>;

/** Words of the guide's blocks that come before Berth itself is installed. */
export const BEFORE_BERTH = [
  "manifests/install.yaml",
  "resourceTrackingMethod",
  "secret generic berth-delivery",
  "secret generic berth-postgres",
] as const;

const ARGO_CD = {
  module: "github.com/argoproj/argo-cd/v3@v3.5.7",
  sum: "h1:Xm1BF+I5OgDKUG3SDK49vn2/Y5AMyaNVko+/JT08gj0=",
};
/** Where the images of this checkout are asked for. */
const REPOSITORY = "berth.test/platform";
/** The first of them that has the words is followed. */
const BLOCKS = ["installing", "upgrading", "disaster-recovery"]
  .flatMap((name) => readDocuments(`docs/guides/${name}.md`))
  .flatMap(blocksOf);
const TAGS = ["0.1.0", "0.2.0"];
const report = (line: string): void => console.log(`    ${line}`);

/** Starts the scene with two nodes. */
export function startChartScene(): Promise<ChartScene> {
  return startWhole(async (stops) => {
    const workDir = await mkdtemp(join(tmpdir(), "berth-chart-"));
    stops.push(() => rm(workDir, { recursive: true, force: true }));
    const dns = await startDnsServer();
    stops.push(() => dns.close());
    const cluster = await startRealCluster({ nodes: 2, resolvers: dns.address });
    stops.push(() => cluster.stop());
    const modules = await prepareImages(cluster.images, workDir);
    const sizes = await serveBerthImages(cluster, workDir, stops);
    const git = await GitServer.start();
    stops.push(() => git.remove());
    const door = await leadPort({ address: cluster.hostAddress }, new URL(git.url));
    stops.push(() => door.close());
    const gitUrl = git.url.replace(/127\.0\.0\.1:\d+/, `${cluster.hostAddress}:${portOf(door)}`);
    await cp(BERTH_CHART, join(workDir, "charts/berth"), { recursive: true });
    const env = await environmentOf(cluster, workDir, { GIT_URL: gitUrl, GIT_TOKEN: git.token });
    const follow: ChartScene["follow"] = async (words, given) => {
      const text = suit(fromCheckout(readBlock(words)), { modules, host: cluster.hostAddress });
      const options = { cwd: workDir, env: { ...env, ...given } };
      return (await promisify(execFile)("bash", ["-euo", "pipefail", "-c", text], options)).stdout;
    };
    return { cluster, git, sizes, workDir, follow };
  });
}

type Modules = Readonly<{ argo: string; engine: string }>;

/** What the manifests of Argo CD and CloudNativePG name: made once, and kept beside the other images of this machine. */
async function prepareImages(store: ImageStore, dir: string): Promise<Modules> {
  const { cacheDir, childEnv } = loadLocalConfig();
  const supervisor = new Supervisor({ dir, env: childEnv, report: () => undefined });
  await supervisor.open();
  try {
    const run: ImageMaking["run"] = (what) => supervisor.run(what);
    const workDir = join(dir, "images");
    await mkdir(workDir);
    const making = { store, workDir, run, report };
    const binaries = await findBinaries(["argocd", "helm"]);
    const moduleDir = await fetchGoModule(ARGO_CD, run);
    await makeArgoImages(making, { argocd: await binaries("argocd"), helm: await binaries("helm"), moduleDir });
    await makeOperatorImages(store, await findGoPrograms(ENGINE_PROGRAMS, { cacheDir, run, report }));
    await makePostgresImage(making);
    return { argo: moduleDir, engine: await fetchGoModule(CLOUDNATIVE_PG, run) };
  } finally {
    await supervisor.stopAll();
  }
}

/** They are another each time, so they are not kept. */
async function serveBerthImages(cluster: RealCluster, workDir: string, stops: Stops): Promise<ChartScene["sizes"]> {
  const store = new ImageStore(join(workDir, "berth-images"));
  const { gateway, operator } = await makeBerthImages(store, REPOSITORY, TAGS);
  const mirror: Server = createMirror(store).listen(0, cluster.hostAddress);
  await once(mirror, "listening");
  stops.push(() => mirror.close());
  await cluster.redirect("berth.test", `http://${cluster.hostAddress}:${portOf(mirror)}`);
  return { gateway: gateway.bytes, operator: operator.bytes };
}

async function environmentOf(
  { kubeconfig }: RealCluster,
  home: string,
  given: Readonly<Record<string, string>>,
): Promise<NodeJS.ProcessEnv> {
  const binaries = await findBinaries(["helm", "kubectl"]);
  const folders = [dirname(await binaries("helm")), dirname(await binaries("kubectl"))];
  const path = [...folders, process.env["PATH"]].join(":");
  return { PATH: path, HOME: home, KUBECONFIG: kubeconfig, POSTGRES_URL: "postgres://unused", ...given };
}

function readBlock(words: string): string {
  const block = BLOCKS.find(({ language, text }) => language === "sh" && text.includes(words));
  if (block === undefined) throw new Error(`No block of the guides has the words ${words}`);
  return block.text;
}

/** The guide supposes the internet, three nodes, and a delivery repository and clusters with public addresses. */
function suit(text: string, { modules, host }: Readonly<{ modules: Modules; host: string }>): string {
  const changes: readonly (readonly [string | RegExp, string])[] = [
    [/https:\/\/\S+\/manifests\/install\.yaml/, join(modules.argo, "manifests/install.yaml")],
    [/https:\/\/\S+\/(cnpg-[\d.]+\.yaml)/, `${modules.engine}/releases/$1`],
    ["instances: 3", `imageName: ${databaseImage("postgresql", DISTRIBUTION_VERSION, "stable")}, instances: 1`],
    ["secretName: berth-postgres }", "secretName: berth-postgres-app }"],
    ["gitEgress: []", `gitEgress: [{ to: [{ ipBlock: { cidr: ${host}/32 } }] }]`],
    ["settings:\n", `image: { repository: ${REPOSITORY} }\nsettings:\n  BERTH_CLUSTER_ALLOWED_ADDRESSES: ${host}/32\n`],
  ];
  return changes.reduce((changed, [from, to]) => changed.replace(from, to), text);
}
