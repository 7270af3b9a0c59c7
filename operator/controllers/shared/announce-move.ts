import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import type { Logger } from "../../../adapters/log/logger.ts";
import { idOf, requestIdOf } from "../../resources/adoption.ts";
import type { EventRecorder } from "./event-recorder.ts";

/** Is a move of an object from one phase to the next. */
export type Move = Readonly<{
  before: Readonly<{ phase: string }>;
  after: Readonly<{ phase: string; reason: string; message: string }>;
  why: string;
}>;

type Parts = Readonly<{ logger: Logger; events: Pick<EventRecorder, "record"> }>;
/** Says what an object is called, and which phases people are told of. */
type Told = Readonly<{ type: ResourceType; label: string; bad: readonly string[]; good: readonly string[] }>;

/** Logs each move once; tells people of faults and of rest. */
export function announceMove({ logger, events }: Parts, told: Told, object: KubeObject, move: Move): void {
  const { before, after, why } = move;
  if (before.phase === after.phase) return;
  logMove(logger, told, object, move);
  const { type, bad, good } = told;
  if (bad.includes(after.phase))
    events.record(type, object, { type: "Warning", reason: after.reason, message: after.message });
  else if (good.includes(after.phase))
    events.record(type, object, { type: "Normal", reason: after.reason, message: why });
}

/** Logs a move. */
export function logMove(
  logger: Logger,
  { type, label }: Pick<Told, "type" | "label">,
  object: KubeObject,
  { before, after, why }: Move,
): void {
  const { name, namespace, uid } = object.metadata;
  logger.info(`${label} moved`, {
    object: { kind: type.kind, namespace, name, uid, id: idOf(object) },
    from: before.phase,
    to: after.phase,
    why,
    requestId: requestIdOf(object),
  });
}
