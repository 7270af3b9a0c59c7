import type { z } from "zod";
import { clusterResource } from "./cluster.ts";
import { backupResource } from "./database-backup.ts";
import { databaseResource } from "./database-instance.ts";
import type { ResourceDefinition } from "./definition.ts";
import { deploymentResource } from "./deployment.ts";
import { upgradeResource } from "./upgrade-request.ts";

const ALL = [clusterResource, deploymentResource, databaseResource, upgradeResource, backupResource] as const;

type Definition = (typeof ALL)[number];
export type ResourceKind = Definition["kind"];
/** What our own parts call all objects of a kind. */
export type Collection = Definition["collection"];
type Named<Kind extends ResourceKind> = Extract<Definition, { kind: Kind }>;
export type CollectionOf<Kind extends ResourceKind> = Named<Kind>["collection"];
export type SpecOf<Kind extends ResourceKind> = z.infer<Named<Kind>["spec"]>;
export type StatusOf<Kind extends ResourceKind> = z.infer<Named<Kind>["status"]>;

/** Lists every custom resource, in the order in which docs and charts show them: the only list of kinds. */
export const RESOURCES: readonly ResourceDefinition<ResourceKind, Collection>[] = ALL;

/** Lists the kinds. */
export const RESOURCE_KINDS: readonly ResourceKind[] = RESOURCES.map(({ kind }) => kind);

/** Makes a record of all kinds. */
export function byKind<T>(
  make: (resource: ResourceDefinition<ResourceKind, Collection>) => T,
): Record<ResourceKind, T> {
  return Object.fromEntries(RESOURCES.map((resource) => [resource.kind, make(resource)])) as Record<ResourceKind, T>;
}
