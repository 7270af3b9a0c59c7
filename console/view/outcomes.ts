import type { Tone } from "./phases.ts";

const TONES: Readonly<Record<string, Tone>> = {
  completed: "good",
  failed: "bad",
  rejected: "quiet",
  cancelled: "quiet",
  pending: "quiet",
  scheduled: "quiet",
};

/** Tells how the phase of something that ends is to be taken: an upgrade, a backup. */
export function outcomeTone(phase: string): Tone {
  return TONES[phase] ?? "moving";
}

/** Tells whether an upgrade has not begun: its date can be moved. */
export function isUpgradeWaiting(phase: string): boolean {
  return phase === "pending" || phase === "approved" || phase === "scheduled";
}
