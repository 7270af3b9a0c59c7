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
  const organization = organizationSlug(metadata.namespace ?? "");
  const owners = deploymentId === undefined ? [undefined] : [undefined, deploymentId];
  const lists = owners.map((one) => services.secrets.list({ organization, deploymentId: one }, "own"));
  // While the store is away a plan is made all the same: nothing is known of them then.
  const kept = await Promise.all(lists).catch(() => undefined);
  if (kept === undefined) return [];
  const missing = names.difference(new Set(kept.flat().map(({ name }) => name)));
  return [...missing].map((name) => `There is no secret "${name}": nothing of this is delivered until it is made.`);
}
