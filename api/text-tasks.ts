import { serveTasks } from "../adapters/worker/serve-tasks.ts";
import { renderDeployment, type RenderDeploymentInput } from "../render/deployment/render-deployment.ts";
import { planDeletion, planDeployment } from "./deployments/plan-deployment.ts";

serveTasks({
  assertRendered: (input: RenderDeploymentInput) => void renderDeployment(input),
  renderValues: (input: RenderDeploymentInput) => renderDeployment(input).valuesYaml,
  planDeployment,
  planDeletion,
});
