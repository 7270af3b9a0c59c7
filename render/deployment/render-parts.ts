import { deriveAdoptedObjects, type AdoptedObjects } from "./adopted-workload.ts";
import { renderImageUpdater, type ImageUpdaterManifest } from "./image-updater.ts";
import { renderDeployment, type RenderedDeployment } from "./render-deployment.ts";
import type { RenderDeploymentInput } from "../render-input.ts";

/** All that a deployment is rendered to. */
export type RenderedParts = Readonly<{
  rendered: RenderedDeployment;
  imageUpdater: ImageUpdaterManifest | undefined;
  /** The objects of a workload that was taken over; undefined where a chart brings them. */
  adopted: AdoptedObjects | undefined;
}>;

/** Renders everything of a deployment at once; throws render_failed, naming the field. */
export function renderParts(input: RenderDeploymentInput): RenderedParts {
  return {
    rendered: renderDeployment(input),
    imageUpdater: renderImageUpdater(input),
    adopted: deriveAdoptedObjects(input),
  };
}
