import { findRow, type StoredResource } from "../../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../../contract/errors.ts";
import { deploymentUpdatable, isJob, type DeploymentSpec } from "../../../contract/resources/deployment-spec.ts";
import type { createDeploymentPreview } from "../../../contract/rest/deployment-previews.ts";
import { fromRest } from "../../../contract/rest-case.ts";
import { z } from "zod";
import { assertDeliverable } from "../../deployments/assert-deliverable.ts";
import { derivePreview, endsAt } from "../../deployments/derive-preview.ts";
import {
  assertDatabaseRoom,
  databaseWarnings,
  wantedDatabaseOf,
  withDatabase,
  withDatabaseCost,
  type WantedDatabase,
} from "../../deployments/preview-database.ts";
import { planCreation, wantedDeployment } from "../../deployments/new-deployment.ts";
import { clusterWarnings, volumeWarnings } from "../../deployments/plan-warnings.ts";
import { readSpec } from "../../deployments/read-spec.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Answer, Context, Handler } from "../../http/context.ts";
import { refusal } from "../../http/refusal.ts";
import { clusterContext, onCluster } from "../../resources/cluster-owners.ts";
import { createResource, type Wanted } from "../../resources/create-resource.ts";
import { loadResource } from "../../resources/load-resource.ts";
import { quotaWarnings } from "../../resources/quotas.ts";
import { writtenAnswer } from "../../resources/written-answer.ts";

const variables = z.strictObject({ environmentVariables: deploymentUpdatable.environmentVariables });

/** Makes a preview of a deployment: one beside it, for a time; all else is the operator's. */
export const handle: Handler<typeof createDeploymentPreview> = async (context, { path, query, body }) => {
  const source = await loadResource(context, "Deployment", path.deployment_id);
  if (source.status === "deleting") throw new BerthError("being_deleted");
  const stored = await readSpec(context, source);
  assertShowable(stored);
  const cluster = await findRow(context.services.pool, "Cluster", source.clusterId ?? "");
  if (cluster === undefined) throw refusal("Its cluster is gone.");
  const given = fromRest(variables, { environment_variables: body.environment_variables }) as Partial<DeploymentSpec>;
  const database = await wantedDatabaseOf(context, { source, cluster }, body);
  const derived = derivePreview(stored, { dockerImage: body.image, variables: given.environmentVariables ?? [] });
  const preview = { sourceId: source.id, expiresAt: endsAt(body.ttl), ...(database && { database: database.spec }) };
  const spec = { ...withDatabase(derived, database), preview };
  const wanted = wantedOf(context, { cluster, name: body.name, spec, database });
  if (query.dry_run === true) return dryRun(context, { source, cluster, wanted, spec, database });
  const object = await createResource(context, wanted);
  const written = { kind: "Deployment", object, owners: wanted.owners, waitFor: query.wait_for } as const;
  return writtenAnswer(context, written, query.wait);
};

function assertShowable(spec: DeploymentSpec): void {
  if (spec.preview !== undefined) throw refusal("It is a preview itself; make one of what it is a preview of.");
  if (spec.appType === "helm" || spec.appType === "database" || isJob(spec))
    throw refusal(`A preview answers at an address of its own; app_type ${spec.appType} has none.`);
  if (spec.adoption !== undefined)
    throw refusal(
      "A workload that was taken over belongs to its namespace and has no previews; make a deployment of it.",
    );
}

type Made = Readonly<{
  cluster: StoredResource;
  name: string;
  spec: Partial<DeploymentSpec>;
  database: WantedDatabase | undefined;
}>;

function wantedOf(context: Context, { cluster, name, spec, database }: Made): Wanted {
  const { userId } = assertUser(context.principal);
  return wantedDeployment(context, {
    cluster,
    owners: { organizationId: cluster.organizationId, userId, ...onCluster(cluster) },
    name,
    spec,
    check: async () => {
      if (cluster.status === "deleting") throw new BerthError("being_deleted");
      if (database !== undefined) await assertDatabaseRoom(context, cluster.organizationId);
      const wanted = { ...spec, name, cluster: cluster.objectName } as DeploymentSpec;
      await assertDeliverable(context, wanted, { cluster: clusterContext(cluster), namespace: cluster.namespace });
    },
  });
}

type Planned = Readonly<{
  source: StoredResource;
  cluster: StoredResource;
  wanted: Wanted;
  spec: Partial<DeploymentSpec>;
  database: WantedDatabase | undefined;
}>;

async function dryRun(context: Context, { source, cluster, wanted, spec, database }: Planned): Promise<Answer> {
  const { organizationId: ownerId } = cluster;
  const quota = await quotaWarnings(context, { quota: "deployments", kind: "Deployment", ownerId });
  const data = volumeWarnings(spec, "Its volumes begin empty, and go with it.");
  const own = await databaseWarnings(context, ownerId, database);
  const warnings = [...data, ...own, ...clusterWarnings(cluster), ...quota];
  const { body, plan, monthlyCost } = await planCreation(context, wanted, {
    cluster,
    comparedWith: source.body,
    warnings,
  });
  const { owners } = wanted;
  const cost = await withDatabaseCost(context, { cost: monthlyCost, owners, wanted: database });
  return { status: 200, body: { ...body, plan: { ...plan, monthly_cost: cost } } };
}
