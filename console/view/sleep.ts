import { weekMoment } from "./times.ts";

/** What is known of a deployment that sleeps by a schedule. */
export type Sleeping = Readonly<{ status_reason: string | null; sleeps_at: string | null; wakes_at: string | null }>;

/** Says when it turns by itself; nothing where it has no schedule. */
export function saySleep({ status_reason: reason, sleeps_at: sleeps, wakes_at: wakes }: Sleeping): string | undefined {
  if (wakes !== null) {
    // Stopped by hand it wakes at the same time.
    const how = reason === "Asleep" ? "asleep" : "stopped";
    return `${how} until ${weekMoment(new Date(wakes))}`;
  }
  return sleeps === null ? undefined : `sleeps at ${weekMoment(new Date(sleeps))}`;
}
