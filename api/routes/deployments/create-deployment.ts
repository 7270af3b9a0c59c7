import type { StoredResource } from "../../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../../contract/errors.ts";
import { deploymentSpec, type DeploymentSpec } from "../../../contract/resources/deployment-spec.ts";
import type { createDeployment, DeploymentCreate } from "../../../contract/rest/deployments.ts";
import { fromRest } from "../../../contract/rest-case.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Answer, Context, Handler } from "../../http/context.ts";
import { assertMayGiveRights } from "../../deployments/assert-may-give-rights.ts";
import { planCreation, wantedDeployment } from "../../deployments/new-deployment.ts";
import { clusterWarnings, ingressWarnings } from "../../deployments/plan-warnings.ts";
import { assertDeliverable } from "../../deployments/assert-deliverable.ts";
import { assertPublicPorts } from "../../deployments/assert-public-ports.ts";
import { assertBackupsAvailable } from "../../resources/assert-backups.ts";
import { clusterContext, onCluster } from "../../resources/cluster-owners.ts";
import { createResource, type Wanted } from "../../resources/create-resource.ts";
import { loadResource } from "../../resources/load-resource.ts";
import { quotaWarnings } from "../../resources/quotas.ts";
import { writtenAnswer } from "../../resources/written-answer.ts";

/** Creates a deployment on a cluster of one of the caller's organizations. */
export const handle: Handler<typeof createDeployment> = async (context, { body, query }) => {
  const cluster = await loadResource(context, "Cluster", body.cluster_id);
  if (typeof body.organization_id === "string" && body.organization_id !== cluster.organizationId)
    throw new BerthError("not_found");
  assertMayGiveRights(context, cluster.organizationId, [body]);
  const wanted = wantedDeployment(context, {
    cluster,
    owners: {
      organizationId: cluster.organizationId,
      userId: assertUser(context.principal).userId,
      ...onCluster(cluster),
    },
    name: body.name,
    spec: fromRest(deploymentSpec, body) as Partial<DeploymentSpec>,
    check: () => check(context, body, cluster),
  });
  const ways = ingressWarnings(cluster, body.app_type === "helm");
  if (query.dry_run === true) return dryRun(context, wanted, { cluster, ways });
  const object = await createResource(context, wanted);
  const written = { kind: "Deployment", object, owners: wanted.owners, waitFor: query.wait_for } as const;
  return writtenAnswer(context, written, query.wait);
};

async function dryRun(
  context: Context,
  wanted: Wanted,
  { cluster, ways }: Readonly<{ cluster: StoredResource; ways: readonly string[] }>,
): Promise<Answer> {
  const { organizationId: ownerId } = cluster;
  const quota = await quotaWarnings(context, { quota: "deployments", kind: "Deployment", ownerId });
  const warnings = [...clusterWarnings(cluster), ...ways, ...quota];
  const { body, plan } = await planCreation(context, wanted, { cluster, warnings });
  return { status: 200, body: { ...body, plan } };
}

async function check(context: Context, body: DeploymentCreate, cluster: StoredResource): Promise<void> {
  if (cluster.status === "deleting") throw new BerthError("being_deleted");
  await assertBackupsAvailable(context, body.backups, cluster);
  const [spec, place] = [fromRest(deploymentSpec, body) as DeploymentSpec, clusterContext(cluster)];
  assertPublicPorts(spec, place);
  await assertDeliverable(context, spec, { cluster: place, namespace: cluster.namespace });
}
