/** How a phase is to be taken: well, on its way, in trouble, at rest on purpose. */
export type Tone = "good" | "moving" | "bad" | "quiet";

const TONES: Readonly<Record<string, Tone>> = {
  running: "good",
  pending: "moving",
  provisioning: "moving",
  registering: "moving",
  promoting: "moving",
  migrating: "moving",
  updating: "moving",
  upgrading: "moving",
  deleting: "moving",
  failed: "bad",
  error: "bad",
  degraded: "bad",
  stopped: "quiet",
};

/** Tells how a phase is to be taken; one that is not known is on its way somewhere. */
export function toneOf(phase: string): Tone {
  return TONES[phase] ?? "moving";
}

/** Lists the phases that are known. */
export const KNOWN_PHASES: readonly string[] = Object.keys(TONES);
