import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { findRow, type ResourceRow } from "../../adapters/postgres/resource-rows.ts";
import { BerthError } from "../../contract/errors.ts";
import { ANNOTATIONS } from "../../contract/identity.ts";
import { deploymentResource } from "../../contract/resources/deployment.ts";
import type { Answer, Context } from "../http/context.ts";
import { auditOf } from "../resources/audit-of.ts";
import { ownersOf } from "../resources/cluster-owners.ts";
import { keptVolumeWarnings, planDeployment, valuesPath } from "../resources/dry-run-plan.ts";
import { requestAnnotation, type PatchOperation } from "../resources/json-patch.ts";
import { translateKubeFault } from "../resources/kube-faults.ts";
import { loadResource } from "../resources/load-resource.ts";
import { patchResource, type Change } from "../resources/patch-resource.ts";
import type { Owners } from "../resources/projection-port.ts";
import { runWrite } from "../resources/run-write.ts";
import { textOf } from "../resources/resource-text.ts";
import { writtenAnswer } from "../resources/written-answer.ts";

/** Is a deployment that is to be changed. */
export type Target = Readonly<{ row: ResourceRow; cluster: ResourceRow | undefined; owners: Owners }>;

/** Says what an action does to the spec. */
export type Wish = Readonly<{
  operations: readonly PatchOperation[];
  /** Names what is changed, for the audit log. */
  members: readonly string[];
  /** Refuses any other generation than this one. */
  generation?: string | undefined;
  warnings?: readonly string[];
  dryRun: boolean | undefined;
  waitSeconds: number | undefined;
}>;

/** Loads a deployment that may still be changed. */
export async function loadTarget(context: Context, id: string): Promise<Target> {
  const row = await loadResource(context, "Deployment", id);
  if (row.status === "deleting") throw new BerthError("being_deleted");
  const cluster = await findRow(context.services.pool, "Cluster", row.clusterId ?? "");
  return { row, cluster, owners: ownersOf(row, cluster) };
}

/** Changes a deployment by an action; an abandoned attempt of it is finished instead of repeated. */
export async function changeDeployment(context: Context, target: Target, wish: Wish): Promise<Answer> {
  const { row, owners } = target;
  const { abandoned, request: repeat } = context.repeat ?? {};
  const requestId = abandoned?.requestId ?? context.requestId;
  const change: Change = {
    type: DEPLOYMENTS,
    row,
    generation: wish.generation,
    operations: wish.operations,
    annotations: requestAnnotation(requestId),
    dryRun: wish.dryRun === true,
  };
  if (change.dryRun) return dryRun(context, change, { target, warnings: wish.warnings ?? [] });
  const { id, organizationId, generation } = row;
  const audit = auditOf(context, { kind: "Deployment", id, organizationId, members: wish.members });
  const object = await runWrite(context, {
    definition: deploymentResource,
    kind: "Deployment",
    owners,
    intent: {
      audit: { ...audit, requestId },
      generation: abandoned?.generation ?? generation,
      ...(repeat && { repeat }),
      isTakeOver: abandoned !== undefined,
    },
    write: async () => (await findDone(context, row)) ?? patchResource(context, change),
    answer: (written) => {
      const would = context.services.projection.toRow("Deployment", written, owners);
      return { status: context.operation.success.status, body: JSON.parse(textOf("Deployment", would)) as unknown };
    },
  });
  if (object === undefined) throw new BerthError("not_found");
  return writtenAnswer(context, { kind: "Deployment", object, owners }, wish.waitSeconds);
}

/** Finds what an abandoned attempt has done already, or what others did since; undefined when it is still to be done. */
async function findDone(context: Context, row: ResourceRow): Promise<KubeObject | undefined> {
  const abandoned = context.repeat?.abandoned;
  if (abandoned === undefined) return undefined;
  const ref = { namespace: row.namespace, name: row.objectName };
  const present = await context.services.kube.get(DEPLOYMENTS, ref);
  if (present?.metadata.uid !== row.uid) throw new BerthError("not_found");
  const isOurs = present.metadata.annotations?.[ANNOTATIONS.requestId] === abandoned.requestId;
  return isOurs || String(present.metadata.generation) !== abandoned.generation ? present : undefined;
}

async function dryRun(
  context: Context,
  change: Change,
  { target, warnings }: Readonly<{ target: Target; warnings: readonly string[] }>,
): Promise<Answer> {
  const { row, cluster, owners } = target;
  const object = await patchResource(context, change).catch((error: unknown) => {
    throw translateKubeFault(error, deploymentResource);
  });
  const would = context.services.projection.toRow("Deployment", object, owners);
  const body = JSON.parse(textOf("Deployment", would)) as Record<string, unknown>;
  const path = cluster === undefined ? null : valuesPath(cluster, row);
  const all = [...warnings, ...keptVolumeWarnings(row.body, body)];
  return { status: 200, body: { ...body, plan: planDeployment(path, row.body, body, all) } };
}
