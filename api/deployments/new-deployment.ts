import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import type { ResourceRow } from "../../adapters/postgres/resource-rows.ts";
import { handledName } from "../../contract/identity.ts";
import { deploymentResource } from "../../contract/resources/deployment.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import type { Context } from "../http/context.ts";
import { organizationOf } from "../resources/cluster-owners.ts";
import { rehearseCreate, type Wanted } from "../resources/create-resource.ts";
import { valuesPath, type Plan } from "../resources/dry-run-plan.ts";
import type { Owners } from "../resources/projection-port.ts";
import type { Rehearsed } from "../resources/shown-body.ts";
import { planDeployment, type PlannedChange } from "./plan-deployment.ts";

/** Describes a deployment to be made, whether created, promoted or imported. */
export type NewDeployment = Readonly<{
  cluster: ResourceRow;
  owners: Owners;
  name: string;
  spec: Partial<DeploymentSpec>;
}> &
  Pick<Wanted, "check" | "answer">;

/** Makes the resource of a new deployment. */
export function wantedDeployment({ cluster, owners, name, spec, ...judged }: NewDeployment): Wanted {
  return {
    definition: deploymentResource,
    kind: "Deployment",
    type: DEPLOYMENTS,
    organization: organizationOf(cluster),
    owners,
    nameOf: (id) => handledName(name, id),
    spec: { ...spec, name, cluster: cluster.objectName },
    reserve: { clusterId: cluster.id, kind: "Deployment", name },
    quota: "deployments",
    ...judged,
  };
}

type Compared = Pick<PlannedChange, "comparedWith" | "warnings">;

/** Plans a new deployment: the API server says what it would be; nothing is recorded. */
export async function planCreation(
  context: Context,
  wanted: Wanted,
  { cluster, comparedWith, warnings }: Compared & Readonly<{ cluster: ResourceRow }>,
): Promise<Rehearsed & Readonly<{ plan: Plan }>> {
  const { object, body } = await rehearseCreate(context, wanted);
  const plan = planDeployment({
    path: valuesPath(cluster, { id: String(body["id"]), objectName: object.metadata.name }),
    ...(comparedWith && { comparedWith }),
    after: body,
    object,
    chartVersion: context.services.chartVersion,
    warnings,
  });
  return { object, body, plan };
}
