import { BerthError } from "../../contract/errors.ts";
import { deploymentResource } from "../../contract/resources/deployment.ts";
import { type DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import type { ClusterContext } from "../../render/projection/custom-resource.ts";
import { deriveRenderInput } from "../../render/projection/values-renderer.ts";
import { renderDeployment } from "../../render/deployment/render-deployment.ts";
import { isQuicklyRendered } from "../../render/text/text-size.ts";
import type { Context } from "../http/context.ts";
import { refusedValue } from "../http/refused-value.ts";
import { refuseTooCostly } from "./text-work.ts";

const PLATFORM = { appsDomain: "", repoUrl: "", branch: "", argocdNamespace: "", project: "", chartVersion: "" };
const ANY_ID = "00000000-0000-0000-0000-000000000000";

/** The cluster that takes a deployment, and the namespace of the organization that it is in. */
export type Place = Readonly<{ cluster: ClusterContext; namespace: string }>;

/** Refuses a spec whose values file cannot be rendered, naming the field: nobody could deliver it. */
export async function assertRenderable(
  { services }: Pick<Context, "services">,
  spec: DeploymentSpec,
  { cluster, namespace }: Place,
): Promise<void> {
  const metadata = { name: deploymentResource.singular, namespace, uid: ANY_ID };
  try {
    const input = deriveRenderInput({ metadata, spec }, cluster, PLATFORM);
    if (isQuicklyRendered(spec)) renderDeployment(input);
    else await services.textWork.run("assertRendered", input, namespace);
  } catch (error) {
    if (!(error instanceof BerthError) || error.code !== "render_failed") throw refuseTooCostly(["body"], error);
    const { field } = error.details;
    const name = typeof field === "string" ? [field] : [];
    throw refusedValue(["body", ...name], error.publicMessage.replace(/^[a-z_]+ /, ""));
  }
}
