import { RESOURCE_KINDS, type ResourceKind } from "../../contract/resources/all.ts";
import { backup } from "./backup/definition.ts";
import { cluster } from "./cluster/definition.ts";
import { database } from "./database/definition.ts";
import type { Kind } from "./kind.ts";
import { deployment } from "./deployment/definition.ts";
import type { Parts } from "./parts.ts";
import { upgrade } from "./upgrade/definition.ts";

/** Every kind that the operator reconciles: caches, queues, controllers and all upkeep follow from this list. */
export const KINDS = {
  Cluster: cluster,
  Deployment: deployment,
  DatabaseInstance: database,
  UpgradeRequest: upgrade,
  DatabaseBackup: backup,
} as const satisfies Record<ResourceKind, Kind>;

/** The controllers of all kinds. */
export type Controllers = Readonly<{
  [K in ResourceKind]: ReturnType<(typeof KINDS)[K]["createController"]>;
}>;

/** Makes a record of something of every kind, by the name of its collection. */
export function byCollection<T>(of: (kind: Kind) => T): Record<Kind["collection"], T> {
  const all: readonly Kind[] = Object.values(KINDS);
  return Object.fromEntries(all.map((kind) => [kind.collection, of(kind)])) as Record<Kind["collection"], T>;
}

/** Puts the controllers of all kinds together. */
export function createControllers(parts: Parts): Controllers {
  const create = (kind: ResourceKind): unknown => KINDS[kind].createController(parts);
  return Object.fromEntries(RESOURCE_KINDS.map((kind) => [kind, create(kind)])) as Controllers;
}
