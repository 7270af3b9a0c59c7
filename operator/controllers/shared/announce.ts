import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import type { Logger } from "../../../adapters/log/logger.ts";
import { idOf, requestIdOf } from "../../resources/adoption.ts";
import type { EventRecorder } from "./event-recorder.ts";

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

type State = Readonly<{ phase: string; reason: string; message: string; stalled: boolean; drifted?: boolean }>;
/** A move of an object from what was remembered to what was decided. */
export type Move = Readonly<{ before: State; after: State; why: string }>;

type Parts = Readonly<{ logger: Logger; events: Pick<EventRecorder, "record"> }>;
type Kind = Readonly<{ type: ResourceType; label: string; told: Told }>;

/** Logs each transition once; tells people of faults and of rest. */
export function announce({ logger, events }: Parts, kind: Kind, object: KubeObject, move: Move): void {
  const { type, told } = kind;
  const { before, after, why } = move;
  const moved = before.phase !== after.phase;
  if (moved) logMove(logger, kind, object, move);
  const isDrift = after.drifted === true && before.drifted !== true;
  if (isDrift && told.drift !== undefined)
    events.record(type, object, { type: "Warning", reason: "Drifted", message: told.drift });
  const isStall = told.stalls === true && after.stalled && !before.stalled;
  if (isStall || (moved && told.bad.includes(after.phase)))
    events.record(type, object, { type: "Warning", reason: after.reason, message: after.message });
  else if (moved && told.good.includes(after.phase))
    events.record(type, object, { type: "Normal", reason: after.reason, message: why });
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
