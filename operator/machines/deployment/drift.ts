/**
 * Drift: what was seen synced differs from Git again, without a change of ours. Argo CD puts it back by itself, mostly within
 * a second; only what lasts is told, and it is told until a comparison says Synced.
 */
import type { Condition } from "../../../contract/resources/conditions.ts";
import { conditionOf, type WantedCondition } from "../conditions.ts";
import { wait, type Decision } from "../decision.ts";
import type { DeploymentObserved } from "./observe-types.ts";
import type { ApplicationView, PresentApplication, DeploymentState } from "./state.ts";

export const DRIFT_SHOWN_MS = 3_000;

type Known = Pick<DeploymentState, "git" | "drifted" | "observedGeneration">;
type Seen = Pick<DeploymentObserved, "application" | "generation">;

/** Remembers whether objects on the cluster have drifted, and looks again when that may be about to show. */
export function withDrift<S extends Known, E>(decision: Decision<S, E>, seen: Seen, nowMs: number): Decision<S, E> {
  const { state, outcome } = decision;
  const leftMs = untilShown(state, seen, nowMs);
  const drifted = leftMs === undefined ? false : leftMs <= 0;
  const told = drifted === state.drifted ? state : { ...state, drifted };
  const isSooner = leftMs !== undefined && leftMs > 0 && (outcome.kind === "settled" || outcome.afterMs > leftMs);
  return { ...decision, state: told, outcome: isSooner ? wait(leftMs, "Drifting") : outcome };
}

/** Returns how long what differs must still last to be told; undefined when nothing differs. */
function untilShown({ git, drifted, observedGeneration }: Known, seen: Seen, nowMs: number): number | undefined {
  const { application, generation } = seen;
  const wasSynced = git?.syncedRevision !== undefined && observedGeneration === generation;
  if (!wasSynced || application.kind === "absent" || !mayDiffer(application)) return undefined;
  const { sync, outOfSyncSinceMs: sinceMs } = application;
  if (drifted) return 0;
  // While Argo CD works on it, nothing lasts.
  return sync === "OutOfSync" && sinceMs !== undefined ? DRIFT_SHOWN_MS - (nowMs - sinceMs) : undefined;
}

/** A comparison with another manifest says nothing. */
function mayDiffer({ current, compared, sync }: PresentApplication): boolean {
  return current && compared && sync !== "Synced";
}

/** Derives the condition Drifted, which names what differs. */
export function driftCondition(drifted: boolean, application: ApplicationView): WantedCondition {
  if (application.kind === "absent") return conditionOf("Drifted", "Unknown", "ApplicationMissing");
  if (!drifted) return conditionOf("Drifted", "False", "AsCommitted");
  return conditionOf("Drifted", "True", "LiveChange", driftMessage(application.drift));
}

/** Returns what a status says of drift; empty when there is none. */
export function driftOf(conditions: readonly Condition[] | undefined): string {
  const found = conditions?.find(({ type, status }) => type === "Drifted" && status === "True");
  return found?.message ?? "";
}

function driftMessage({ objects, count }: PresentApplication["drift"]): string {
  const rest = count > objects.length ? ` and ${count - objects.length} more` : "";
  const what = count === 0 ? "Objects" : count === 1 ? "1 object" : `${count} objects`;
  const names = count === 0 ? "" : `: ${objects.join(", ")}${rest}`;
  return `${what} on the cluster differ${count === 1 ? "s" : ""} from what Git holds${names}. Changes made there are put back; make them by REST or kubectl on the deployment.`;
}
