import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import type { Context } from "../http/context.ts";
import { refusedValue } from "../http/refused-value.ts";
import { assertRenderable, type Place } from "../resources/assert-renderable.ts";

const REFUSED =
  "charts are not fetched from there: send a public address, or have the platform's administrators allow this host";

/**
 * Refuses a spec that nobody could deliver, naming the field. What DNS does not know yet is let pass: the operator asks again
 * before it delivers.
 */
export async function assertDeliverable(context: Context, spec: DeploymentSpec, place: Place): Promise<void> {
  const { helmRepoUrl: url } = spec;
  if (url !== undefined && (await context.services.judgeChartHost(url, place.namespace)) === "refused")
    throw refusedValue(["body", "helm_repo_url"], REFUSED);
  await assertRenderable(context, spec, place);
}
