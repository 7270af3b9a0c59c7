import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import { DEPLOYMENTS } from "../../../adapters/kubernetes/resource-types.ts";
import { findRow, type ResourceRow } from "../../../adapters/postgres/resource-rows.ts";
import { BerthError } from "../../../contract/errors.ts";
import { deploymentResource } from "../../../contract/resources/deployment.ts";
import {
  deploymentSpec,
  deploymentUpdatable,
  type DeploymentSpec,
} from "../../../contract/resources/deployment-spec.ts";
import type { DeploymentUpdate, updateDeployment } from "../../../contract/rest/deployments.ts";
import { fromRest } from "../../../contract/rest-case.ts";
import type { Answer, Context, Handler } from "../../http/context.ts";
import { planDeployment } from "../../deployments/plan-deployment.ts";
import { clusterWarnings } from "../../deployments/plan-warnings.ts";
import { assertRenderable } from "../../resources/assert-renderable.ts";
import { assertBackupsAvailable } from "../../resources/assert-backups.ts";
import { auditOf } from "../../resources/audit-of.ts";
import { ownersOf } from "../../resources/cluster-owners.ts";
import { valuesPath } from "../../resources/dry-run-plan.ts";
import { requestAnnotation, specOperations, type PatchOperation } from "../../resources/json-patch.ts";
import { translateKubeFault } from "../../resources/kube-faults.ts";
import { loadResource, wantedGeneration } from "../../resources/load-resource.ts";
import { patchResource, type Change } from "../../resources/patch-resource.ts";
import type { Owners } from "../../resources/projection-port.ts";
import { runWrite } from "../../resources/run-write.ts";
import { textOf } from "../../resources/resource-text.ts";
import { writtenAnswer } from "../../resources/written-answer.ts";

/** Changes the members of a deployment that were sent; all others stay, whoever set them. */
export const handle: Handler<typeof updateDeployment> = async (context, { path, query, body, headers }) => {
  const row = await loadResource(context, "Deployment", path.deployment_id);
  const cluster = await findRow(context.services.pool, "Cluster", row.clusterId ?? "");
  if (row.status === "deleting") throw new BerthError("being_deleted");
  const generation = wantedGeneration(row, headers["if-match"]);
  await assertBackups(context, body, { row, cluster });
  const owners = ownersOf(row, cluster);
  if (owners.cluster !== undefined) assertRenderable(mergedSpec(row, body), owners.cluster);
  const change: Change = {
    type: DEPLOYMENTS,
    row,
    generation,
    operations: [...specOperations(deploymentUpdatable, body), ...releaseImages(body)],
    annotations: requestAnnotation(context.requestId),
    dryRun: query.dry_run === true,
  };
  if (change.dryRun) return dryRun(context, change, { row, cluster, owners });
  const object = await write(context, change, { row, owners, body });
  return writtenAnswer(context, { kind: "Deployment", object, owners }, query.wait);
};

const CHOOSE_IMAGES = [
  "docker_image",
  "image_update_strategy",
  "image_update_constraint",
  "image_allow_tags",
  "image_ignore_tags",
] as const;

/** Whoever says what is to run ends the hold of a rollback, also by saying the same again. */
function releaseImages(body: DeploymentUpdate): PatchOperation[] {
  if (CHOOSE_IMAGES.every((member) => body[member] === undefined)) return [];
  const path = "/spec/imageHold";
  return [
    { op: "add", path, value: null },
    { op: "remove", path },
  ];
}

async function assertBackups(
  { services }: Context,
  body: DeploymentUpdate,
  { row, cluster }: Readonly<{ row: ResourceRow; cluster: ResourceRow | undefined }>,
): Promise<void> {
  if (body.backups === undefined || body.backups === null || cluster === undefined) return;
  const organization = await services.identity.findOrganization(row.organizationId);
  assertBackupsAvailable(body.backups, cluster, organization?.featureFlags);
}

/** Derives the spec as it would be, from what the row shows: every member of the spec is in the body. */
function mergedSpec(row: ResourceRow, body: DeploymentUpdate): DeploymentSpec {
  return fromRest(deploymentSpec, { ...row.body, ...body }) as DeploymentSpec;
}

type Target = Readonly<{ row: ResourceRow; owners: Owners }>;

async function write(
  context: Context,
  change: Change,
  { row, owners, body }: Target & Readonly<{ body: DeploymentUpdate }>,
): Promise<KubeObject> {
  const held = (name: string): NonNullable<Parameters<typeof runWrite>[1]["shows"]> => ({
    clusterId: row.clusterId ?? "",
    kind: "Deployment",
    name,
    resourceId: row.id,
  });
  const isRenamed = typeof body.name === "string" && body.name !== row.displayName;
  const members = Object.keys(body);
  const written = await runWrite(context, {
    definition: deploymentResource,
    kind: "Deployment",
    owners,
    intent: {
      audit: auditOf(context, { kind: "Deployment", id: row.id, organizationId: row.organizationId, members }),
      generation: row.generation,
      ...(isRenamed && { reserve: held(body.name ?? "") }),
    },
    write: () => patchResource(context, change),
    ...(isRenamed && { shows: held(body.name ?? "") }),
  });
  if (written === undefined) throw new BerthError("not_found");
  return written;
}

async function dryRun(
  context: Context,
  change: Change,
  { row, cluster, owners }: Target & Readonly<{ cluster: ResourceRow | undefined }>,
): Promise<Answer> {
  const object = await patchResource(context, change).catch((error: unknown) => {
    throw translateKubeFault(error, deploymentResource);
  });
  const would = context.services.projection.toRow("Deployment", object, owners);
  const body = JSON.parse(textOf("Deployment", would)) as Record<string, unknown>;
  const plan = planDeployment({
    path: cluster === undefined ? null : valuesPath(cluster, row),
    before: row.body,
    after: body,
    object,
    generation: row.generation,
    chartVersion: context.services.chartVersion,
    warnings: clusterWarnings(cluster),
  });
  return { body: { ...body, plan } };
}
