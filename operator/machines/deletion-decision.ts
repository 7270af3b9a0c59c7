/** Holds what the deletions of clusters and deployments have in common: the form of a decision, and how files leave Git. */
import { conditionOf, type WantedCondition } from "./conditions.ts";
import { SETTLED, assertNever, wait, type FilesView, type Outcome } from "./decision.ts";

/** A decision about a deletion: what is in the way is told in the status, the phase is `deleting` throughout. */
export type DeletionDecision<E> = Readonly<{
  effects: readonly E[];
  outcome: Outcome;
  reason: string;
  /** What is in the way and what to do; empty while all goes its way. */
  message: string;
  why: string;
}>;

export const POLL_MS = 2_000;
export const BLOCKED_RECHECK_MS = 15_000;
const GIT_RETRY_MS = 5_000;

/** Takes the files out of Git; undefined once the head is without them. */
export function leaveGit(files: FilesView): DeletionDecision<Readonly<{ kind: "removeFiles" }>> | undefined {
  const remove = [{ kind: "removeFiles" }] as const;
  switch (files.kind) {
    case "removed":
      return undefined;
    case "present":
      return step("RemovingFiles", GIT_RETRY_MS, remove);
    case "pushing":
      return step("RemovingFiles", GIT_RETRY_MS);
    case "unavailable":
      return inTheWay(
        "GitUnavailable",
        "The delivery repository is away; the deletion goes on by itself when it is back.",
        GIT_RETRY_MS,
        remove,
      );
    case "refused":
      return inTheWay(
        "GitRefused",
        `The delivery repository refuses the removal: ${files.message}. A platform operator must look at it.`,
        BLOCKED_RECHECK_MS,
        remove,
      );
    default:
      return assertNever(files);
  }
}

/** Goes one step on and looks again. */
export function step<E = never>(reason: string, afterMs: number, effects: readonly E[] = []): DeletionDecision<E> {
  return { effects, outcome: wait(afterMs, reason), reason, message: "", why: reason };
}

/** Says what is in the way, and looks again. */
export function inTheWay<E = never>(
  reason: string,
  message: string,
  afterMs: number,
  effects: readonly E[] = [],
): DeletionDecision<E> {
  return { effects, outcome: wait(afterMs, reason), reason, message, why: message };
}

/** Ends a deletion: everything was seen gone. */
export function finish(): DeletionDecision<Readonly<{ kind: "removeFinalizer" }>> {
  return {
    effects: [{ kind: "removeFinalizer" }],
    outcome: SETTLED,
    reason: "Deleted",
    message: "",
    why: "Everything was seen gone",
  };
}

/** Derives the conditions that an object shows while it is deleted; a message says that something is in the way. */
export function deletionConditions(reason: string, message: string): WantedCondition[] {
  const stalled = message !== "";
  return [
    conditionOf("Ready", "False", reason, message),
    conditionOf("Reconciling", stalled ? "False" : "True", reason),
    conditionOf("Stalled", stalled ? "True" : "False", reason, message),
  ];
}
