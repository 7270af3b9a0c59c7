import { findRevision } from "../../../adapters/postgres/resources/revision-reads.ts";
import { deploymentSpec, type DeploymentSpec } from "../../../contract/resources/deployment-spec.ts";
import { fromRest } from "../../../contract/rest-case.ts";
import type { rollbackDeployment } from "../../../contract/rest/deployment-revisions.ts";
import { assertMayGiveRights } from "../../deployments/assert-may-give-rights.ts";
import { changeDeployment, loadTarget, type Target } from "../../deployments/change-deployment.ts";
import { deriveRollback, rollbackOperations } from "../../deployments/derive-rollback.ts";
import type { Context, Handler } from "../../http/context.ts";
import { refusedValue } from "../../http/refused-value.ts";
import { assertBackupsAvailable } from "../../resources/assert-backups.ts";
import { assertDeliverable } from "../../deployments/assert-deliverable.ts";
import { assertPublicPorts } from "../../deployments/assert-public-ports.ts";

/** Returns a deployment to an earlier revision, by a new one. */
export const handle: Handler<typeof rollbackDeployment> = async (context, { path, query, body }) => {
  const target = await loadTarget(context, path.deployment_id);
  const { row } = target;
  assertMayGiveRights(context, row.organizationId, [row.body]);
  const revision = await findRevision(context.services.pool, row.id, body.revision);
  if (revision === undefined) throw refusedValue(["body", "revision"], "there is no such revision any more");
  const now = fromRest(deploymentSpec, row.body) as DeploymentSpec;
  const earlier = revision.spec as unknown as DeploymentSpec;
  const wanted = deriveRollback(earlier, now);
  await assertStillThere(context, target, { ...earlier, ...wanted });
  const automated = wanted.imageHold === undefined ? [] : ["Newer images wait until image updates are released."];
  return changeDeployment(context, target, {
    operations: rollbackOperations(wanted),
    members: ["revision"],
    newDomain: wanted.customDomain,
    warnings: automated,
    dryRun: query.dry_run,
    wait: query,
  });
};

/** What could be had then may not be had any more. */
async function assertStillThere(
  context: Context,
  { row, cluster, owners }: Target,
  spec: DeploymentSpec,
): Promise<void> {
  if (cluster === undefined || owners.cluster === undefined) return;
  await assertBackupsAvailable(context, spec.backups, cluster);
  assertPublicPorts(spec, owners.cluster, fromRest(deploymentSpec, row.body) as DeploymentSpec);
  await assertDeliverable(context, spec, { cluster: owners.cluster, namespace: row.namespace });
}
