import { TooCostlyError } from "../../adapters/worker/bounded-worker.ts";
import { BerthError } from "../../contract/errors.ts";
import type { ClusterContext, CustomResource } from "../../render/projection/custom-resource.ts";
import { deriveRenderInput, type PlatformOf } from "../../render/projection/values-renderer.ts";
import type { RenderElsewhere } from "../render-elsewhere.ts";

type DeploymentObject = Parameters<typeof deriveRenderInput>[0];

/** Renders a deployment's values where nobody waits; null when they cannot be rendered. */
export type ValuesElsewhere = (object: CustomResource, cluster: ClusterContext) => Promise<string | null>;

/** Makes the renderer of values out of the one of everything. */
export function createValuesElsewhere(render: RenderElsewhere, platformOf: PlatformOf): ValuesElsewhere {
  return async (object, cluster) => {
    const deployment = object as DeploymentObject;
    const platform = platformOf(deployment.metadata.namespace ?? "");
    try {
      return (await render(deriveRenderInput(deployment, cluster, platform))).rendered.valuesYaml;
    } catch (error) {
      const isRefused = error instanceof BerthError && error.code === "render_failed";
      if (isRefused || error instanceof TooCostlyError) return null;
      throw error;
    }
  };
}
