import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { Priority } from "../../runtime/keyed-queue.ts";
import type { CacheEvent } from "../../runtime/resource-cache.ts";

/** What a cache tells of one object. */
export type Change<T extends KubeObject> = Exclude<CacheEvent<T>, { kind: "resync" }>;

/** Says how soon an object of ours is looked at after a change of itself: what somebody ordered comes first. */
export function orderPriorityOf<T extends KubeObject>(event: Change<T>): Priority {
  const { kind, object, previous, source } = event;
  const isOrdered = kind === "upsert" && previous?.metadata.generation !== object.metadata.generation;
  return isOrdered && source !== "list" ? "change" : priorityOf(event);
}

/** Says how soon an object is looked at after a change of another one; of what a list tells most is settled. */
export function priorityOf({ source }: Readonly<{ source: string }>): Priority {
  return source === "list" ? "resync" : "progress";
}
