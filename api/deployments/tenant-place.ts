import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../contract/errors.ts";
import { deriveHandle, LABELS } from "../../contract/identity.ts";
import { isJob, type DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import type { Context } from "../http/context.ts";
import { findClusterOf } from "../resources/find-cluster.ts";
import { translateKubeFault } from "../resources/kube-faults.ts";
import { deploymentResource } from "../../contract/resources/deployment.ts";

/** Where on its cluster a deployment lives, and what there is its own. */
export type TenantPlace = Readonly<{
  cluster: StoredResource;
  namespace: string;
  /** Names what makes its pods. */
  workload: string;
  /** Selects its pods; those of runs are none of them, but all that a job has. */
  podSelector: string;
  /** Begins the names of its pods, where no label tells them from others'. */
  podPrefix: string | undefined;
  /** Begins the names of its objects, where the namespace is shared with others; undefined: all are its own. */
  namePrefix: string | undefined;
}>;

/** Reads the deployment of a row from the management cluster. */
type ReadDeployment = (ref: Readonly<{ namespace: string; name: string }>) => Promise<KubeObject | undefined>;
type PlacedResource = Pick<StoredResource, "id" | "namespace" | "objectName" | "displayName" | "body">;

const NO_RUN = `!${LABELS.run}`;

/** Finds where a deployment lives: in a namespace of its own, unless it was taken over where it ran. */
export async function findTenantPlace(context: Context, row: StoredResource): Promise<TenantPlace> {
  const read: ReadDeployment = (ref) => context.services.kube.get(DEPLOYMENTS, ref);
  return { ...(await findPlaceOn(read, row)), cluster: await findClusterOf(context, row) };
}

/** Finds where on a cluster that is known a deployment lives. */
export async function findPlaceOn(read: ReadDeployment, row: PlacedResource): Promise<Omit<TenantPlace, "cluster">> {
  const handle = deriveHandle("Deployment", row.objectName, row.id);
  if (row.body["is_adopted"] !== true)
    return {
      namespace: handle,
      workload: handle,
      podSelector: isJob({ appType: String(row.body["app_type"]) }) ? LABELS.run : NO_RUN,
      podPrefix: undefined,
      namePrefix: undefined,
    };
  const adoption = await readAdoption(read, row);
  const labels = Object.entries(adoption.selectorMatchLabels ?? {}).map(([key, value]) => `${key}=${value}`);
  const workload = adoption.workloadName ?? row.displayName;
  return {
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
  read: ReadDeployment,
  { namespace, objectName: name }: PlacedResource,
): Promise<NonNullable<DeploymentSpec["adoption"]>> {
  const found = await read({ namespace, name }).catch((error: unknown) => {
    throw translateKubeFault(error, deploymentResource);
  });
  const adoption = (found?.["spec"] as DeploymentSpec | undefined)?.adoption;
  if (adoption === undefined) throw new BerthError("not_found");
  return adoption;
}
