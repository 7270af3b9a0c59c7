/** Orders keys: a change that someone just made, what follows of one (news, timers), the sweep over all objects. */
export type Priority = "change" | "progress" | "resync";

/** Lists priorities, the highest first. */
export const ORDER = ["change", "progress", "resync"] as const satisfies readonly Priority[];

/** A key that waits for a worker. */
export type Ticket = Readonly<{ key: string; sinceMs: number }>;

/** What a queue knows of a key. */
export type Entry = {
  ticket: Ticket | undefined;
  priority: Priority;
  running: boolean;
  dirty: boolean;
  /** Whether the run that goes on has written to its own object. */
  wrote: boolean;
  failures: number;
  timer: { dueMs: number; cancel: () => void } | undefined;
  cancelSoon: (() => void) | undefined;
};

/** Makes what is known of a key at first. */
export function newEntry(): Entry {
  const idle = { running: false, dirty: false, wrote: false, failures: 0, timer: undefined, cancelSoon: undefined };
  return { ticket: undefined, priority: "resync", ...idle };
}

/** Tells which priority goes first at the nth pick. */
export function firstAt(pick: number): Priority {
  if (pick % 8 === 0) return "resync";
  return pick % 4 === 2 ? "progress" : "change";
}

/** Tells whether a priority is higher than another. */
export function isAbove(one: Priority, other: Priority): boolean {
  return ORDER.indexOf(one) < ORDER.indexOf(other);
}
