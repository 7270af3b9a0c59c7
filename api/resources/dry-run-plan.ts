import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { deriveHandle } from "../../contract/identity.ts";
import type { MonthlyCost, PlannedObject } from "../../contract/rest/values.ts";

/** What a write would do. */
export type Plan = Readonly<{
  values_diff: string;
  git_path: string | null;
  objects: readonly PlannedObject[];
  objects_complete: boolean;
  warnings: readonly string[];
  /** What it changes per month; null where something has no price. */
  monthly_cost?: MonthlyCost | null;
}>;

/** Makes the plan of a cluster's change, which has no values file, and whose objects are its provider's. */
export function planCluster(warnings: readonly string[], monthlyCost?: MonthlyCost | null): Plan {
  const plan = { values_diff: "", git_path: null, objects: [], objects_complete: false, warnings };
  return monthlyCost === undefined ? plan : { ...plan, monthly_cost: monthlyCost };
}

/** Derives where a deployment's values file lies, also before it was committed. */
export function valuesPath(
  cluster: Pick<StoredResource, "objectName" | "id">,
  deployment: Pick<StoredResource, "objectName" | "id">,
): string {
  const clusterHandle = deriveHandle("Cluster", cluster.objectName, cluster.id);
  return `clusters/${clusterHandle}/deployments/${deriveHandle("Deployment", deployment.objectName, deployment.id)}/values.yaml`;
}
