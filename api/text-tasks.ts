import { serveTasks } from "../adapters/worker/serve-tasks.ts";
import { renderDeployment } from "../render/deployment/render-deployment.ts";
import type { RenderDeploymentInput } from "../render/render-input.ts";
import { planDeletion, planDeployment } from "./deployments/plan-deployment.ts";

serveTasks({
  assertRendered: (input: RenderDeploymentInput) => void renderDeployment(input),
  renderValues: (input: RenderDeploymentInput) => renderDeployment(input).valuesYaml,
  planDeployment,
  planDeletion,
});
