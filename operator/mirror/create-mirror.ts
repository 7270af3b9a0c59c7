import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { NAMESPACES } from "../../adapters/kubernetes/resource-types.ts";
import type { Logger } from "../../adapters/log/logger.ts";
import type { ReservedName } from "../../adapters/postgres/resources/name-store.ts";
import type { Pool } from "../../adapters/postgres/pool.ts";
import { ResourceStore } from "../../adapters/postgres/resources/resource-store.ts";
import { recordHeartbeats, sweepHistory, sweepNames } from "../../adapters/postgres/resources/resource-upkeep.ts";
import { LABELS } from "../../contract/identity.ts";
import type { ProjectedKind, RenderValues } from "../../render/projection/custom-resource.ts";
import { displayName, recordId } from "../../render/projection/resource-row.ts";
import type { Clock } from "../runtime/clock.ts";
import { asResource, type MirrorLookups } from "./mirror-context.ts";
import type { MirrorMetrics } from "./mirror-metrics.ts";
import { Mirror, type ManagementCluster, type MirrorSource, type MirrorUpkeep } from "./mirror.ts";

/** A cache that the mirror follows, looks things up in, or both. */
export type MirrorCache = MirrorSource["cache"] & Readonly<{ get: (key: string) => KubeObject | undefined }>;

/** The set-up of the mirror of a process. */
export type CreateMirrorOptions = Readonly<{
  /** A cache per kind that is mirrored; a kind without one is left alone. */
  caches: Readonly<Partial<Record<ProjectedKind, MirrorCache>>>;
  /** How long the oldest change of a kind has been waiting for its controller. */
  unservedMs?: (kind: ProjectedKind) => number;
  namespaces: Readonly<{ get: (key: string) => KubeObject | undefined }>;
  pool: Pool;
  client: Pick<KubeClient, "list">;
  renderValues: RenderValues;
  clock: Clock;
  logger: Logger;
  metrics: MirrorMetrics;
}>;

/** Puts the mirror together over caches that do not run yet; `run` it while this process leads. */
export function createMirror(options: CreateMirrorOptions): Mirror {
  const { caches, pool, client, clock, logger, metrics, unservedMs = () => 0 } = options;
  const sources = Object.entries(caches).map(([name, cache]) => {
    const kind = name as ProjectedKind;
    return { kind, cache, unservedMs: () => unservedMs(kind) };
  });
  return new Mirror({
    sources,
    store: new ResourceStore(pool),
    lookups: lookupsOf(options),
    readCluster: () => readCluster(client),
    upkeep: upkeepOf(pool, sources),
    clock,
    logger,
    metrics,
  });
}

/** A list says how far etcd is, where a single object only says when it was written. */
async function readCluster(client: Pick<KubeClient, "list">): Promise<ManagementCluster> {
  const { items, resourceVersion } = await client.list(NAMESPACES, { fieldSelector: "metadata.name=kube-system" });
  const uid = items[0]?.metadata.uid;
  if (uid === undefined) throw new Error("The management cluster has no namespace kube-system");
  return { uid, resourceVersion };
}

function lookupsOf({ caches, namespaces, renderValues }: CreateMirrorOptions): MirrorLookups {
  return {
    organizationOf: (namespace) => namespaces.get(namespace)?.metadata.labels?.[LABELS.organizationId],
    findObject: (kind, namespace, name) => caches[kind]?.get(`${namespace}/${name}`),
    renderValues,
  };
}

function upkeepOf(pool: Pool, sources: readonly MirrorSource[]): MirrorUpkeep {
  return {
    recordHeartbeats: (ages) => recordHeartbeats(pool, ages),
    sweep: async () => {
      await sweepHistory(pool);
      await sweepNames(pool, isShown(sources));
    },
  };
}

/** A name is shown when the API server has its object under that name; of a kind that is not watched nothing is known. */
function isShown(sources: readonly MirrorSource[]): (name: ReservedName) => boolean {
  const shown = new Map<string, Set<string>>();
  return ({ kind, name, resourceId }) => {
    const source = sources.find((one) => one.kind === kind);
    if (source === undefined) return true;
    const names = shown.get(kind) ?? new Set(source.cache.list().map(asResource).map(shownName));
    shown.set(kind, names);
    return names.has(`${resourceId}/${name}`);
  };
}

function shownName(object: ReturnType<typeof asResource>): string {
  return `${recordId(object)}/${displayName(object)}`;
}
