import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import { rootApplicationName } from "../../../render/delivery-names.ts";
import type { ArgoApplication } from "../../delivery/argo-application.ts";
import type { FileChange, WriteRequest } from "../../git/write-request.ts";
import type { DeliveryEffect } from "../../machines/deployment/observe-types.ts";
import { requestIdOf, userIdOf } from "../../resources/adoption.ts";
import { ROOT_CONTENT, type AtDesk } from "./views.ts";
import type { DeliveryContext } from "./target.ts";
import type { Handlers, Handler } from "../shared/handlers.ts";

/** What is delivered, and where. */
export type Delivery = Readonly<{
  handle: string;
  clusterHandle: string;
  application: ArgoApplication | undefined;
  contentHash: string;
  at: AtDesk;
  request: () => WriteRequest;
}>;

type Parts = Pick<DeliveryContext, "argo" | "desk" | "writer" | "tracker" | "clock">;

/** Does what brings a commit to a cluster; where there is nothing to deliver there is nothing to do. */
export function deliveryEffects<C extends Parts, T, L>(
  deliveryOf: (context: C, object: T, look: L) => Delivery | undefined,
): Handlers<C, T, L, DeliveryEffect> {
  const on = <E>(act: (context: C, delivery: Delivery, effect: E) => unknown): Handler<C, T, L, E> => {
    return (context, object, look, effect) => {
      const delivery = deliveryOf(context, object, look);
      return delivery && act(context, delivery, effect);
    };
  };
  return {
    write: on(({ desk }, { request, contentHash }) => desk.write(request(), contentHash)),
    placeCommit: on(({ desk }, { at, contentHash, request }) => desk.placeCommit({ ...at, contentHash }, request)),
    refreshRoot: on(({ argo, writer }, { clusterHandle }, { notWithinMs }) =>
      argo.refresh(rootApplicationName(clusterHandle), notWithinMs, headOf(writer)),
    ),
    refreshApplication: on(({ argo, writer }, { handle }, { notWithinMs }) =>
      argo.refresh(handle, notWithinMs, headOf(writer)),
    ),
    syncRoot: on((parts, { clusterHandle }) => {
      // Nothing goes by it: what a folder lacks may not have been seen deleted.
      return kick(parts, parts.argo.find(rootApplicationName(clusterHandle)), {
        contentHash: ROOT_CONTENT,
        prune: false,
      });
    }),
    startSync: on((parts, { application, contentHash }) => kick(parts, application, { contentHash, prune: true })),
    endOperation: on(({ argo }, { application }) => application && argo.endOperation(application)),
  };
}

/** Remembered only once Argo CD has it: what was refused because the Application moved is asked for again. */
async function kick(
  { argo, tracker, clock }: Pick<Parts, "argo" | "tracker" | "clock">,
  application: ArgoApplication | undefined,
  sync: Readonly<{ contentHash: string; prune: boolean }>,
): Promise<void> {
  if (application === undefined) return;
  await argo.startSync(application, sync);
  tracker.kick(application, sync.contentHash, clock.nowMs());
}

function headOf(writer: DeliveryContext["writer"]): string {
  return writer.head()?.id ?? "";
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
