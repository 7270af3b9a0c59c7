import { findRow, type StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../contract/errors.ts";
import type { Context } from "../http/context.ts";
import { ownersOf } from "../resources/cluster-owners.ts";
import { loadResource } from "../resources/load-resource.ts";
import type { Owners } from "../resources/projection-port.ts";

/** A database with its cluster. */
export type LoadedDatabase = Readonly<{ row: StoredResource; cluster: StoredResource | undefined; owners: Owners }>;

/** Loads a database, also one that is being deleted. */
export async function loadDatabase(context: Context, id: string): Promise<LoadedDatabase> {
  const row = await loadResource(context, "DatabaseInstance", id);
  const cluster = await findRow(context.services.pool, "Cluster", row.clusterId ?? "");
  return { row, cluster, owners: ownersOf(row, cluster) };
}

/** Loads a database that may still be changed. */
export async function loadLiveDatabase(context: Context, id: string): Promise<LoadedDatabase> {
  const loaded = await loadDatabase(context, id);
  if (loaded.row.status === "deleting") throw new BerthError("being_deleted");
  return loaded;
}
