import type { DeploymentEffect, ImageUpdaterView } from "../../machines/deployment/observe-types.ts";
import type { Handlers } from "../shared/handlers.ts";
import { IMAGE_UPDATERS } from "../../../adapters/kubernetes/resource-types.ts";
import { deriveImageChoice, imageFile, type ImageUpdaterManifest } from "../../../render/deployment/image-updater.ts";
import { fingerprint, type ArgoApplication } from "../../delivery/argo-application.ts";
import type { FileChange } from "../../git/write-request.ts";
import type { DeploymentObject, ImageUpdaterObject } from "../../resources/objects.ts";
import type { DeploymentContext } from "./context.ts";
import { deploymentHandle } from "../../resources/handles.ts";
import type { RenderTarget, RenderedSummary } from "./renderer.ts";

type Delivered = Readonly<{ summary: RenderedSummary | undefined; application: ArgoApplication | undefined }>;

/** Looks at the ImageUpdater of a deployment; reads memory only. */
export function lookAtImageUpdater(
  { caches, settings }: DeploymentContext,
  object: DeploymentObject,
  { summary, application }: Delivered,
): ImageUpdaterView {
  // What cannot be rendered, or has no Application to belong to, stays as it is.
  if (summary === undefined || application === undefined) return NONE;
  const { imageUpdater: wanted } = summary;
  if (caches.imageUpdaters === undefined) return wanted === undefined ? NONE : { kind: "uninstalled" };
  const found = caches.imageUpdaters.get(`${settings.argocdNamespace}/${deploymentHandle(object)}`);
  if (wanted === undefined) return found === undefined ? NONE : { kind: "unwanted" };
  return found !== undefined && isCurrent(found, wanted, application)
    ? { kind: "current", checked: found.checked === true }
    : { kind: "missing" };
}

function isCurrent(
  { specPrint, ownerUid }: ImageUpdaterObject,
  { spec }: ImageUpdaterManifest,
  { metadata }: ArgoApplication,
): boolean {
  return specPrint === fingerprint(spec) && ownerUid === metadata.uid;
}

const NONE = { kind: "none" } as const;

type ImageEffect = Extract<DeploymentEffect, { kind: "applyImageUpdater" | "deleteImageUpdater" }>;

/** Applies or deletes the ImageUpdater; it belongs to the Application, and goes with it. */
export const IMAGE_EFFECTS: Handlers<DeploymentContext, DeploymentObject, Delivered, ImageEffect> = {
  applyImageUpdater: async ({ argo, logger }, object, { summary, application }) => {
    logger.info("Applying an ImageUpdater", { object: nameOf(object) });
    const wanted = summary?.imageUpdater;
    if (wanted === undefined || application === undefined) return;
    const { name: owner, uid } = application.metadata;
    const ownerReferences = [{ apiVersion: "argoproj.io/v1alpha1", kind: "Application", name: owner, uid }];
    await argo.apply("ImageUpdater", { ...wanted, metadata: { ...wanted.metadata, ownerReferences } });
  },
  deleteImageUpdater: ({ argo, logger }, object) => {
    logger.info("Deleting an ImageUpdater", { object: nameOf(object) });
    return argo.deleteOwned(IMAGE_UPDATERS, deploymentHandle(object));
  },
};

function nameOf({ metadata: { namespace, name } }: DeploymentObject): object {
  return { kind: "Deployment", namespace, name };
}

const IMAGE_FILE = /^clusters\/[^/]+\/deployments\/([^/]+)\/image\.yaml$/;

/** Has Argo CD look at once where image automation wrote; should that fail, it looks by itself a little later. */
export function followImages(
  { argo, writer }: Pick<DeploymentContext, "argo" | "writer">,
  paths: Iterable<string>,
): void {
  const head = writer.head()?.id ?? "";
  for (const path of paths) {
    const [, handle] = IMAGE_FILE.exec(path) ?? [];
    if (handle !== undefined && argo.find(handle) !== undefined)
      void argo.refresh(handle, 0, head).catch(() => undefined);
  }
}

/** Says what the commit takes away that image automation found for an earlier choice. */
export function outdatedImage(
  { spec, status }: DeploymentObject,
  { clusterHandle, handle }: RenderTarget,
): readonly FileChange[] {
  const chosen = status?.delivery?.imageChoice;
  // What is not known is not another choice: of one that was made anew from Git nobody chose anew.
  if (chosen === undefined || chosen === deriveImageChoice(spec)) return [];
  return [{ path: imageFile(clusterHandle, handle), content: null }];
}
