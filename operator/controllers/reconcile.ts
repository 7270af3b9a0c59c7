/**
 * Is how a pass over any object of ours begins:
 *
 * 1. one that is gone is forgotten;
 * 2. one that is being deleted is taken apart, as long as it has our finalizer;
 * 3. what kubectl left out is added (id, organization, finalizer);
 * 4. the rest is its own controller's: observe, decide, write the status, perform.
 */
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { SETTLED, wait, type Outcome } from "../machines/decision.ts";
import type { Clock } from "../runtime/clock.ts";
import { deriveAdoption, hasFinalizer, optionsAwaitedMs } from "../resources/adoption.ts";
import type { Caches } from "../resources/caches.ts";
import type { GitDesk } from "./shared/git-desk.ts";
import type { StatusWriter } from "../resources/status-writer.ts";

type Parts<T extends KubeObject> = Readonly<{
  caches: Pick<Caches, "namespaces">;
  desk: Pick<GitDesk, "forget">;
  status: Pick<StatusWriter<T>, "metadata">;
  clock: Pick<Clock, "nowMs">;
}>;

type Steps<T> = Readonly<{ live: (object: T) => Promise<Outcome>; deleted: (object: T) => Promise<Outcome> }>;

/** Reconciles what a cache holds under a key; `deskKey` names it at the Git desk. */
export async function reconcileObject<T extends KubeObject>(
  { caches, desk, status, clock }: Parts<T>,
  { deskKey, object }: Readonly<{ deskKey: string; object: T | undefined }>,
  { live, deleted }: Steps<T>,
): Promise<Outcome> {
  if (object === undefined) {
    desk.forget(deskKey);
    return SETTLED;
  }
  if (object.metadata.deletionTimestamp !== undefined) {
    const awaitedMs = optionsAwaitedMs(object, clock.nowMs());
    if (awaitedMs > 0) return wait(awaitedMs, "AwaitingDeletionOptions");
    const outcome = hasFinalizer(object) ? await deleted(object) : SETTLED;
    // Before its end is seen here, another object may stand under its name, with generations that begin anew.
    if (outcome.kind === "settled") desk.forget(deskKey);
    return outcome;
  }
  const adoption = deriveAdoption(object, caches.namespaces);
  if (adoption === undefined) return live(object);
  await status.metadata(object, adoption);
  return wait(1_000, "Adopting");
}
