import type { Decision, Outcome } from "../../operator/machines/decision.ts";
import type { Condition } from "../../contract/resources/conditions.ts";
import type { DeletionDecision } from "../../operator/machines/deletion-decision.ts";
import type { WantedCondition } from "../../operator/machines/conditions.ts";

type Effect = Readonly<{ kind: string }>;

/** Tells a decision as people read it: what is remembered, what is done, and when it is looked again. */
export function toldDecision({ state, effects, outcome, why }: Decision<object, Effect>): unknown {
  const { message } = state as Readonly<{ message?: string }>;
  const told = { ...(effects.length === 0 ? {} : { do: toldEffects(effects) }), outcome: toldOutcome(outcome) };
  return why === message ? { ...state, ...told } : { ...state, ...told, why };
}

/** Tells a decision about a deletion. */
export function toldDeletion({ effects, outcome, why, ...told }: DeletionDecision<Effect>): unknown {
  const done = effects.length === 0 ? {} : { do: toldEffects(effects) };
  const because = why === told.message || why === told.reason ? {} : { why };
  return { ...told, ...done, outcome: toldOutcome(outcome), ...because };
}

/** Tells effects by their kind. */
function toldEffects(effects: readonly Effect[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    effects.map(({ kind, ...how }) => [kind, Object.keys(how).length === 0 ? "yes" : JSON.stringify(how)]),
  );
}

/** Tells when it is looked again. */
function toldOutcome(outcome: Outcome): string {
  return outcome.kind === "settled" ? "settled" : `${outcome.afterMs} ms: ${outcome.reason}`;
}

/** Tells conditions by their type. */
export function toldConditions(conditions: readonly WantedCondition[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    conditions.map(({ type, status, reason, message }) => [
      type,
      `${status} ${reason}${message === "" ? "" : `: ${message}`}`,
    ]),
  );
}

/** Tells a status with its conditions by their type, and those whose status was not so before by the time. */
export function toldStatus({
  conditions,
  ...status
}: Readonly<{ conditions?: readonly Condition[] | undefined }>): unknown {
  const since = (conditions ?? []).map(({ type, lastTransitionTime, observedGeneration }) => [
    type,
    `${lastTransitionTime} at ${String(observedGeneration)}`,
  ]);
  return { ...status, since: Object.fromEntries(since) as unknown, conditions: toldConditions(conditions ?? []) };
}

/** Tells beside which known statuses one is worth no write. */
export function toldWorth<Status>(
  significance: (status: Status) => string,
  known: Readonly<Record<string, Status>>,
): (status: Status) => unknown {
  const before = Object.entries(known).map(([name, status]) => [name, significance(status)] as const);
  return (status) => {
    const now = significance(status);
    return Object.fromEntries(before.map(([name, text]) => [name, text === now ? "no news" : "news"]));
  };
}
