import { CLUSTERS } from "../../adapters/kubernetes/resource-types.ts";
import type { DnsMaker } from "../../contract/names-settings.ts";
import { clusterResource, mayLeaveCloudToBundle, type ClusterSpec } from "../../contract/resources/cluster.ts";
import type { FlagQuery } from "../../contract/rest/operation.ts";
import type { Answer, Context } from "../http/context.ts";
import { createResource, rehearseCreate, type Wanted } from "../resources/create-resource.ts";
import { planCluster } from "../resources/dry-run-plan.ts";
import { writtenAnswer } from "../resources/written-answer.ts";
import { newRouting } from "./new-routing.ts";

/** A cluster to be made, whether by a provider or by an import. */
export type NewCluster = Readonly<{
  owner: Readonly<{ organizationId: string; slug: string; userId: string }>;
  name: string;
  warnings: readonly string[];
}> &
  Pick<Wanted, "spec" | "needsPayment" | "check" | "prepare" | "undo">;

/** Makes a cluster or says what it would be; its name is metadata.name and stays taken until a deleted one is gone. */
export async function makeCluster(context: Context, made: NewCluster, query: FlagQuery): Promise<Answer> {
  const { owner, name, warnings, ...judged } = made;
  const { dns, clusterRouting, cloudComponents } = context.services.config;
  const spec = {
    ...namesOf(made.spec, dns),
    ...newRouting(made.spec, clusterRouting),
    ...(mayLeaveCloudToBundle(made.spec) ? { cloudComponents } : {}),
    ...made.spec,
  };
  const owners = { organizationId: owner.organizationId, userId: owner.userId };
  const wanted: Wanted = {
    definition: clusterResource,
    kind: "Cluster",
    type: CLUSTERS,
    organization: owner,
    owners,
    nameOf: () => name,
    // Hosts are the platform's own: they are nobody's places.
    ...(made.spec["role"] === undefined && { quota: "clusters" }),
    ...judged,
    spec,
  };
  if (query.dry_run === true) {
    const { body, monthlyCost } = await rehearseCreate(context, wanted);
    return { status: 200, body: { ...body, plan: planCluster(warnings, monthlyCost) } };
  }
  const object = await createResource(context, wanted);
  return writtenAnswer(context, { kind: "Cluster", object, owners }, query.wait);
}

/** Where records are made by themselves a cluster has names of its own; elsewhere one record of people's serves as long as there is one cluster. */
function namesOf({ role }: NewCluster["spec"], dns: DnsMaker): Pick<ClusterSpec, "namesUnder"> {
  return dns === "external-dns" && role === undefined ? { namesUnder: "cluster" } : {};
}
