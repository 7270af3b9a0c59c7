import { DEPLOYMENTS } from "../../../adapters/kubernetes/resource-types.ts";
import { type ResourceRow } from "../../../adapters/postgres/resource-rows.ts";
import { BerthError } from "../../../contract/errors.ts";
import { handledName } from "../../../contract/identity.ts";
import { deploymentResource } from "../../../contract/resources/deployment.ts";
import { deploymentSpec, type DeploymentSpec } from "../../../contract/resources/deployment-spec.ts";
import type { createDeployment, DeploymentCreate } from "../../../contract/rest/deployments.ts";
import { fromRest } from "../../../contract/rest-case.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Answer, Context, Handler } from "../../http/context.ts";
import { planDeployment } from "../../deployments/plan-deployment.ts";
import { clusterWarnings } from "../../deployments/plan-warnings.ts";
import { assertRenderable } from "../../resources/assert-renderable.ts";
import { assertBackupsAvailable } from "../../resources/assert-backups.ts";
import { clusterContext, onCluster } from "../../resources/cluster-owners.ts";
import { createResource, dryRunCreate, type Wanted } from "../../resources/create-resource.ts";
import { valuesPath } from "../../resources/dry-run-plan.ts";
import { loadResource } from "../../resources/load-resource.ts";
import { quotaWarnings } from "../../resources/quotas.ts";
import { textOf } from "../../resources/resource-text.ts";
import { writtenAnswer } from "../../resources/written-answer.ts";

/** Creates a deployment on a cluster of one of the caller's organizations. */
export const handle: Handler<typeof createDeployment> = async (context, { body, query }) => {
  const cluster = await loadResource(context, "Cluster", body.cluster_id);
  if (typeof body.organization_id === "string" && body.organization_id !== cluster.organizationId)
    throw new BerthError("not_found");
  const wanted = wantedDeployment(context, body, cluster);
  if (query.dry_run === true) return dryRun(context, wanted, cluster);
  const object = await createResource(context, wanted);
  return writtenAnswer(context, { kind: "Deployment", object, owners: wanted.owners }, query.wait);
};

async function dryRun(context: Context, wanted: Wanted, cluster: ResourceRow): Promise<Answer> {
  const object = await dryRunCreate(context, wanted);
  const row = context.services.projection.toRow("Deployment", object, wanted.owners);
  const would = JSON.parse(textOf("Deployment", row)) as Record<string, unknown>;
  const { organizationId: ownerId } = cluster;
  const quota = await quotaWarnings(context, { quota: "deployments", kind: "Deployment", ownerId });
  const plan = planDeployment({
    path: valuesPath(cluster, { id: row.id, objectName: object.metadata.name }),
    after: would,
    object,
    chartVersion: context.services.chartVersion,
    warnings: [...clusterWarnings(cluster), ...quota],
  });
  return { status: 200, body: { ...would, plan } };
}

function wantedDeployment(context: Context, body: DeploymentCreate, cluster: ResourceRow): Wanted {
  const user = assertUser(context.principal);
  const { organizationId } = cluster;
  const slug = user.memberships.find((one) => one.organizationId === organizationId)?.slug ?? "";
  const owners = { organizationId, userId: user.userId, ...onCluster(cluster) };
  const spec = fromRest(deploymentSpec, body) as Record<string, unknown>;
  return {
    definition: deploymentResource,
    kind: "Deployment",
    type: DEPLOYMENTS,
    organization: { organizationId, slug },
    owners,
    nameOf: (id) => handledName(body.name, id),
    spec: { ...spec, cluster: cluster.objectName },
    reserve: { clusterId: cluster.id, kind: "Deployment", name: body.name },
    quota: "deployments",
    check: () => check(context, body, cluster),
    answer: (object) => {
      const row = context.services.projection.toRow("Deployment", object, owners);
      return { status: 201, body: JSON.parse(textOf("Deployment", row)) as unknown };
    },
  };
}

async function check(context: Context, body: DeploymentCreate, cluster: ResourceRow): Promise<void> {
  const { services } = context;
  if (cluster.status === "deleting") throw new BerthError("being_deleted");
  const organization = await services.identity.findOrganization(cluster.organizationId);
  assertBackupsAvailable(body.backups, cluster, organization?.featureFlags);
  assertRenderable(fromRest(deploymentSpec, body) as DeploymentSpec, clusterContext(cluster));
}
