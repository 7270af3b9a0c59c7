import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { findRow, type StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../contract/errors.ts";
import { deriveHandle, LABELS } from "../../contract/identity.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import type { Context } from "../http/context.ts";
import { translateKubeFault } from "../resources/kube-faults.ts";
import { deploymentResource } from "../../contract/resources/deployment.ts";

/** Where on its cluster a deployment lives, and what there is its own. */
export type TenantPlace = Readonly<{
  cluster: StoredResource;
  namespace: string;
  /** Names what makes its pods. */
  workload: string;
  /** Selects its pods; those of runs are none of them. */
  podSelector: string;
  /** Begins the names of its pods, where no label tells them from others'. */
  podPrefix: string | undefined;
  /** Begins the names of its objects, where the namespace is shared with others; undefined: all are its own. */
  namePrefix: string | undefined;
}>;

const NO_RUN = `!${LABELS.run}`;

/** Finds where a deployment lives: in a namespace of its own, unless it was taken over where it ran. */
export async function findTenantPlace(context: Context, row: StoredResource): Promise<TenantPlace> {
  const { pool } = context.services;
  const cluster = await findRow(pool, "Cluster", row.clusterId ?? "");
  if (cluster === undefined) throw new BerthError("cluster_unreachable");
  const handle = deriveHandle("Deployment", row.objectName, row.id);
  if (row.body["is_adopted"] !== true)
    return {
      cluster,
      namespace: handle,
      workload: handle,
      podSelector: NO_RUN,
      podPrefix: undefined,
      namePrefix: undefined,
    };
  const adoption = await readAdoption(context, row);
  const labels = Object.entries(adoption.selectorMatchLabels ?? {}).map(([key, value]) => `${key}=${value}`);
  const workload = adoption.workloadName ?? row.displayName;
  return {
    cluster,
    namespace: adoption.namespace,
    workload,
    podSelector: [...labels, NO_RUN].join(","),
    podPrefix: labels.length === 0 ? workload : undefined,
    namePrefix: workload,
  };
}

/** Tells whether an object of that name belongs to the deployment. */
export function isOwnName({ namePrefix }: Pick<TenantPlace, "namePrefix">, name: string): boolean {
  return namePrefix === undefined || name === namePrefix || name.startsWith(`${namePrefix}-`);
}

/** Tells whether a pod that was selected is the deployment's. */
export function isOwnPod({ podPrefix }: Pick<TenantPlace, "podPrefix">, name: string): boolean {
  return isOwnName({ namePrefix: podPrefix }, name);
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
