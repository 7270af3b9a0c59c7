import { UPGRADE_REQUESTS } from "../../adapters/kubernetes/resource-types.ts";
import { findRow, type StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../contract/errors.ts";
import {
  UPGRADE_PHASES,
  UPGRADE_TRAITS,
  upgradeResource,
  type UpgradeSpec,
} from "../../contract/resources/upgrade-request.ts";
import type { FlagQuery } from "../../contract/rest/operation.ts";
import type { Answer, Context } from "../http/context.ts";
import { ValidationFault } from "../http/validation-fault.ts";
import { actOnResource } from "../resources/act-on-resource.ts";
import { ownersOf } from "../resources/cluster-owners.ts";
import type { PatchOperation } from "../resources/json-patch.ts";
import { absent, loadResource, roleIn } from "../resources/load-resource.ts";
import { writtenAnswer } from "../resources/written-answer.ts";

/** Statuses in which an upgrade has not begun, and its date can be moved. */
export const NOT_BEGUN: readonly string[] = UPGRADE_PHASES.filter((phase) => UPGRADE_TRAITS[phase].waits);

/** What is set in an upgrade request, and in which statuses that can be. */
type UpgradeWish = Readonly<{
  operations: readonly PatchOperation[];
  members: readonly (keyof UpgradeSpec)[];
  from: readonly string[];
}>;

/** Loads an upgrade request; platform admins find those of any organization. */
export async function loadAnyUpgrade(context: Context, id: string): Promise<StoredResource> {
  const { principal, services } = context;
  if (principal.kind !== "user" || !principal.isPlatformAdmin) return loadResource(context, "UpgradeRequest", id);
  const row = await findRow(services.pool, "UpgradeRequest", id);
  if (row === undefined || row.hidden) throw absent("UpgradeRequest");
  return roleIn(context, row.organizationId) === undefined ? row : loadResource(context, "UpgradeRequest", id);
}

/** Changes an upgrade request; of two people who decide at once one wins, the other is told. */
export async function actOnUpgrade(
  context: Context,
  row: StoredResource,
  { operations, members, from }: UpgradeWish,
  query: FlagQuery,
): Promise<Answer> {
  // A repetition finishes what was begun, whatever the request has become since.
  if (context.repeat?.abandoned === undefined) assertStatus(row, from);
  const cluster = await findRow(context.services.pool, "Cluster", row.clusterId ?? "");
  const owners = ownersOf(row, cluster);
  const { generation } = row;
  const act = { definition: upgradeResource, kind: "UpgradeRequest", type: UPGRADE_REQUESTS, row, owners } as const;
  const object = await actOnResource(context, { ...act, operations, members, generation }).catch((error: unknown) => {
    throw isOvertaken(error) ? overtaken(error) : error;
  });
  return writtenAnswer(context, { kind: "UpgradeRequest", object, owners }, query.wait);
}

function assertStatus({ status }: StoredResource, from: readonly string[]): void {
  if (status === "deleting") throw new BerthError("being_deleted");
  if (from.includes(status)) return;
  const publicMessage = `The upgrade request is ${status}; this can only be done while it is ${from.join(" or ")}.`;
  throw new BerthError("conflict", { publicMessage });
}

/** The resource's own rule is what holds when two decide before the operator has seen the first. */
function isOvertaken(error: unknown): boolean {
  return error instanceof ValidationFault || (error instanceof BerthError && error.code === "precondition_failed");
}

function overtaken(cause: unknown): BerthError {
  const publicMessage = "It was decided on, or changed, at the same moment; read it first.";
  return new BerthError("conflict", { cause, publicMessage });
}
