import { BerthError } from "../../contract/errors.ts";
import { canUse } from "../../contract/resources/deployment-members.ts";
import type { FlagQuery } from "../../contract/rest/operation.ts";
import type { Answer, Context } from "../http/context.ts";
import type { PatchOperation } from "../resources/json-patch.ts";
import { changeDeployment, loadTarget, type Target } from "./change-deployment.ts";
import { readSpec } from "./read-spec.ts";

/** What an action sets, and what stands against it. */
type DeploymentAction = Readonly<{
  member: "stopped" | "restartedAt" | "syncRequestedAt" | "certificateRequestedAt";
  value: () => unknown;
  /** The generation that it was derived from. */
  basedOn?: string;
  /** Returns why it cannot be done now. */
  refusal?: (target: Target) => string | undefined;
  warnings?: (target: Target) => readonly string[];
  /** Whether it takes over a staged import. */
  takesOver?: true;
}>;

type Request = Readonly<{ path: Readonly<{ deployment_id: string }>; query: FlagQuery }>;

/** Does one of the actions that are a member of the spec. */
export async function actOnDeployment(
  context: Context,
  { path, query }: Request,
  action: DeploymentAction,
): Promise<Answer> {
  const target = await loadTarget(context, path.deployment_id);
  const why = action.refusal?.(target);
  if (why !== undefined) throw new BerthError("conflict", { publicMessage: why });
  const value = action.value();
  const operations: PatchOperation[] = [
    { op: "add", path: `/spec/${action.member}`, value },
    ...(action.member === "stopped" ? await switchedNow(context, target, value) : []),
  ];
  return changeDeployment(context, target, {
    operations,
    members: [action.member],
    basedOn: action.basedOn,
    ...(action.warnings && { warnings: action.warnings(target) }),
    ...(action.takesOver && isStagedRow(target) && { firstSync: true }),
    dryRun: query.dry_run,
    wait: query,
  });
}

/**
 * What is said by hand counts from now on, also where a schedule has just come, which the row does not show yet; what it is
 * already, without a schedule, is not said anew.
 */
async function switchedNow(context: Context, { row }: Target, isToStop: unknown): Promise<PatchOperation[]> {
  const { appType, sleep, stopped = false } = await readSpec(context, row);
  if (!canUse(appType, "switchedAt") || (sleep === undefined && stopped === isToStop)) return [];
  return [{ op: "add", path: "/spec/switchedAt", value: new Date().toISOString() }];
}

function isStagedRow({ row }: Target): boolean {
  return row.body["is_staged"] === true;
}

/** Says why a workload that is not taken over yet cannot be acted on. */
export function refuseStaged(target: Target): string | undefined {
  return isStagedRow(target) ? "It was imported and not taken over yet: sync it first." : undefined;
}

/** Says why a chart cannot be stopped or restarted: nothing in it is known to be ours to change. */
export function refuseHelm({ row }: Target): string | undefined {
  return row.body["app_type"] === "helm"
    ? "A Helm chart is stopped, started and restarted by its own values; change custom_values_yaml."
    : undefined;
}

/** Says why what runs only when it is asked for cannot be stopped or started. */
export function refuseJob({ row }: Target): string | undefined {
  return row.body["app_type"] === "job"
    ? "A job runs only when it is asked for: there is nothing to stop; cancel a run of it."
    : undefined;
}
