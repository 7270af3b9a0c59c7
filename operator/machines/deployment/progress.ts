import { SETTLED, wait, type Outcome } from "../decision.ts";
import type { DeliveryEffect, DeploymentObserved } from "./observe-types.ts";
import type { PresentApplication, RootView } from "./state.ts";

/**
 * Tells how far the newest commit has come, step by step:
 *
 * 1. the root Application brings our manifest to the Application;
 * 2. the Application compares with our commit or a later one;
 * 3. no operation runs and the comparison says Synced;
 * 4. the health is known.
 */
export type Progress =
  | Readonly<{ kind: "delivered"; healthy: boolean; health: string; revision: string }>
  | Readonly<{ kind: "failed"; reason: string; message: string }>
  | Readonly<{
      kind: "moving";
      effects: readonly DeliveryEffect[];
      outcome: Outcome;
      reason: string;
      message: string;
    }>;

const REFRESH_EVERY_MS = 3_000;
const UNKNOWN_EVERY_MS = 5_000;
const ERROR_REFRESH_EVERY_MS = 15_000;
/** A comparison also fails while the Git or repo server is away: only one that lasts is the user's. */
const ERROR_LASTS_MS = 120_000;
const OUT_OF_SYNC_MS = 10_000;
const WATCHED_MS = 15_000;

/** Derives the progress of a commit that the branch holds. */
export function deriveProgress(
  { application, root }: Pick<DeploymentObserved, "application" | "root">,
  nowMs: number,
): Progress {
  if (application.kind === "absent" || !application.current) return viaRoot(root);
  if (application.lastOperation === "outdated")
    return moving("OutdatedSync", "Argo CD tries an older commit again and again", UNKNOWN_EVERY_MS, [
      { kind: "endOperation" },
    ]);
  if (application.error !== undefined && application.sync === "Unknown") return compareError(application, nowMs);
  if (application.operationRunning) return moving("Syncing", "Argo CD is syncing", WATCHED_MS);
  if (application.revision === "behind") {
    return moving("AwaitingComparison", "Argo CD has not seen the commit yet", REFRESH_EVERY_MS, [
      { kind: "refreshApplication", notWithinMs: REFRESH_EVERY_MS },
    ]);
  }
  if (application.revision === "unknown") {
    return moving("UnknownRevision", "Argo CD reports a revision that is not placed yet", UNKNOWN_EVERY_MS, [
      { kind: "placeCommit" },
      { kind: "refreshApplication", notWithinMs: UNKNOWN_EVERY_MS },
    ]);
  }
  return atOurCommit(application, nowMs);
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
  if (application.lastOperation === "failed") {
    return { kind: "failed", reason: "SyncFailed", message: syncFailure(application.operationMessage) };
  }
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

function compareError(application: PresentApplication, nowMs: number): Progress {
  const { type, message, sinceMs } = application.error ?? { type: "ComparisonError", message: "", sinceMs: nowMs };
  if (nowMs - sinceMs >= ERROR_LASTS_MS) return { kind: "failed", reason: type, message: syncFailure(message) };
  return moving(type, `Argo CD cannot compare yet: ${message}`, ERROR_REFRESH_EVERY_MS, [
    { kind: "refreshApplication", notWithinMs: ERROR_REFRESH_EVERY_MS },
  ]);
}

function viaRoot(root: RootView): Progress {
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
    case "reached": {
      const trouble = root.error === "" ? "" : `: ${root.error}`;
      const late: DeliveryEffect = { kind: "refreshRoot", notWithinMs: ERROR_REFRESH_EVERY_MS };
      return moving(
        "AwaitingRoot",
        `The root Application applies the manifest${trouble}`,
        REFRESH_EVERY_MS,
        root.error === "" ? [] : [late],
      );
    }
  }
}

function syncFailure(message: string): string {
  const cause = message === "" ? "Argo CD gave no reason" : message;
  return `The sync failed: ${cause}. Mend the deployment, or ask for a sync to try again.`;
}

function moving(reason: string, message: string, afterMs: number, effects: readonly DeliveryEffect[] = []): Progress {
  return { kind: "moving", effects, outcome: afterMs === 0 ? SETTLED : wait(afterMs, reason), reason, message };
}
