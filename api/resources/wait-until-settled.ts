import { findConditions, findProgress } from "../../adapters/postgres/resources/resource-rows.ts";
import type { WaitFor } from "../../contract/rest/operation.ts";
import type { Context } from "../http/context.ts";
import { isReachSettled } from "./is-reach-settled.ts";

/** What is waited for: a generation that was written, or the end of a deleted resource. */
type Settling = Readonly<{
  kind: string;
  id: string;
  generation: bigint | "deleted";
  waitFor?: WaitFor | undefined;
}>;

/** Waits until a resource has settled or is gone, the time is over, or the client has left: whichever is first. */
export async function waitUntilSettled(
  context: Context,
  resource: Settling,
  seconds: number | undefined,
): Promise<void> {
  const waitMs = Math.min(seconds ?? 0, context.services.config.waitMaxSeconds) * 1_000;
  if (waitMs === 0) return;
  const ends = AbortSignal.any([context.signalOfClient(), context.services.stopping, AbortSignal.timeout(waitMs)]);
  await context.services.changes.waitForChange(resource.id, () => isThere(context, resource), ends);
}

async function isThere({ services }: Context, { kind, id, generation, waitFor }: Settling): Promise<boolean> {
  const progress = await findProgress(services.pool, kind, id);
  if (progress === "gone") return true;
  if (generation === "deleted" || !progress.settled || BigInt(progress.generation) < generation) return false;
  if (waitFor !== "reachable") return true;
  const seen = await findConditions(services.pool, kind, id);
  return seen === undefined || isReachSettled(seen, generation);
}
