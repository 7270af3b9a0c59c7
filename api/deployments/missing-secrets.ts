import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { organizationSlug } from "../../contract/identity.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import type { Context } from "../http/context.ts";

/** Warns of secrets that environment variables name and nobody has made: the change would wait for them. */
export async function missingSecrets(
  { services }: Pick<Context, "services">,
  { metadata, spec }: KubeObject,
  deploymentId: string | undefined,
): Promise<string[]> {
  const { environmentVariables = [] } = spec as DeploymentSpec;
  const names = new Set(environmentVariables.flatMap(({ secretRef }) => secretRef ?? []));
  if (names.size === 0) return [];
  const scope = { organization: organizationSlug(metadata.namespace ?? ""), deploymentId: undefined };
  // While the store is away a plan is made all the same: nothing is known of them then.
  const kept = await services.secrets.list(scope, "all").catch(() => undefined);
  if (kept === undefined) return [];
  const usable = kept.filter((one) => one.deploymentId === undefined || one.deploymentId === deploymentId);
  const missing = names.difference(new Set(usable.map(({ name }) => name)));
  return [...missing].map((name) => `There is no secret "${name}": nothing of this is delivered until it is made.`);
}
