/** What is known of a deployment that sleeps by a schedule. */
export type Sleeping = Readonly<{ status_reason: string | null; sleeps_at: string | null; wakes_at: string | null }>;

/** Says how it turns by itself, and when; nothing where it has no schedule. */
export function saySleep({
  status_reason: reason,
  sleeps_at: sleeps,
  wakes_at: wakes,
}: Sleeping): Readonly<{ words: string; at: string }> | undefined {
  // Stopped by hand it wakes at the same time.
  if (wakes !== null) return { words: reason === "Asleep" ? "asleep until" : "stopped until", at: wakes };
  return sleeps === null ? undefined : { words: "sleeps at", at: sleeps };
}
