import { SETTLED, wait, type Outcome } from "../decision.ts";
import type { GitDelivery } from "../git-delivery.ts";
import type { DeliveryEffect, DeploymentObserved } from "./observe-types.ts";
import { isOutside, namesManifest } from "./outside-fault.ts";
import { releaseStep } from "./release.ts";
import type { PresentApplication, RootView } from "./state.ts";

/**
 * How far the newest commit has come, step by step:
 *
 * 1. the root Application brings our manifest to the Application;
 * 2. the Application compares with our commit or a later one;
 * 3. no operation runs and the comparison says Synced;
 * 4. the health is known.
 */
export type Progress =
  | Readonly<{ kind: "delivered"; healthy: boolean; health: string; revision: string }>
  /** Through a fault of its own. */
  | Readonly<{ kind: "failed"; reason: string; message: string; why?: string }>
  | Readonly<{
      kind: "moving";
      effects: readonly DeliveryEffect[];
      outcome: Outcome;
      reason: string;
      message: string;
      /** Whether what is waited for is its own doing: it is to blame when that never comes. */
      isOwn: boolean;
      /** Whether it has been in the way for so long that people are told. */
      lasts: boolean;
    }>;

/** The reason while a release command is waited for. */
export const RELEASING = "Releasing";
const REFRESH_EVERY_MS = 3_000;
const UNKNOWN_EVERY_MS = 5_000;
const ERROR_REFRESH_EVERY_MS = 15_000;
/** A comparison also fails for a moment while the Git or repo server starts: what does not last is nobody's news. */
const ERROR_LASTS_MS = 120_000;
const OUT_OF_SYNC_MS = 10_000;
const WATCHED_MS = 15_000;

type Seen = Pick<DeploymentObserved, "application" | "root" | "release">;

/** Derives the progress of a commit that the branch holds; `git` is what is remembered of it. */
export function deriveProgress(seen: Seen, nowMs: number, git: GitDelivery | undefined): Progress {
  const { application, root } = seen;
  if (application.kind === "absent" || !application.current) return viaRoot(root, nowMs);
  if (application.lastOperation === "outdated")
    return moving("OutdatedSync", "Argo CD tries an older commit again and again", UNKNOWN_EVERY_MS, [
      { kind: "endOperation" },
    ]);
  const release = releaseStep(seen);
  if (release !== undefined) return released(release);
  if (application.error !== undefined && application.sync === "Unknown")
    return compareError(application.error, nowMs, git?.syncedRevision !== undefined);
  if (application.operationRunning) return { ...moving("Syncing", "Argo CD is syncing", WATCHED_MS), isOwn: true };
  return atItsRevision(application, nowMs);
}

function atItsRevision(application: PresentApplication, nowMs: number): Progress {
  switch (application.revision) {
    case "behind":
      return moving("AwaitingComparison", "Argo CD has not seen the commit yet", REFRESH_EVERY_MS, [
        { kind: "refreshApplication", notWithinMs: REFRESH_EVERY_MS },
      ]);
    case "unknown":
      return moving("UnknownRevision", "Argo CD reports a revision that is not placed yet", UNKNOWN_EVERY_MS, [
        { kind: "placeCommit" },
        { kind: "refreshApplication", notWithinMs: UNKNOWN_EVERY_MS },
      ]);
    case "reached":
      return atOurCommit(application, nowMs);
  }
}

function released(step: NonNullable<ReturnType<typeof releaseStep>>): Progress {
  switch (step.kind) {
    case "failed":
      return step;
    case "underWay":
      return { ...moving(RELEASING, step.message, REFRESH_EVERY_MS), isOwn: true };
    case "again":
      return moving(
        RELEASING,
        "The release command runs again",
        REFRESH_EVERY_MS,
        step.mayStart ? [{ kind: "startSync" }] : [],
      );
  }
}

function atOurCommit(application: PresentApplication, nowMs: number): Progress {
  if (!application.compared) {
    return moving("AwaitingComparison", "Argo CD compares with an older manifest", REFRESH_EVERY_MS, [
      { kind: "refreshApplication", notWithinMs: REFRESH_EVERY_MS },
    ]);
  }
  if (application.sync === "Synced") {
    const { health, revisionId } = application;
    return { kind: "delivered", healthy: health === "Healthy", health, revision: revisionId };
  }
  if (application.lastOperation === "failed") return syncFailed(application);
  if (application.sync === "Unknown") {
    return moving("Comparing", "Argo CD has not compared yet", WATCHED_MS, [
      { kind: "refreshApplication", notWithinMs: ERROR_REFRESH_EVERY_MS },
    ]);
  }
  return outOfSync(application, nowMs);
}

/** Automated sync sometimes does not start (argo-cd#27875): ask for it ourselves, once. */
function outOfSync(application: PresentApplication, nowMs: number): Progress {
  const sinceMs = application.outOfSyncSinceMs ?? nowMs;
  const leftMs = OUT_OF_SYNC_MS - (nowMs - sinceMs);
  if (leftMs > 0) return moving("AwaitingSync", "Argo CD is about to sync", leftMs);
  const effects: readonly DeliveryEffect[] = application.kicked ? [] : [{ kind: "startSync" }];
  return moving("AwaitingSync", "Argo CD does not sync by itself; a sync was asked for", WATCHED_MS, effects);
}

/** A sync that failed because something was away is asked for once more. */
function syncFailed({ operationMessage, kicked }: PresentApplication): Progress {
  if (!isOutside(operationMessage))
    return { kind: "failed", reason: "SyncFailed", message: syncFailure(operationMessage) };
  const effects: readonly DeliveryEffect[] = kicked ? [] : [{ kind: "startSync" }];
  return moving("SyncFailed", `The sync failed: ${operationMessage}`, WATCHED_MS, effects);
}

/** What was seen synced was compared well before: then it is not the manifest that is wrong. */
function compareError({ type, message, sinceMs }: CompareError, nowMs: number, wasSynced: boolean): Progress {
  const lasts = hasLasted(sinceMs, nowMs);
  if (lasts && !wasSynced && namesManifest(message))
    return { kind: "failed", reason: type, message: syncFailure(message) };
  const waits = moving(type, `Argo CD cannot compare yet: ${message}`, ERROR_REFRESH_EVERY_MS, [
    { kind: "refreshApplication", notWithinMs: ERROR_REFRESH_EVERY_MS },
  ]);
  return { ...waits, lasts };
}

type CompareError = NonNullable<PresentApplication["error"]>;

/** Tells whether a comparison has failed for so long that it is news. */
export function hasLasted(sinceMs: number, nowMs: number): boolean {
  return nowMs - sinceMs >= ERROR_LASTS_MS;
}

function viaRoot(root: RootView, nowMs: number): Progress {
  if (root.kind === "absent")
    return moving("AwaitingRoot", "The cluster's root Application is not there yet", UNKNOWN_EVERY_MS);
  if (root.operationRunning) return moving("AwaitingRoot", "The root Application is syncing", UNKNOWN_EVERY_MS);
  const refresh: DeliveryEffect = { kind: "refreshRoot", notWithinMs: REFRESH_EVERY_MS };
  switch (root.revision) {
    case "behind":
      return moving("AwaitingRoot", "The root Application has not seen the commit yet", REFRESH_EVERY_MS, [refresh]);
    case "unknown":
      return moving(
        "AwaitingRoot",
        "The root Application reports a revision that is not placed yet",
        UNKNOWN_EVERY_MS,
        [{ kind: "placeCommit" }, { kind: "refreshRoot", notWithinMs: UNKNOWN_EVERY_MS }],
      );
    case "reached":
      return byRootAtOurCommit(root, nowMs);
  }
}

/** What Argo CD leaves as it is, or puts off for minutes (docs/adr/0087), is asked for. */
function byRootAtOurCommit({ error, leftSinceMs }: Extract<RootView, { kind: "present" }>, nowMs: number): Progress {
  const trouble = error === "" ? "" : `: ${error}`;
  const late: DeliveryEffect = { kind: "refreshRoot", notWithinMs: ERROR_REFRESH_EVERY_MS };
  const isLeft = leftSinceMs !== undefined && nowMs - leftSinceMs >= OUT_OF_SYNC_MS;
  const effects = [...(error === "" ? [] : [late]), ...(isLeft ? [{ kind: "syncRoot" } as const] : [])];
  return moving("AwaitingRoot", `The root Application applies the manifest${trouble}`, REFRESH_EVERY_MS, effects);
}

function syncFailure(message: string): string {
  const cause = message === "" ? "Argo CD gave no reason" : message;
  return `The sync failed: ${cause}. Mend the deployment, or ask for a sync to try again.`;
}

type Moving = Extract<Progress, { kind: "moving" }>;

function moving(reason: string, message: string, afterMs: number, effects: readonly DeliveryEffect[] = []): Moving {
  const outcome = afterMs === 0 ? SETTLED : wait(afterMs, reason);
  return { kind: "moving", effects, outcome, reason, message, isOwn: false, lasts: false };
}
