import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../contract/errors.ts";
import { deploymentResource } from "../../contract/resources/deployment.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import type { Context } from "../http/context.ts";
import { translateKubeFault } from "../resources/kube-faults.ts";

/** Reads what is wanted of a deployment, of the object itself: what kubectl has set and REST does not show is configuration too. */
export async function readSpec(context: Context, row: StoredResource): Promise<DeploymentSpec> {
  return (await readVersion(context, row)).spec;
}

/** Reads what is wanted of a deployment, and which generation says so. */
export async function readVersion(
  { services }: Context,
  { namespace, objectName, uid }: StoredResource,
): Promise<Readonly<{ spec: DeploymentSpec; generation: string }>> {
  const found = await services.kube.get(DEPLOYMENTS, { namespace, name: objectName }).catch((error: unknown) => {
    throw translateKubeFault(error, deploymentResource);
  });
  if (found?.metadata.uid !== uid) throw new BerthError("not_found");
  return { spec: found["spec"] as DeploymentSpec, generation: String(found.metadata.generation) };
}
