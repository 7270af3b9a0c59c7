import { findLatestPreflight } from "../../../adapters/postgres/resources/upgrade-reads.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { getClusterPreflight } from "../../../contract/rest/upgrades.ts";
import type { Handler } from "../../http/context.ts";
import { loadResource } from "../../resources/load-resource.ts";

/** Reads the newest preflight of a cluster. */
export const handle: Handler<typeof getClusterPreflight> = async (context, { path }) => {
  const row = await loadResource(context, "Cluster", path.cluster_id);
  const found = await findLatestPreflight(context.services.pool, row.id);
  if (found === undefined) throw new BerthError("not_found");
  const findings = (found.preflight["findings"] ?? []) as readonly Readonly<{ severity: string }>[];
  const ok = findings.every(({ severity }) => severity !== "error");
  return { body: { upgrade_id: found.id, to_version: found.toVersion, ok, ...found.preflight } };
};
