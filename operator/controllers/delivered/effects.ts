import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import { rootApplicationName } from "../../../render/delivery-names.ts";
import type { ArgoApplication } from "../../delivery/argo-application.ts";
import type { FileChange, WriteRequest } from "../../git/write-request.ts";
import { assertNever } from "../../machines/decision.ts";
import type { DeliveryEffect } from "../../machines/deployment/observe-types.ts";
import { requestIdOf, userIdOf } from "../../resources/adoption.ts";
import type { AtDesk } from "./views.ts";
import type { DeliveryContext } from "./target.ts";

/** Is what is delivered, and where. */
export type Delivery = Readonly<{
  handle: string;
  clusterHandle: string;
  application: ArgoApplication | undefined;
  contentHash: string;
  at: AtDesk;
  request: () => WriteRequest;
}>;

/** Does what brings a commit to a cluster. */
export async function performDelivery(
  { argo, desk, writer, tracker }: Pick<DeliveryContext, "argo" | "desk" | "writer" | "tracker">,
  effect: DeliveryEffect,
  { handle, clusterHandle, application, contentHash, at, request }: Delivery,
): Promise<void> {
  const head = writer.head()?.id ?? "";
  switch (effect.kind) {
    case "write":
      desk.write(request(), contentHash);
      return;
    case "placeCommit":
      desk.placeCommit({ ...at, contentHash }, request);
      return;
    case "refreshRoot":
      return argo.refresh(rootApplicationName(clusterHandle), effect.notWithinMs, head);
    case "refreshApplication":
      return argo.refresh(handle, effect.notWithinMs, head);
    case "startSync":
    case "endOperation":
      return application && steer({ argo, tracker }, effect.kind, application, contentHash);
    default:
      return assertNever(effect);
  }
}

function steer(
  { argo, tracker }: Pick<DeliveryContext, "argo" | "tracker">,
  kind: "startSync" | "endOperation",
  application: ArgoApplication,
  contentHash: string,
): Promise<void> {
  if (kind === "endOperation") return argo.endOperation(application);
  tracker.kick(application, contentHash);
  return argo.startSync(application, contentHash);
}

/** Makes the request that removes an object's files, and says of which folder it is the end. */
export function removalRequest(
  key: string,
  object: KubeObject,
  { folder, paths }: Readonly<{ folder: string; paths: Iterable<string> }>,
): WriteRequest {
  const files = [...paths].map((path) => ({ path, content: null }));
  const { trailers, ...request } = deliveryRequest(key, object, files);
  return { ...request, trailers: { ...trailers, removes: folder } };
}

/** Makes the request that writes an object's files. */
export function deliveryRequest(key: string, object: KubeObject, files: readonly FileChange[]): WriteRequest {
  const requestId = requestIdOf(object);
  const author = userIdOf(object);
  const trailers = {
    resource: key,
    generation: object.metadata.generation ?? 1,
    ...(requestId === undefined ? {} : { requestId }),
    ...(author === undefined ? {} : { author }),
  };
  return { key, files, trailers };
}
