import type { Context } from "../http/context.ts";
import type { Plan } from "../resources/dry-run-plan.ts";
import { refuseTooCostly } from "../resources/text-work.ts";
import { planDeletion, planDeployment, type PlannedChange, type PlannedDeletion } from "./plan-deployment.ts";
import { backupWarnings, type Body } from "./plan-warnings.ts";

/** Values below it are read and compared in some milliseconds. */
const SMALL_MAX = 16_384;

/** Makes the plan of a creation or a change; of much text where no other request waits. */
export function planChange(context: Context, planned: PlannedChange): Promise<Plan> {
  const { keepsBackups } = context.services.config;
  const change = { ...planned, warnings: [...planned.warnings, ...backupWarnings(planned.after, keepsBackups)] };
  const isSmall = sizeOf(change.before) + sizeOf(change.comparedWith) + sizeOf(change.after) <= SMALL_MAX;
  const { namespace = "" } = change.object.metadata;
  return isSmall
    ? Promise.resolve(planDeployment(change))
    : planElsewhere(context, "planDeployment", change, namespace);
}

/** Makes the plan of a deletion; of much text where no other request waits. */
export function planRemoval(context: Context, removal: PlannedDeletion, namespace: string): Promise<Plan> {
  const isSmall = sizeOf(removal.before) <= SMALL_MAX;
  return isSmall ? Promise.resolve(planDeletion(removal)) : planElsewhere(context, "planDeletion", removal, namespace);
}

function planElsewhere(
  { services }: Context,
  task: "planDeployment" | "planDeletion",
  asked: PlannedChange | PlannedDeletion,
  namespace: string,
): Promise<Plan> {
  return services.textWork.run<Plan>(task, asked, namespace).catch((error: unknown) => {
    throw refuseTooCostly(["query", "dry_run"], error);
  });
}

function sizeOf(body: Body | undefined): number {
  const text = body?.["values_yaml"];
  return typeof text === "string" ? text.length : 0;
}
