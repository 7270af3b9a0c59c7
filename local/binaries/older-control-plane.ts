/*
 * The control plane of the Kubernetes minor before the stack's own, so that there is something to upgrade from:
 * 1. nothing is fetched until the first cluster wants it;
 * 2. it is built from its own Go module (no release of it is pinned), one binary after the other, into a cache of its own;
 * 3. of several processes one builds, the others wait.
 */
import { createHash } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { awaitLock } from "../processes/lock.ts";
import { OLDER_KUBERNETES } from "./catalog.ts";
import { buildWithGo, hasGo, type Run } from "./go-build.ts";
import { isExecutable } from "./is-executable.ts";

/** The paths of one version's control plane. */
export type ControlPlaneBinaries = Readonly<{ apiServer: string; controllerManager: string; scheduler: string }>;

const NAMES = ["kube-apiserver", "kube-controller-manager", "kube-scheduler"] as const;
type Name = (typeof NAMES)[number];

/** Where the module lies, where its binaries go, and who hears of the progress. */
type OlderControlPlaneOptions = Readonly<{ toolchainDir: string; cacheDir: string; run: Run }>;

/** Answers the older control plane, built first when it is not there yet. */
export async function buildOlderControlPlane(
  options: OlderControlPlaneOptions,
  report: (line: string) => void,
): Promise<ControlPlaneBinaries> {
  const cacheDir = join(options.cacheDir, await deriveFolder(options.toolchainDir));
  await mkdir(cacheDir, { recursive: true });
  const paths = new Map<Name, string>();
  for (const name of NAMES) paths.set(name, await obtain(name, { ...options, cacheDir }, report));
  const at = (name: Name): string => paths.get(name) ?? "";
  return {
    apiServer: at("kube-apiserver"),
    controllerManager: at("kube-controller-manager"),
    scheduler: at("kube-scheduler"),
  };
}

async function obtain(name: Name, options: OlderControlPlaneOptions, report: (line: string) => void): Promise<string> {
  const path = join(options.cacheDir, name);
  if (await isExecutable(path)) return path;
  const release = await awaitLock(join(options.cacheDir, ".build-lock"));
  try {
    if (await isExecutable(path)) return path;
    if (!(await hasGo(options.run)))
      throw new Error(`Kubernetes ${OLDER_KUBERNETES} is built with Go, which is not here`);
    report(`Building ${name} ${OLDER_KUBERNETES}, once`);
    return await buildWithGo(name, { ...options, kubernetesVersion: OLDER_KUBERNETES });
  } finally {
    await release();
  }
}

async function deriveFolder(toolchainDir: string): Promise<string> {
  const hash = createHash("sha256");
  for (const file of ["go.mod", "go.sum"]) hash.update(await readFile(join(toolchainDir, file)));
  return `toolchain-${OLDER_KUBERNETES}-${hash.digest("hex").slice(0, 12)}`;
}
