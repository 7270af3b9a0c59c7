import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import { DEPLOYMENT_TRAITS } from "../../../contract/resources/deployment-spec.ts";
import { traitsOf } from "../../../contract/resources/phase-traits.ts";
import { isOnItsWay, type ArgoApplication } from "../../delivery/argo-application.ts";
import type { DeploymentObject } from "../../resources/objects.ts";
import type { Priority } from "../../runtime/queue-entry.ts";
import type { Change } from "./on-change.ts";

/** Says how soon an object of ours is looked at after a change of itself: what somebody ordered comes first. */
export function orderPriorityOf<T extends KubeObject>(event: Change<T>): Priority {
  const { kind, object, previous, source } = event;
  const isOrdered = kind === "upsert" && previous?.metadata.generation !== object.metadata.generation;
  return isOrdered && source !== "list" ? "change" : priorityOf(event);
}

/** Tells whether it is the answer of a write of ours that asks for nothing new: of a status, or of metadata. */
export function isOwnWrite<T extends KubeObject>({ kind, object, previous, source }: Change<T>): boolean {
  return kind === "upsert" && source === "write" && previous?.metadata.generation === object.metadata.generation;
}

/** Says how soon an object is looked at after a change of another one; of what a list tells most is settled. */
export function priorityOf({ source }: Readonly<{ source: string }>): Priority {
  return source === "list" ? "resync" : "progress";
}

/** Tells whether an Application has but come a step closer to what its deployment waits for: its end is told by itself. */
export function isStep(event: Change<ArgoApplication>, { metadata, status }: DeploymentObject): boolean {
  if (event.kind === "delete" || event.source === "list" || metadata.deletionTimestamp !== undefined) return false;
  return status !== undefined && traitsOf(DEPLOYMENT_TRAITS, status.phase).coming && isOnItsWay(event.object);
}
