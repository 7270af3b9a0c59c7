import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { findRow, type StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../contract/errors.ts";
import { deriveHandle } from "../../contract/identity.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import type { Context } from "../http/context.ts";
import { translateKubeFault } from "../resources/kube-faults.ts";
import { deploymentResource } from "../../contract/resources/deployment.ts";

/** Where on its cluster a deployment lives, and what there is its own. */
export type TenantPlace = Readonly<{
  cluster: StoredResource;
  namespace: string;
  /** Selects its pods; undefined: all of the namespace. */
  podSelector: string | undefined;
  /** Begins the names of its objects, where the namespace is shared with others; undefined: all are its own. */
  namePrefix: string | undefined;
}>;

/** Finds where a deployment lives: in a namespace of its own, unless it was taken over where it ran. */
export async function findTenantPlace(context: Context, row: StoredResource): Promise<TenantPlace> {
  const { pool } = context.services;
  const cluster = await findRow(pool, "Cluster", row.clusterId ?? "");
  if (cluster === undefined) throw new BerthError("cluster_unreachable");
  const handle = deriveHandle("Deployment", row.objectName, row.id);
  if (row.body["is_adopted"] !== true)
    return { cluster, namespace: handle, podSelector: undefined, namePrefix: undefined };
  const adoption = await readAdoption(context, row);
  const labels = Object.entries(adoption.selectorMatchLabels ?? {}).map(([key, value]) => `${key}=${value}`);
  return {
    cluster,
    namespace: adoption.namespace,
    podSelector: labels.length === 0 ? undefined : labels.join(","),
    namePrefix: adoption.workloadName ?? row.displayName,
  };
}

/** Tells whether an object of that name belongs to the deployment. */
export function isOwnName({ namePrefix }: TenantPlace, name: string): boolean {
  return namePrefix === undefined || name === namePrefix || name.startsWith(`${namePrefix}-`);
}

async function readAdoption(
  { services }: Context,
  { namespace, objectName: name }: StoredResource,
): Promise<NonNullable<DeploymentSpec["adoption"]>> {
  const found = await services.kube.get(DEPLOYMENTS, { namespace, name }).catch((error: unknown) => {
    throw translateKubeFault(error, deploymentResource);
  });
  const adoption = (found?.["spec"] as DeploymentSpec | undefined)?.adoption;
  if (adoption === undefined) throw new BerthError("not_found");
  return adoption;
}
