import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { idOf } from "../../resources/adoption.ts";
import { findById } from "../../resources/find-by-id.ts";
import { clusterKeyOf, type DatabaseObject } from "../../resources/objects.ts";
import { databaseHandle } from "../../resources/handles.ts";
import type { DatabaseContext } from "./context.ts";
import type { EngineServer } from "./server-status.ts";

/** Finds the servers that a replica follows; undefined for what follows nothing. */
export function leaderOf(context: DatabaseContext, { metadata, spec }: DatabaseObject): EngineServer | undefined {
  const id = spec.promoted === true ? undefined : spec.replicationSourceId;
  if (id === undefined) return undefined;
  const source = findById(context.caches.databases, metadata.namespace, id);
  const client = source && clientOf(context, source);
  return source === undefined || client === undefined ? undefined : { client, namespace: databaseHandle(source) };
}

function clientOf({ caches, tenants }: DatabaseContext, object: DatabaseObject): KubeClient | undefined {
  const handle = caches.clusters.get(clusterKeyOf(object))?.status?.handle;
  return handle === undefined ? undefined : tenants.client(handle);
}

/** Lists the databases that follow this one. */
export function followersOf({ caches }: DatabaseContext, object: DatabaseObject): readonly DatabaseObject[] {
  return caches.databases
    .byIndex("source", idOf(object))
    .filter(
      ({ metadata }) => metadata.namespace === object.metadata.namespace && metadata.deletionTimestamp === undefined,
    );
}
