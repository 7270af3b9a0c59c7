import { signal, type Signal } from "@preact/signals";
import type { ChangeEvent } from "../../client/follow-events.ts";
import type { Problem } from "../view/problem.ts";
import { berth } from "./berth.ts";
import { Collection, type Identified } from "./collection.ts";
import { toDeploymentRow, type ClusterRow, type DatabaseRow, type DeploymentRow } from "./rows.ts";

/** The resources of one kind as far as they are known; `isWhole` once all were listed. */
export type Listing<T> = Readonly<{ rows: readonly T[]; isWhole: boolean; problem?: Problem }>;

export const NOTHING = { rows: [], isWhole: false } as const;
export const deployments = signal<Listing<DeploymentRow>>(NOTHING);
export const clusters = signal<Listing<ClusterRow>>(NOTHING);
export const databases = signal<Listing<DatabaseRow>>(NOTHING);

type Page<T> = Readonly<{ items: readonly T[]; next: string | null }>;
/** A kind of resource: what is known of it, where that is shown, how it is listed. */
export type Kind<T extends Identified> = Readonly<{
  collection: Collection<T>;
  shown: Signal<Listing<T>>;
  list: (
    query: Readonly<{ organization_id: string; limit: number; cursor?: string }>,
    signal: AbortSignal,
  ) => Promise<Page<T>>;
  row: (resource: NonNullable<ChangeEvent["resource"]>) => T;
}>;

/** The kinds that lists show, by the names that events have for them. */
export const KINDS = {
  Deployment: {
    collection: new Collection<DeploymentRow>(),
    shown: deployments,
    list: async (query, until) => {
      const told = await berth.listDeployments({ query }, { signal: until });
      return { items: told.deployments.map(toDeploymentRow), next: told.next_cursor };
    },
    row: (resource) => toDeploymentRow(resource as Parameters<typeof toDeploymentRow>[0]),
  } satisfies Kind<DeploymentRow>,
  Cluster: {
    collection: new Collection<ClusterRow>(),
    shown: clusters,
    list: async (query, until) => {
      const told = await berth.listClusters({ query }, { signal: until });
      return { items: told.clusters, next: told.next_cursor };
    },
    row: (resource) => resource as ClusterRow,
  } satisfies Kind<ClusterRow>,
  DatabaseInstance: {
    collection: new Collection<DatabaseRow>(),
    shown: databases,
    list: async (query, until) => {
      const told = await berth.listDatabases({ query }, { signal: until });
      return { items: told.databases, next: told.next_cursor };
    },
    row: (resource) => resource as DatabaseRow,
  } satisfies Kind<DatabaseRow>,
} as const;
