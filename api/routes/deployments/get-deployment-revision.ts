import { findRevision, listRevisions, type RevisionRow } from "../../../adapters/postgres/resources/revision-reads.ts";
import { findRow } from "../../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { getDeploymentRevision, RevisionDetailResponse } from "../../../contract/rest/deployment-revisions.ts";
import { revisionBody, revisionValues } from "../../deployments/revision-body.ts";
import type { Context, Handler } from "../../http/context.ts";
import { taggedText } from "../../http/etag.ts";
import { refusedValue } from "../../http/refused-value.ts";
import { ownersOf } from "../../resources/cluster-owners.ts";
import { valuesPath } from "../../resources/dry-run-plan.ts";
import { loadResource } from "../../resources/load-resource.ts";
import { unifiedDiff } from "../../resources/unified-diff.ts";

/** Reads a revision with what it changed. */
export const handle: Handler<typeof getDeploymentRevision> = async (context, { path, query }) => {
  const row = await loadResource(context, "Deployment", path.deployment_id);
  const { pool } = context.services;
  const number = /^[1-9][0-9]{0,8}$/.test(path.revision) ? Number(path.revision) : 0;
  const revision = await findRevision(pool, row.id, number);
  if (revision === undefined) throw new BerthError("not_found");
  const other = await findOther(context, row.id, { revision, compareTo: query.compare_to });
  const cluster = await findRow(pool, "Cluster", row.clusterId ?? "");
  const target = { row, cluster, owners: ownersOf(row, cluster) };
  const values = await revisionValues(context, target, revision.spec);
  const before = other === undefined ? "" : ((await revisionValues(context, target, other.spec)) ?? "");
  const file = cluster === undefined ? "values.yaml" : valuesPath(cluster, row);
  const body: RevisionDetailResponse = {
    ...revisionBody(revision),
    values_yaml: values,
    compared_to: other?.revision ?? null,
    values_diff: unifiedDiff(file, before, values ?? ""),
  };
  return taggedText(revision.revision, body);
};

async function findOther(
  { services }: Context,
  id: string,
  { revision, compareTo }: Readonly<{ revision: RevisionRow; compareTo: number | undefined }>,
): Promise<RevisionRow | undefined> {
  if (compareTo === undefined)
    return (await listRevisions(services.pool, id, { limit: 1, before: revision.revision }))[0];
  const other = await findRevision(services.pool, id, compareTo);
  if (other === undefined) throw refusedValue(["query", "compare_to"], "there is no such revision any more");
  return other;
}
