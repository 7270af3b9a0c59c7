import type { Cause } from "./give-up.ts";
import type { PodTrouble } from "./pods-seen.ts";
import type { Progress } from "./progress.ts";

/** What is told of ill health when nothing is known of the pods. */
export const ILL: PodTrouble = {
  reason: "Unhealthy",
  message: "It is not healthy; look at its events and logs.",
  isFinal: false,
};
const LONG_ILL = { ...ILL, message: "Look at its events and logs, then change it or restart it." };

/** Makes a cause of what pods show; what a program wrote is not for our own log. */
export function podCause({ reason, message, why = message }: PodTrouble, before = ""): Cause {
  return { reason, message: `${before}${message}`, why: `${before}${why}`, isOwn: true };
}

/** Says why what runs is given up. */
export function illCause(health: string, trouble: PodTrouble | undefined): Cause {
  return podCause(trouble ?? LONG_ILL, `Unhealthy for 10 minutes (${health}). `);
}

/** Says why what was delivered is given up when its time is over. */
export function overdueCause(progress: Exclude<Progress, { kind: "failed" }>, trouble: PodTrouble | undefined): Cause {
  if (trouble !== undefined) return podCause(trouble, "It was not healthy within 15 minutes. ");
  if (progress.kind === "moving" && !progress.isOwn)
    return { reason: progress.reason, message: progress.message, isOwn: false };
  const seen = progress.kind === "delivered" ? `its health is ${progress.health}` : progress.message;
  const message = `It was not healthy within 15 minutes: ${seen}. Look at its events and logs, then change it or ask for a sync.`;
  return { reason: "HealthTimeout", message, isOwn: true };
}
