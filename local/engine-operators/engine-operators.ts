/*
 * What runs databases on clusters with real nodes: CloudNativePG by its own release manifest, webhooks included, and its plugin that
 * archives, begun on a cluster when the first database is asked for there. Made once, for the first cluster that wants them:
 * 1. programs, from their Go modules;
 * 2. images: of the operators out of these, of PostgreSQL and Barman from the distribution's and Python's packages;
 * 3. the storage of the archives.
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { findGoPrograms } from "../binaries/go-programs.ts";
import { applyManifests } from "../cluster/apply-manifests.ts";
import { callKube, type KubeAccess, type Manifest } from "../cluster/kube-access.ts";
import type { ImageStore } from "../images/image-store.ts";
import { Authority } from "../nodes/authority.ts";
import type { Supervisor } from "../processes/supervisor.ts";
import { makeBarmanImage } from "./barman-image.ts";
import { ARCHIVE_ADDRESSES, type ObjectStorage } from "./object-storage.ts";
import { makeOperatorImages } from "./operator-images.ts";
import { makePostgresImage } from "./postgres-image.ts";
import { ENGINE_PROGRAMS } from "./programs.ts";
import { readReleaseManifests, type EngineManifests } from "./release-manifests.ts";

/** By what the operators are built and run, and where their images go. */
type EngineOperatorsOptions = Readonly<{
  cacheDir: string;
  supervisor: Supervisor;
  store: ImageStore;
  storage: ObjectStorage;
  report: (line: string) => void;
}>;

/** The cluster to which the operators come. */
export type EnginePlan = Readonly<{
  access: KubeAccess;
  /** The machine's address in its network. */
  hostAddress: string;
  /** The folder of its certificate authority. */
  authorityDir: string;
}>;

type Made = Readonly<{ programsDir: string; manifests: EngineManifests }>;

const NAMESPACE = "cnpg-system";
/** As the plugin's manifest names them. */
const CERTIFICATES = [
  { secret: "barman-cloud-server-tls", request: { commonName: "barman-cloud", names: ["barman-cloud"] } },
  { secret: "barman-cloud-client-tls", request: { commonName: "barman-cloud-client" } },
] as const;

/** Brings the engines' operators to clusters with real nodes. */
export class EngineOperators {
  readonly #options: EngineOperatorsOptions;
  #made: Promise<Made> | undefined;

  constructor(options: EngineOperatorsOptions) {
    this.#options = options;
  }

  /** Begins them on a cluster, until the signal comes; again changes nothing. */
  async start({ access, hostAddress, authorityDir }: EnginePlan, signal: AbortSignal): Promise<void> {
    const { supervisor, storage, report } = this.#options;
    const { programsDir, manifests } = await this.#make();
    if (signal.aborted) return;
    const service = await storage.open(hostAddress, programsDir);
    const persistence = { report, signal: AbortSignal.any([signal, supervisor.closing]) };
    await applyManifests(access, manifests.operator, persistence);
    await applyManifests(access, [...(await issueCertificates(access, authorityDir)), ...service], persistence);
    await applyManifests(access, manifests.plugin, persistence);
  }

  /** Ends what is open to a cluster. */
  stop(hostAddress: string): void {
    this.#options.storage.close(hostAddress);
  }

  #make(): Promise<Made> {
    const made = this.#made ?? this.#makeNow();
    this.#made = made;
    // One that failed is tried again.
    made.catch(() => (this.#made = undefined));
    return made;
  }

  async #makeNow(): Promise<Made> {
    const { cacheDir, supervisor, store, report } = this.#options;
    const run: Supervisor["run"] = (what) => supervisor.run(what);
    const programsDir = await findGoPrograms(ENGINE_PROGRAMS, { cacheDir, run, report });
    await makeOperatorImages(store, programsDir);
    await mkdir(cacheDir, { recursive: true });
    const workDir = await mkdtemp(join(cacheDir, ".images-"));
    try {
      await makePostgresImage({ store, workDir, run, report });
      await makeBarmanImage({ store, workDir, run, report }, { programsDir, addresses: ARCHIVE_ADDRESSES });
    } finally {
      await rm(workDir, { recursive: true, force: true });
    }
    return { programsDir, manifests: await readReleaseManifests(run) };
  }
}

/** By which the operator and its plugin know each other; those that are there stay. */
async function issueCertificates(access: KubeAccess, authorityDir: string): Promise<readonly Manifest[]> {
  const authority = await Authority.open(authorityDir);
  const issued: Manifest[] = [];
  for (const { secret: name, request } of CERTIFICATES) {
    const { status } = await callKube(access, { path: `/api/v1/namespaces/${NAMESPACE}/secrets/${name}` });
    if (status === 200) continue;
    const { certificate, key } = await authority.issue(request);
    const stringData = { "tls.crt": certificate, "tls.key": key };
    const type = "kubernetes.io/tls";
    issued.push({ apiVersion: "v1", kind: "Secret", metadata: { name, namespace: NAMESPACE }, type, stringData });
  }
  return issued;
}
