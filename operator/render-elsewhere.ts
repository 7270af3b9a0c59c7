import { BoundedWorker } from "../adapters/worker/bounded-worker.ts";
import { RENDER_TOO_COSTLY } from "../contract/resources/conditions.ts";
import type { DeploymentStatus } from "../contract/resources/deployment.ts";
import type { RenderDeploymentInput } from "../render/render-input.ts";
import type { RenderedParts } from "../render/deployment/render-parts.ts";

/** Renders where nobody waits, for each organization in turn; rejects with a TooCostlyError, or with what cannot be rendered. */
export type RenderElsewhere = (input: RenderDeploymentInput) => Promise<RenderedParts>;

/** Creates the way to render in a thread of its own. */
export function createRenderElsewhere(): RenderElsewhere {
  const worker = new BoundedWorker(new URL("./render-tasks.ts", import.meta.url));
  return (input) => worker.run<RenderedParts>("renderParts", input, input.metadata.namespace);
}

/** What becomes of a deployment whose rendering was ended. */
export const TOO_COSTLY = {
  kind: "refused",
  reason: RENDER_TOO_COSTLY,
  message: "Its custom_values_yaml, config or manifest takes too long to render; make it shorter or simpler.",
} as const;

type Judged = Readonly<{ metadata: Readonly<{ generation?: number }>; status?: unknown }>;

/** Tells whether rendering this generation took too long before, also in another process. */
export function isTooCostly({ metadata, status }: Judged): boolean {
  const { conditions = [] } = (status ?? {}) as DeploymentStatus;
  return conditions.some(
    ({ type, reason, observedGeneration }) =>
      type === "Rendered" && reason === RENDER_TOO_COSTLY && observedGeneration === metadata.generation,
  );
}
