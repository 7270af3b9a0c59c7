import type { Schemas } from "../../client/main.ts";
import { findCluster, searchDeployment } from "../find-resource.ts";
import { CREATION_ONLY } from "../generated/flags.ts";
import type { Means } from "../means.ts";
import { UsageError } from "../output/explain-fault.ts";
import { formatPlan } from "./format-plan.ts";
import { creationOf, updateOf, type Wish } from "./wish.ts";

type Deployment = Schemas["DeploymentResponse"];
/** What a dry run said, and what to send to make it so. */
export type Planned = Readonly<{ wish: Wish; would: Deployment }> &
  (
    | Readonly<{ kind: "create"; body: Schemas["DeploymentCreate"] }>
    | Readonly<{ kind: "update"; existing: Deployment; body: Schemas["DeploymentUpdate"] }>
  );

/** Asks what a wish would change: of the deployment of that name, else by a new one. */
export async function planDeploy(means: Means, wish: Wish): Promise<Planned> {
  const { berth } = means;
  const [existing, ...others] = await searchDeployment(means, wish.name, wish.cluster);
  if (others.length > 0) throw new UsageError(`There is more than one deployment "${wish.name}": add --cluster.`);
  const query = { dry_run: true };
  if (existing !== undefined) {
    const body = updateOf(wish, existing, CREATION_ONLY);
    const path = { deployment_id: existing.id };
    return { kind: "update", wish, existing, body, would: await berth.updateDeployment({ path, query, body }) };
  }
  if (wish.cluster === undefined)
    throw new UsageError(`There is no deployment "${wish.name}" yet: say by --cluster where to make it.`);
  const body = creationOf(wish, (await findCluster(means, wish.cluster)).id);
  return { kind: "create", wish, body, would: await berth.createDeployment({ query, body }) };
}

/** Tells whether a plan would change anything. */
export function changesAnything({ kind, would: { plan } }: Planned): boolean {
  return kind === "create" || plan?.values_diff !== "" || plan.objects.length > 0 || !plan.objects_complete;
}

/** Tells what a plan would change, for people. */
export function describePlan({ kind, wish, would: { plan } }: Planned): string {
  return formatPlan(kind === "create" ? `${wish.name} would be created.` : `${wish.name} would change:`, plan);
}
