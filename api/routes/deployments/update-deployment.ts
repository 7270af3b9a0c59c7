import type { StoredResource } from "../../../adapters/postgres/resources/resource-rows.ts";
import {
  deploymentSpec,
  deploymentUpdatable,
  type DeploymentSpec,
} from "../../../contract/resources/deployment-spec.ts";
import type { DeploymentUpdate, updateDeployment } from "../../../contract/rest/deployments.ts";
import { fromRest } from "../../../contract/rest-case.ts";
import { assertMayGiveRights } from "../../deployments/assert-may-give-rights.ts";
import { changeDeployment, loadTarget } from "../../deployments/change-deployment.ts";
import type { Handler } from "../../http/context.ts";
import { assertBackupsAvailable } from "../../resources/assert-backups.ts";
import { switchSleep } from "../../deployments/switch-sleep.ts";
import { assertDeliverable } from "../../deployments/assert-deliverable.ts";
import { assertPublicPorts } from "../../deployments/assert-public-ports.ts";
import { specOperations, type PatchOperation } from "../../resources/json-patch.ts";
import { wantedGeneration } from "../../resources/load-resource.ts";

/** Changes the members of a deployment that were sent; all others stay, whoever set them. */
export const handle: Handler<typeof updateDeployment> = async (context, { path, query, body, headers }) => {
  const target = await loadTarget(context, path.deployment_id);
  const { row, cluster, owners } = target;
  assertMayGiveRights(context, row.organizationId, [row.body, body]);
  const generation = wantedGeneration(row, headers["if-match"]);
  if (cluster !== undefined) await assertBackupsAvailable(context, body.backups, cluster);
  if (owners.cluster !== undefined) {
    const spec = mergedSpec(row, body);
    assertPublicPorts(spec, owners.cluster, mergedSpec(row, {}));
    await assertDeliverable(context, spec, { cluster: owners.cluster, namespace: row.namespace });
  }
  const isRenamed = typeof body.name === "string" && body.name !== row.displayName;
  const { operations, basedOn } = await switchSleep(context, row, body, generation);
  return changeDeployment(context, target, {
    operations: [...specOperations(deploymentUpdatable, body), ...releaseImages(body), ...operations],
    members: Object.keys(body),
    generation,
    basedOn,
    ...(isRenamed && { newName: body.name ?? "" }),
    newDomain: body.custom_domain ?? undefined,
    dryRun: query.dry_run,
    wait: query,
  });
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

/** Derives the spec as it would be, from what the row shows: every member of the spec is in the body. */
function mergedSpec(row: StoredResource, body: DeploymentUpdate): DeploymentSpec {
  return fromRest(deploymentSpec, { ...row.body, ...body }) as DeploymentSpec;
}
