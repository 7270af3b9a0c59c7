/**
 * Looks for what Git or Argo CD hold without a resource:
 *
 * 1. What the copies know no resource of is confirmed by the API server, with one list for all of it.
 * 2. What was seen deleted (a commit took its folder out for that) and came back, as a force-push to an older tree
 *    brings it, is taken apart in the order of the deletion machine; volumes are kept.
 * 3. All else is told and left alone: its resource may have been lost with a restore of etcd. Databases always are. What was
 *    deleted before such a restore may have been wanted since: it is no evidence any more.
 */
import { CLUSTERS, LEASES } from "../../../adapters/kubernetes/resource-types.ts";
import {
  findOrphans,
  hasOwner,
  orphanName,
  orphansMessage,
  type Orphan,
  type Owners,
} from "../../machines/orphans/find-orphans.ts";
import { evidenceFolder } from "../../orphans/orphan-files.ts";
import { deliveredApplications } from "../../orphans/delivered-applications.ts";
import { listOwners } from "../../orphans/listed-owners.ts";
import { clusterHandle, clusterKey, deploymentHandle, databaseHandle } from "../../resources/handles.ts";
import type { DeploymentContext } from "../deployment/context.ts";

/** Hears how many things of each kind have no resource. */
export type OrphanObserver = (counts: Readonly<Record<Orphan["kind"], number>>) => void;

type Parts = Pick<DeploymentContext, "caches" | "client" | "writer" | "events" | "logger" | "settings"> &
  Readonly<{ observe: OrphanObserver | undefined; requeue: (key: string) => void }>;

const LISTED_MAX = 5;
/** The operator's own, to which is told what has no object at all. */
const OWN_LEASE = "berth-operator";
const NONE = { cluster: 0, deployment: 0, database: 0, application: 0, component: 0 } as const;

/** Knows what has no resource, and what of it may go. */
export class Orphans {
  readonly #parts: Parts;
  /** By key: what was confirmed to have no resource, and was not seen deleted. */
  #left = new Map<string, Orphan>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Lists what was left alone on a cluster. */
  onCluster(handle: string): readonly string[] {
    return [...this.#left.values()].filter(({ cluster }) => cluster === handle).map(orphanName);
  }

  /** Looks for them; returns those that were seen deleted. */
  async sweep(): Promise<readonly Orphan[]> {
    const suspects = this.#find(this.#cached());
    const confirmed = await this.#confirm(suspects);
    const gone = confirmed.filter((orphan) => this.#wasSeenDeleted(orphan));
    this.#tell(confirmed.filter((orphan) => !gone.includes(orphan)));
    return gone;
  }

  /** Tells whether an orphan still is one, as far as the copies know. */
  isOrphan(orphan: Orphan): boolean {
    return !hasOwner(orphan, this.#cached());
  }

  #find(owners: Owners): readonly Orphan[] {
    const { caches, writer } = this.#parts;
    const applications = deliveredApplications(caches.applications.list());
    return findOrphans({ paths: writer.listPaths("clusters/"), applications }, owners);
  }

  #cached(): Owners {
    const { clusters, deployments, databases } = this.#parts.caches;
    return {
      clusters: new Set(clusters.list().map(clusterHandle)),
      delivered: new Set([...deployments.list().map(deploymentHandle), ...databases.list().map(databaseHandle)]),
    };
  }

  /** What was confirmed before, and is left alone, is not asked for again. */
  async #confirm(suspects: readonly Orphan[]): Promise<readonly Orphan[]> {
    const isKnown = (orphan: Orphan): boolean => this.#left.has(orphanKey(orphan)) && !this.#wasSeenDeleted(orphan);
    if (suspects.every(isKnown)) return suspects;
    const owners = await listOwners(this.#parts.client);
    return suspects.filter((orphan) => isKnown(orphan) || !hasOwner(orphan, owners));
  }

  #wasSeenDeleted(orphan: Orphan): boolean {
    const folder = evidenceFolder(orphan);
    return folder !== undefined && this.#parts.writer.wasRemoved(folder);
  }

  #tell(left: readonly Orphan[]): void {
    const before = this.#left;
    this.#left = new Map(left.map((orphan) => [orphanKey(orphan), orphan]));
    const counts: Record<Orphan["kind"], number> = { ...NONE };
    for (const { kind } of left) counts[kind] += 1;
    this.#parts.observe?.(counts);
    const news = left.filter((orphan) => !before.has(orphanKey(orphan)));
    const healed = [...before.values()].filter((orphan) => !this.#left.has(orphanKey(orphan)));
    if (news.length > 0) this.#warn(news);
    for (const cluster of new Set([...news, ...healed].map((orphan) => orphan.cluster)))
      for (const object of this.#parts.caches.clusters.byIndex("handle", cluster))
        this.#parts.requeue(clusterKey(object));
  }

  #warn(news: readonly Orphan[]): void {
    const { caches, events, logger, settings } = this.#parts;
    logger.error("Found what has no resource; nothing of it is removed", { orphans: news.length, first: names(news) });
    for (const [handle, orphans] of Map.groupBy(news, ({ cluster }) => cluster)) {
      const note = {
        type: "Warning",
        reason: "OrphansFound",
        message: orphansMessage(orphans.map(orphanName)),
      } as const;
      const [cluster] = caches.clusters.byIndex("handle", handle);
      const own = { metadata: { name: OWN_LEASE, namespace: settings.operatorNamespace, uid: handle } };
      if (cluster === undefined) events.record(LEASES, own, note);
      else events.record(CLUSTERS, cluster, note);
    }
  }
}

function names(orphans: readonly Orphan[]): string {
  return orphans.slice(0, LISTED_MAX).map(orphanName).join(", ");
}

/** Names an orphan in a key of the platform's queue. */
export function orphanKey({ kind, cluster, handle }: Orphan): string {
  return `${kind}/${cluster}/${handle}`;
}

/** Reads an orphan out of that. */
export function parseOrphan(key: string): Orphan {
  const [kind, cluster = "", handle = ""] = key.split("/");
  return { kind: kind as Orphan["kind"], cluster, handle };
}
