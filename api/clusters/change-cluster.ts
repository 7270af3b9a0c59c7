import { CLUSTERS } from "../../adapters/kubernetes/resource-types.ts";
import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../contract/errors.ts";
import { clusterResource, type ClusterSpec } from "../../contract/resources/cluster.ts";
import type { FlagQuery } from "../../contract/rest/operation.ts";
import type { Answer, Context } from "../http/context.ts";
import { actOnResource, rehearseAct, type Act } from "../resources/act-on-resource.ts";
import { planCluster } from "../resources/dry-run-plan.ts";
import type { PatchOperation } from "../resources/json-patch.ts";
import { loadResource, wantedGeneration } from "../resources/load-resource.ts";
import { writtenAnswer } from "../resources/written-answer.ts";

/** What is set in the spec of a cluster. */
type ClusterWish = Readonly<{
  row: StoredResource;
  spec: Partial<ClusterSpec>;
  /** The generation that it was derived from. */
  basedOn?: string;
  ifMatch?: string | undefined;
  query: FlagQuery;
  warnings?: readonly string[];
}>;

/** Loads a cluster that may still be changed. */
export async function loadCluster(context: Context, id: string): Promise<StoredResource> {
  const row = await loadResource(context, "Cluster", id);
  if (row.status === "deleting") throw new BerthError("being_deleted");
  return row;
}

/** Loads a cluster whose nodes are the platform's to change, in the version that the change is meant for. */
export async function loadManagedCluster(context: Context, id: string, ifMatch?: string): Promise<StoredResource> {
  const row = await loadCluster(context, id);
  if (row.body["tier"] === "shared") throw new BerthError("managed_on_host");
  if (row.body["is_imported"] === true) throw new BerthError("not_managed");
  wantedGeneration(row, ifMatch);
  return row;
}

/** Changes a cluster and answers it, or what it would be. */
export async function changeCluster(context: Context, wish: ClusterWish): Promise<Answer> {
  const { row, spec, basedOn, query } = wish;
  const members = Object.keys(spec);
  const owners = { organizationId: row.organizationId, userId: String(row.body["user_id"]) };
  const operations = Object.entries(spec).map(([member, value]): PatchOperation => {
    return { op: "add", path: `/spec/${member}`, value };
  });
  const act: Act = {
    definition: clusterResource,
    kind: "Cluster",
    type: CLUSTERS,
    row,
    owners,
    operations,
    members,
    generation: wantedGeneration(row, wish.ifMatch),
    basedOn,
  };
  if (query.dry_run === true) {
    const { body, monthlyCost } = await rehearseAct(context, act);
    return { status: 200, body: { ...body, plan: planCluster(wish.warnings ?? [], monthlyCost) } };
  }
  const object = await actOnResource(context, act);
  return writtenAnswer(context, { kind: "Cluster", object, owners }, query.wait);
}
