import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../contract/errors.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import type { DeploymentUpdate } from "../../contract/rest/deployments.ts";
import { sleepAt } from "../../contract/sleep.ts";
import type { Context } from "../http/context.ts";
import type { PatchOperation } from "../resources/json-patch.ts";
import { readVersion } from "./read-spec.ts";

/** What a change of the schedule changes beside it, and the generation that this was decided by. */
type SleepSwitch = Readonly<{ operations: readonly PatchOperation[]; basedOn?: string }>;

const NOTHING: SleepSwitch = { operations: [] };

/**
 * Decides what becomes of stopped where a schedule comes or goes. It reads the object itself: what was said by hand a moment
 * ago stands there, and in the row only once the pods have followed.
 */
export async function switchSleep(
  context: Context,
  row: StoredResource,
  { sleep }: DeploymentUpdate,
  generation: string | undefined,
): Promise<SleepSwitch> {
  if (sleep === undefined) return NOTHING;
  const { spec, generation: basedOn } = await readVersion(context, row);
  if (generation !== undefined && generation !== basedOn) throw new BerthError("precondition_failed");
  return { operations: operationsOf(spec, sleep !== null, Date.now()), basedOn };
}

/** What is stopped by hand stays so at first when a schedule comes, and what a schedule let run goes on when that goes. */
function operationsOf(spec: DeploymentSpec, isToSleep: boolean, nowMs: number): PatchOperation[] {
  if ((spec.sleep !== undefined) === isToSleep || spec.stopped !== true) return [];
  if (isToSleep) return [{ op: "add", path: "/spec/switchedAt", value: new Date(nowMs).toISOString() }];
  return sleepAt(spec, nowMs)?.isDown === false ? [{ op: "add", path: "/spec/stopped", value: false }] : [];
}
