/** How a pass ended: nothing is left to do, or look again later. */
export type Outcome = (Readonly<{ kind: "settled" }> | Readonly<{ kind: "wait"; afterMs: number; reason: string }>) &
  Readonly<{
    /** Set where the pass has decided of what it wrote to its own object as the next one would. */
    hasSeenItsWrite?: true;
  }>;

/** What a machine decided: what to remember, what to do, when to look again, and why. */
export type Decision<State, Effect> = Readonly<{
  state: State;
  effects: readonly Effect[];
  outcome: Outcome;
  why: string;
  /** Set where something is about to change the status again: one write tells both, unless that takes longer than this. */
  passesWithinMs?: number;
}>;

/** How the head of the branch stands to the content that an object renders to. */
export type GitView =
  /** The head does not hold this content, or no commit is known that does. */
  | Readonly<{ kind: "absent" }>
  /** A write is under way. */
  | Readonly<{ kind: "pushing" }>
  | Readonly<{ kind: "present"; commit: string; committedAtMs: number }>
  | Readonly<{ kind: "unavailable"; sinceMs: number }>
  | Readonly<{ kind: "refused"; message: string }>;

/** Whether the head still holds files of an object that is being deleted. */
export type FilesView =
  | Readonly<{ kind: "present" }>
  | Readonly<{ kind: "pushing" }>
  | Readonly<{ kind: "removed" }>
  | Readonly<{ kind: "unavailable"; message: string }>
  | Readonly<{ kind: "refused"; message: string }>;

/** How a revision that Argo CD reports stands to our commit. */
export type RevisionView = "reached" | "behind" | "unknown";

/** Makes the outcome "look again". */
export function wait(afterMs: number, reason: string): Outcome {
  return { kind: "wait", afterMs, reason };
}

/** The outcome "nothing is left to do". */
export const SETTLED: Outcome = { kind: "settled" };

/** Fails to compile when a union member is forgotten. */
export function assertNever(value: never): never {
  throw new TypeError(`Unexpected value ${JSON.stringify(value)}`);
}

/** Bounds a message to what the resource's schema takes. */
export function boundedMessage(message: string): string {
  return message.length <= 1000 ? message : `${message.slice(0, 999)}…`;
}
