import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import { keyOf } from "../../runtime/object-store.ts";
import type { KeyedQueue } from "../../runtime/keyed-queue.ts";
import type { Priority } from "../../runtime/queue-entry.ts";

/** Queues all of these objects. */
export function addAll(queue: KeyedQueue, objects: readonly KubeObject[], priority: Priority = "progress"): void {
  for (const object of objects) queue.add(keyOf(object), priority);
}
