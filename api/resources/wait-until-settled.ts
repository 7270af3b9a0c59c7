import { findProgress } from "../../adapters/postgres/resources/resource-rows.ts";
import type { Context } from "../http/context.ts";

/** What is waited for: a generation that was written, or the end of a deleted resource. */
type Settling = Readonly<{ kind: string; id: string; generation: bigint | "deleted" }>;

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

async function isThere({ services }: Context, { kind, id, generation }: Settling): Promise<boolean> {
  const progress = await findProgress(services.pool, kind, id);
  if (progress === "gone") return true;
  return generation !== "deleted" && progress.settled && BigInt(progress.generation) >= generation;
}
