import { findRow, type StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../contract/errors.ts";
import type { Context } from "../http/context.ts";

/** Finds the cluster that something lives on. */
export async function findClusterOf({ services }: Context, { clusterId }: StoredResource): Promise<StoredResource> {
  const cluster = await findRow(services.pool, "Cluster", clusterId ?? "");
  if (cluster === undefined) throw new BerthError("cluster_unreachable");
  return cluster;
}
