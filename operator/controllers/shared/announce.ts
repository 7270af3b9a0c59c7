import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import type { Logger } from "../../../adapters/log/logger.ts";
import { idOf, requestIdOf } from "../../resources/adoption.ts";
import type { EventNote, EventRecorder } from "./event-recorder.ts";

/** What people are told of a kind. */
export type Told<Phase extends string = string> = Readonly<{
  /** Phases whose entry is a fault. */
  bad: readonly Phase[];
  /** Phases in which it rests as it was asked to. */
  good: readonly Phase[];
  /** Whether it is told, in whatever phase, when it begins to stand still. */
  stalls?: true;
  /** What is told when its objects begin to differ from what Git holds. */
  drift?: string;
}>;

/** What every machine remembers, as far as people are told of it. */
export type State = Readonly<{ phase: string; reason: string; message: string; stalled: boolean; drifted?: boolean }>;
/** A move of an object from what was remembered to what was decided. */
type Move = Readonly<{ before: State; after: State; why: string }>;

type Parts = Readonly<{ logger: Logger; events: Pick<EventRecorder, "record"> }>;
type Kind = Readonly<{ type: ResourceType; label: string; told: Told }>;

/** Logs each transition once; tells people of faults and of rest. */
export function announce({ logger, events }: Parts, kind: Kind, object: KubeObject, move: Move): void {
  if (move.before.phase !== move.after.phase) logMove(logger, kind, object, move);
  for (const note of notesOf(kind.told, move)) events.record(kind.type, object, note);
}

function notesOf(told: Told, { before, after, why }: Move): readonly EventNote[] {
  const entered = (phases: readonly string[]): boolean => before.phase !== after.phase && phases.includes(after.phase);
  const notes: EventNote[] = [];
  if (told.drift !== undefined && after.drifted === true && before.drifted !== true)
    notes.push({ type: "Warning", reason: "Drifted", message: told.drift });
  if (isStall(told, { before, after }) || entered(told.bad))
    notes.push({ type: "Warning", reason: after.reason, message: after.message });
  else if (entered(told.good)) notes.push({ type: "Normal", reason: after.reason, message: why });
  return notes;
}

function isStall({ stalls }: Told, { before, after }: Pick<Move, "before" | "after">): boolean {
  return stalls === true && after.stalled && !before.stalled;
}

function logMove(logger: Logger, { type, label }: Kind, object: KubeObject, { before, after, why }: Move): void {
  const { name, namespace, uid } = object.metadata;
  logger.info(`${label} moved`, {
    object: { kind: type.kind, namespace, name, uid, id: idOf(object) },
    from: before.phase,
    to: after.phase,
    why,
    requestId: requestIdOf(object),
  });
}
