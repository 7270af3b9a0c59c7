import { findProgress } from "../../adapters/postgres/resource-rows.ts";
import type { Context } from "../http/context.ts";

/** Bounds how long a missed wake-up can go unnoticed. */
const LOOK_AGAIN_MS = 2_000;

/** Names what is waited for: a generation that was written, or the end of a deleted resource. */
type Settling = Readonly<{ kind: string; id: string; generation: string | number | "deleted" }>;

/** Waits until a resource has settled or is gone, the time is over, or the client has left: whichever is first. */
export async function waitUntilSettled(
  context: Context,
  resource: Settling,
  seconds: number | undefined,
): Promise<void> {
  const waitMs = Math.min(seconds ?? 0, context.services.config.waitMaxSeconds) * 1_000;
  const endsAtMs = performance.now() + waitMs;
  for (;;) {
    const leftMs = endsAtMs - performance.now();
    if (leftMs <= 0 || context.signal.aborted) return;
    // The watch for changes begins before the look, so that nothing falls in between.
    const wake = AbortSignal.any([context.signal, AbortSignal.timeout(Math.min(leftMs, LOOK_AGAIN_MS))]);
    const changed = context.services.changes.changed(resource.id, wake);
    if (await isThere(context, resource)) return;
    await changed;
  }
}

async function isThere({ services }: Context, { kind, id, generation }: Settling): Promise<boolean> {
  // While Postgres is away the wait goes on: the write itself is done.
  const progress = await findProgress(services.pool, kind, id).catch(() => undefined);
  if (progress === undefined || progress === "gone") return progress === "gone";
  return generation !== "deleted" && progress.settled && BigInt(progress.generation) >= BigInt(generation);
}
