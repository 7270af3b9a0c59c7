import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../contract/errors.ts";
import { deploymentResource, type DeploymentStatus } from "../../contract/resources/deployment.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import type { Context } from "../http/context.ts";
import { translateKubeFault } from "../resources/kube-faults.ts";

/** Reads what is wanted of a deployment, of the object itself: what kubectl has set and REST does not show is configuration too. */
export async function readSpec(context: Context, row: StoredResource): Promise<DeploymentSpec> {
  return (await readVersion(context, row)).spec;
}

/** Reads what is wanted of a deployment, and which generation says so. */
export async function readVersion(
  context: Context,
  row: StoredResource,
): Promise<Readonly<{ spec: DeploymentSpec; generation: string }>> {
  const { spec, generation } = await readObject(context, row);
  return { spec, generation };
}

/** Reads the object itself, as it is now. */
export async function readObject(
  { services }: Context,
  { namespace, objectName, uid }: StoredResource,
): Promise<Readonly<{ spec: DeploymentSpec; status: DeploymentStatus | undefined; generation: string }>> {
  const found = await services.kube.get(DEPLOYMENTS, { namespace, name: objectName }).catch((error: unknown) => {
    throw translateKubeFault(error, deploymentResource);
  });
  if (found?.metadata.uid !== uid) throw new BerthError("not_found");
  const { spec, status } = found as unknown as Readonly<{ spec: DeploymentSpec; status?: DeploymentStatus }>;
  return { spec, status, generation: String(found.metadata.generation) };
}
