import type { KubeObject, Ref, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import type { Patch, PatchOptions } from "../../../adapters/kubernetes/kube-port.ts";
import {
  APPLICATIONS,
  CLUSTERS,
  CONFIG_MAPS,
  DATABASE_BACKUPS,
  DATABASE_INSTANCES,
  UPGRADE_REQUESTS,
  DEPLOYMENTS,
  NAMESPACES,
} from "../../../adapters/kubernetes/resource-types.ts";
import { FINALIZER, LABELS } from "../../../contract/identity.ts";
import { CLUSTER_EDGES } from "../../../operator/machines/cluster/state.ts";
import { UPGRADE_EDGES } from "../../../operator/machines/upgrade/state.ts";
import { BACKUP_EDGES } from "../../../operator/machines/backup/state.ts";
import { DATABASE_EDGES } from "../../../operator/machines/database/state.ts";
import { DEPLOYMENT_EDGES } from "../../../operator/machines/deployment/state.ts";
import { REGISTER_FLOOR_MS } from "../../../operator/delivery/token-life.ts";
import { EXPECTED_TROUBLES } from "../../support/expected-troubles.ts";
import type { IssuedToken } from "./tenant-tokens.ts";
import type { World } from "./world.ts";

type Status = Readonly<{ phase?: string; handle?: string; statusReason?: string; git?: { path?: string } }>;

/** The mark of another controller on our objects. */
export const FOREIGN_FINALIZER = "example.com/held";

/** Watches what must hold at every moment, and counts what must stay few. */
export class Monitor {
  readonly violations: string[] = [];
  /** Status patches by object since `resetCounts`. */
  readonly statusPatches = new Map<string, number>();
  readonly #world: World;
  readonly #held = new Set<string>();
  readonly #phases = new Map<string, string>();
  readonly #promotions = new Map<string, string>();
  readonly #names = new Map<string, string>();
  readonly #tokens = new Map<string, Readonly<{ atMs: number; starts: number }>>();
  /** Whose end was asked for, by handle; and who was ever there. */
  readonly #ended = new Set<string>();
  readonly #known = new Set<string>();
  readonly #hosts = new Map<string, string>();
  /** Which backups an engine could not make, by its object's name. */
  readonly #unmade = new Set<string>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Statuses were lost: what is seen next is the beginning. */
  beginAnew(): void {
    this.#phases.clear();
  }

  /** These are as they are, whatever was seen of them; one without a phase begins anew. */
  goOn(objects: readonly KubeObject[]): void {
    for (const {
      metadata: { uid = "" },
      ...object
    } of objects) {
      const { phase } = (object["status"] ?? {}) as Status;
      if (phase === undefined) this.#phases.delete(uid);
      else this.#phases.set(uid, phase);
    }
  }

  resetCounts(): void {
    this.statusPatches.clear();
  }

  /** Holds each observed move to the table of arrows. */
  onEvent(type: ResourceType, event: string, object: KubeObject): void {
    if (type === APPLICATIONS) return;
    this.#noteEnd(object, event);
    if (event === "DELETED") return;
    this.#checkForeignFinalizer(object);
    const phase = (object["status"] as Status | undefined)?.phase;
    const first = this.#notePromotion(object, phase);
    if (phase === undefined) return;
    const uid = object.metadata.uid ?? "";
    // What was made anew from Git begins where it was.
    const before = this.#phases.get(uid) ?? (isRecovered(object) ? phase : first);
    this.#phases.set(uid, phase);
    this.#checkBlame(before, object);
    if (phase === before || isArrow(type, before, phase)) return;
    this.violations.push(`${type.kind} ${object.metadata.name}: ${before} → ${phase} is no arrow`);
  }

  /** An end that somebody asked for, or that was seen. */
  #noteEnd({ metadata, ...object }: KubeObject, event: string): void {
    const { handle } = (object["status"] ?? {}) as Status;
    if (handle === undefined) return;
    this.#known.add(handle);
    if (event === "DELETED" || metadata.deletionTimestamp !== undefined) this.#ended.add(handle);
  }

  /** Nothing is destroyed that was not seen deleted. */
  #assertEnded(what: string, handle: string): void {
    if (this.#known.has(handle) && !this.#ended.has(handle))
      this.violations.push(`${what} of ${handle} is deleted, and nobody has deleted ${handle}`);
  }

  /** On tenants namespaces alone hold what would be lost. */
  beforeTenantDelete(type: ResourceType, ref: Ref): void {
    if (type === NAMESPACES) this.#assertEnded("The namespace", ref.name);
  }

  /** An engine could not make a backup. */
  onEngineFailure(backup: string): void {
    this.#unmade.add(backup);
  }

  /** `failed` is for what its owner did: a sync that its cluster refuses, pods that do not come up, values that are wrong. */
  #checkBlame(before: string, object: KubeObject): void {
    const { kind = "", metadata } = object;
    const { phase, statusReason = "" } = (object["status"] ?? {}) as Status;
    if (phase !== "failed" || before === "failed" || this.#isDue(object)) return;
    this.violations.push(`${kind} ${metadata.name} is failed (${statusReason}) through no fault of its own`);
  }

  /** A backup blames nobody: what counts is that its engine has said so. */
  #isDue({ kind, metadata, ...object }: KubeObject): boolean {
    const { handle = "", statusReason = "" } = (object["status"] ?? {}) as Status;
    if (kind === DATABASE_BACKUPS.kind)
      return statusReason !== "BackupFailed" || [...this.#unmade].some((name) => name.startsWith(metadata.name));
    const { failing, ails } = this.#world;
    // Who merely takes time has not failed yet.
    const isIll = (ails(handle) ?? "Progressing") !== "Progressing";
    return failing(handle) || isIll || OWN_FAULTS.has(statusReason);
  }

  /** Returns the phase that an object begins with. */
  #notePromotion({ metadata, ...object }: KubeObject, phase: string | undefined): "pending" | "promoting" {
    const { promotion } = (object["spec"] ?? {}) as { promotion?: { sourceId: string } };
    this.#names.set(metadata.labels?.[LABELS.id] ?? "", metadata.name);
    if (promotion === undefined) return "pending";
    if (phase !== undefined) this.#promotions.set(promotion.sourceId, phase);
    return "promoting";
  }

  /** A cluster is not hammered with registrations: only what an operator's death cut short is done again at once. */
  onToken({ cluster, account, atMs }: IssuedToken): void {
    const key = `${cluster}/${account}`;
    const last = this.#tokens.get(key);
    const { starts } = this.#world;
    this.#tokens.set(key, { atMs, starts });
    if (last?.starts === starts && atMs - last.atMs < REGISTER_FLOOR_MS)
      this.violations.push(`${key} gets a token ${(atMs - last.atMs) / 1_000} s after the last`);
  }

  onEndedToken(cluster: string): void {
    this.violations.push(`${cluster} is called with a token that has ended`);
  }

  #checkForeignFinalizer({ metadata }: KubeObject): void {
    const { uid = "", name, deletionTimestamp, finalizers = [] } = metadata;
    if (finalizers.includes(FOREIGN_FINALIZER)) this.#held.add(uid);
    else if (this.#held.has(uid) && deletionTimestamp === undefined)
      this.violations.push(`${name} lost the finalizer of another controller`);
  }

  /** Before the finalizer goes, everything must really be gone. */
  async beforePatch(type: ResourceType, ref: Ref, patch: Patch, options: PatchOptions): Promise<void> {
    const key = `${type.kind}/${ref.name}`;
    if (options.subresource === "status") this.statusPatches.set(key, (this.statusPatches.get(key) ?? 0) + 1);
    else if (type === APPLICATIONS) await this.#assertHost(ref, patch);
    else if ((type === DEPLOYMENTS || type === CLUSTERS) && takesFinalizer(patch)) await this.#assertGone(type, ref);
  }

  /** A virtual cluster lies where its volume is: on another host it would be a new, empty one. */
  async #assertHost(ref: Ref, { body }: Patch): Promise<void> {
    const host = hostOf(body);
    if (!ref.name.startsWith("vc-") || host === undefined) return;
    const before = this.#hosts.get(ref.name) ?? host;
    this.#hosts.set(ref.name, before);
    if (before !== host) this.violations.push(`Virtual cluster ${ref.name} moves from ${before} to ${host}`);
    return Promise.resolve();
  }

  async #assertGone(type: ResourceType, ref: Ref): Promise<void> {
    const object = await this.#world.management.get(type, ref);
    const handle = (object?.["status"] as Status | undefined)?.handle;
    if (handle === undefined) return;
    if (type === DEPLOYMENTS) await this.#assertDeploymentGone(handle);
    else await this.#assertClusterGone(handle);
  }

  /** Before an Application is deleted, Git must not be able to bring it back. */
  beforeDelete(type: ResourceType, ref: Ref): void {
    if (type === DEPLOYMENTS) this.#assertPromoted(ref);
    if (type !== APPLICATIONS || ref.name.startsWith("root-")) return;
    this.#assertEnded("The Application", ref.name);
    const files = this.#world.repository
      .list("clusters/")
      .filter((path) => path.endsWith(`/${ref.name}.yaml`) || path.includes(`/deployments/${ref.name}/`));
    if (files.length > 0)
      this.violations.push(`Application ${ref.name} is deleted while Git holds ${files.join(", ")}`);
  }

  /** The source of a promotion is deleted only once the new one runs; what is no source goes with its cluster only. */
  #assertPromoted(ref: Ref): void {
    const [id = ""] = [...this.#names].find(([, name]) => name === ref.name) ?? [];
    const phase = this.#promotions.get(id);
    if (phase !== undefined && phase !== "running")
      this.violations.push(`${ref.name} is deleted while what it was promoted to is ${phase}`);
  }

  async #assertDeploymentGone(handle: string): Promise<void> {
    const left: string[] = this.#world.repository.list("clusters/").filter((path) => path.includes(handle));
    const application = await this.#world.management.get(APPLICATIONS, { namespace: "argocd", name: handle });
    if (application !== undefined) left.push(`Application ${handle}`);
    for (const cluster of this.#world.cloud.handles()) {
      const server = this.#world.tenant(cluster);
      if ((await server?.get(NAMESPACES, { name: handle })) !== undefined) left.push(`namespace ${handle}`);
    }
    if (left.length > 0)
      this.violations.push(`Deployment ${handle} loses its finalizer while ${left.join(", ")} are there`);
  }

  async #assertClusterGone(handle: string): Promise<void> {
    const left: string[] = this.#world.repository.list(`clusters/${handle}/`).slice();
    const leftover = { namespace: "berth-system", name: `leftover-${handle}` };
    const isWrittenDown = (await this.#world.management.get(CONFIG_MAPS, leftover)) !== undefined;
    if (this.#world.cloud.handles().includes(handle) && !isWrittenDown) left.push("the cloud's cluster");
    const applications = await this.#world.management.list(APPLICATIONS, {
      namespace: "argocd",
      labelSelector: `${LABELS.clusterHandle}=${handle}`,
    });
    left.push(...applications.items.map(({ metadata }) => `Application ${metadata.name}`));
    if (left.length > 0)
      this.violations.push(`Cluster ${handle} loses its finalizer while ${left.join(", ")} are there`);
  }
}

const OWN_FAULTS: ReadonlySet<string> = new Set([
  "RenderFailed",
  "ChartHostRefused",
  "WorkloadRefused",
  "ReleaseFailed",
  // What its pods show.
  ...Object.values(EXPECTED_TROUBLES).flatMap((told) => (told?.[1] === true ? [told[0]] : [])),
]);
function isRecovered(object: KubeObject): boolean {
  return (object["status"] as { statusReason?: string }).statusReason === "Recovered";
}

function hostOf(body: unknown): string | undefined {
  return (body as { spec?: { destination?: { name?: string } } }).spec?.destination?.name;
}

function takesFinalizer({ body }: Patch): boolean {
  const finalizers = (body as { metadata?: { finalizers?: readonly string[] } }).metadata?.finalizers;
  return finalizers !== undefined && !finalizers.includes(FINALIZER);
}

const EDGES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  [CLUSTERS.plural]: CLUSTER_EDGES,
  [UPGRADE_REQUESTS.plural]: UPGRADE_EDGES,
  [DEPLOYMENTS.plural]: DEPLOYMENT_EDGES,
  [DATABASE_INSTANCES.plural]: DATABASE_EDGES,
  [DATABASE_BACKUPS.plural]: BACKUP_EDGES,
};

function isArrow(type: ResourceType, from: string, to: string): boolean {
  return EDGES[type.plural]?.[from]?.includes(to) ?? false;
}
