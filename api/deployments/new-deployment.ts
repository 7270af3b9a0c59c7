import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import type { DomainWish } from "../../adapters/postgres/resources/domain-store.ts";
import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { deploymentResource } from "../../contract/resources/deployment.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import type { Context } from "../http/context.ts";
import { rehearseCreate, type Wanted } from "../resources/create-resource.ts";
import { valuesPath, type Plan } from "../resources/dry-run-plan.ts";
import type { Owners } from "../resources/projection-port.ts";
import type { Rehearsed } from "../resources/shown-body.ts";
import { wantedOnCluster } from "../resources/wanted-on-cluster.ts";
import { assertDomainFree } from "./assert-domain-free.ts";
import type { PlannedChange } from "./plan-deployment.ts";
import { foreseePorts } from "./foresee-ports.ts";
import { missingSecrets } from "./missing-secrets.ts";
import { planChange } from "./plan-in-time.ts";

/** A deployment to be made, whether created, promoted or imported. */
type NewDeployment = Readonly<{
  cluster: StoredResource;
  owners: Owners;
  name: string;
  spec: Partial<DeploymentSpec>;
  /** The deployment that hands its domain over. */
  domainFrom?: string;
}> &
  Pick<Wanted, "check" | "answer">;

/** Makes the resource of a new deployment. */
export function wantedDeployment(context: Context, made: NewDeployment): Wanted {
  const { cluster, owners, name, spec, check, answer } = made;
  const domain = domainWish(made);
  return {
    ...wantedOnCluster({ kind: "Deployment", cluster, name, spec }),
    definition: deploymentResource,
    type: DEPLOYMENTS,
    owners,
    quota: "deployments",
    ...(answer && { answer }),
    ...(domain && { domain }),
    check: async () => {
      await check();
      if (domain !== undefined) await assertDomainFree(context, domain, cluster);
    },
  };
}

function domainWish({ cluster, spec, domainFrom }: NewDeployment): DomainWish | undefined {
  const { organizationId } = cluster;
  const except = domainFrom === undefined ? [] : [domainFrom];
  return spec.customDomain === undefined ? undefined : { domain: spec.customDomain, organizationId, except };
}

type Compared = Pick<PlannedChange, "comparedWith" | "warnings">;

/** Plans a new deployment: the API server says what it would be; nothing is recorded. */
export async function planCreation(
  context: Context,
  wanted: Wanted,
  { cluster, comparedWith, warnings }: Compared & Readonly<{ cluster: StoredResource }>,
): Promise<Rehearsed & Readonly<{ plan: Plan }>> {
  const { object, body, monthlyCost } = await rehearseCreate(context, wanted);
  const foreseen = await foreseePorts(context, { object, body, owners: wanted.owners }, { cluster, id: undefined });
  const plan = await planChange(context, {
    path: valuesPath(cluster, { id: String(body["id"]), objectName: object.metadata.name }),
    ...(comparedWith && { comparedWith }),
    after: foreseen.body,
    object,
    chartVersion: context.services.chartVersions.workload,
    warnings: [...warnings, ...foreseen.warnings, ...(await missingSecrets(context, object, undefined))],
  });
  return { object, body, monthlyCost, plan: { ...plan, monthly_cost: monthlyCost } };
}
