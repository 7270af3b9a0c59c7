/** The steps of the status chain as the operator tells them by conditions. */
const STEPS = ["Accepted", "Rendered", "Committed", "Synced", "Healthy"] as const;

/** How far a change has come: all steps before `until` are done, that one says what is wrong or under way. */
type Progress = Readonly<{
  generation: number;
  until?: (typeof STEPS)[number];
  reason?: string;
  message?: string;
  requestId?: string;
  commit?: string;
  beganMs?: number;
}>;

const BEGAN_MS = Date.UTC(2026, 10, 23, 9, 0, 0);
const STEP_MS = 1_400;

/** Makes the conditions of a change that has come so far. */
export function toldConditions({ generation, until, reason, message, ...made }: Progress): readonly object[] {
  const said: Readonly<Record<string, string>> = {
    Accepted: made.requestId ?? "request-1",
    Rendered: "0123456789abcdef",
    Committed: made.commit ?? "c0ffee0123456789",
    Synced: made.commit ?? "c0ffee0123456789",
  };
  const end = until === undefined ? STEPS.length : STEPS.indexOf(until);
  return STEPS.slice(0, end + 1).map((type, index) => ({
    type,
    status: index < end ? "True" : "False",
    observedGeneration: generation,
    lastTransitionTime: new Date((made.beganMs ?? BEGAN_MS) + index * STEP_MS).toISOString(),
    reason: index < end ? type : (reason ?? "Progressing"),
    message: index < end ? (said[type] ?? "") : (message ?? ""),
  }));
}
