import type { BaseStatus, Condition } from "../../contract/resources/conditions.ts";
import { deriveConditions, isTrue, type WantedCondition } from "./conditions.ts";
import { formatGitDelivery, parseGitDelivery, type GitDelivery } from "./git-delivery.ts";
import { formatTime, parseSince } from "./status-time.ts";

/** What every machine of a live object remembers. */
export type BaseState<Phase extends string> = Readonly<{
  phase: Phase;
  phaseSinceMs: number;
  /** Newest generation that was acted on; 0 = never. */
  observedGeneration: number;
  /** Commit that holds the object's own files. */
  git: GitDelivery | undefined;
  /** CamelCase reason of the phase. */
  reason: string;
  /** What is wrong and what to do next; empty while all is well. */
  message: string;
  /** Whether nothing will change by itself. */
  stalled: boolean;
}>;

/** Reads it out of a status; an object without one has never been acted on. */
export function parseBaseState<Phase extends string>(
  status: BaseStatus,
  first: Phase,
  nowMs: number,
): BaseState<Phase> {
  const git = parseGitDelivery(status.git, nowMs);
  return {
    phase: (status.phase ?? first) as Phase,
    phaseSinceMs: parseSince(status.phaseSince, nowMs) ?? nowMs,
    observedGeneration: status.observedGeneration ?? 0,
    git: git && { ...git, committedAtMs: Math.min(git.committedAtMs, nowMs) },
    reason: status.statusReason ?? "Accepted",
    message: status.errorMessage ?? "",
    stalled: isTrue(status.conditions, "Stalled"),
  };
}

type Around = Readonly<{
  before: readonly Condition[] | undefined;
  wanted: readonly WantedCondition[];
  generation: number;
  gitPath: string | undefined;
  /** Whether the message is for people; one that ends by itself costs no write. */
  isTold?: boolean;
  nowMs: number;
}>;

/** Writes it as a status has it, with the conditions that the object should show. */
export function formatBaseState(state: BaseState<string>, around: Around): BaseStatus {
  const { before, wanted, generation, gitPath, isTold = true, nowMs } = around;
  return {
    observedGeneration: state.observedGeneration,
    phase: state.phase,
    phaseSince: formatTime(state.phaseSinceMs),
    statusReason: state.reason,
    errorMessage: isTold && state.message !== "" ? state.message : undefined,
    conditions: deriveConditions(before ?? [], wanted, generation, nowMs),
    git: formatGitDelivery(state.git, gitPath),
  };
}
