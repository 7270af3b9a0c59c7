import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import type { DomainWish } from "../../adapters/postgres/resources/domain-store.ts";
import { findRow, type StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../contract/errors.ts";
import { deploymentResource } from "../../contract/resources/deployment.ts";
import type { FlagQuery } from "../../contract/rest/operation.ts";
import type { Answer, Context } from "../http/context.ts";
import { actOnResource, rehearseAct, type Act } from "../resources/act-on-resource.ts";
import { assertDomainFree } from "./assert-domain-free.ts";
import { foreseePorts } from "./foresee-ports.ts";
import { planFirstSync } from "./plan-first-sync.ts";
import { ownersOf } from "../resources/cluster-owners.ts";
import { valuesPath } from "../resources/dry-run-plan.ts";
import type { PatchOperation } from "../resources/json-patch.ts";
import { loadResource } from "../resources/load-resource.ts";
import type { Owners } from "../resources/projection-port.ts";
import { writtenAnswer } from "../resources/written-answer.ts";
import { planChange } from "./plan-in-time.ts";
import { missingSecrets } from "./missing-secrets.ts";
import { clusterWarnings, ingressWarnings } from "./plan-warnings.ts";

/** A deployment that is to be changed. */
export type Target = Readonly<{ row: StoredResource; cluster: StoredResource | undefined; owners: Owners }>;

/** What an action does to the spec. */
type Wish = Readonly<{
  operations: readonly PatchOperation[];
  /** Names what is changed, for the audit log. */
  members: readonly string[];
  /** Refuses any other generation than this one. */
  generation?: string | undefined;
  /** The generation that it was derived from. */
  basedOn?: string | undefined;
  /** The name that it gets by this. */
  newName?: string | undefined;
  /** The domain that it gets by this. */
  newDomain?: string | undefined;
  warnings?: readonly string[];
  /** Says that a staged import is taken over. */
  firstSync?: true;
  dryRun: boolean | undefined;
  wait: Pick<FlagQuery, "wait" | "wait_for">;
}>;

/** Loads a deployment that may still be changed. */
export async function loadTarget(context: Context, id: string): Promise<Target> {
  const row = await loadResource(context, "Deployment", id);
  if (row.status === "deleting") throw new BerthError("being_deleted");
  const cluster = await findRow(context.services.pool, "Cluster", row.clusterId ?? "");
  return { row, cluster, owners: ownersOf(row, cluster) };
}

/** Changes a deployment by an action; an abandoned attempt of it is finished instead of repeated. */
export async function changeDeployment(context: Context, target: Target, wish: Wish): Promise<Answer> {
  const { row, owners } = target;
  const { operations, members, generation, basedOn, newName } = wish;
  const { clusterId } = row;
  const domain = domainWish(row, wish.newDomain);
  const definition = deploymentResource;
  const act: Act = {
    definition,
    kind: "Deployment",
    type: DEPLOYMENTS,
    row,
    owners,
    operations,
    members,
    generation,
    basedOn,
    ...(domain && { domain }),
    ...(newName !== undefined && clusterId !== null && { rename: { clusterId, kind: "Deployment", name: newName } }),
  };
  if (domain !== undefined) await assertDomainFree(context, domain, row);
  if (wish.dryRun === true) return dryRun(context, act, { target, wish });
  const object = await actOnResource(context, act);
  const { wait, wait_for: waitFor } = wish.wait;
  return writtenAnswer(context, { kind: "Deployment", object, owners, waitFor }, wait);
}

/** A domain that it names already is no wish: whether it has it is told by its condition. */
function domainWish({ id, organizationId, body }: StoredResource, domain: string | undefined): DomainWish | undefined {
  const isNew = domain !== undefined && domain !== body["custom_domain"];
  return isNew ? { domain, organizationId, except: [id] } : undefined;
}

async function dryRun(
  context: Context,
  act: Act,
  { target, wish }: Readonly<{ target: Target; wish: Wish }>,
): Promise<Answer> {
  const { row, cluster } = target;
  const { object, body, monthlyCost } = await rehearseAct(context, act);
  const foreseen = await foreseePorts(context, { object, body, owners: act.owners }, { cluster, id: row.id });
  const { warnings: firstWarnings, ...first } = wish.firstSync === true ? planFirstSync(row) : { warnings: [] };
  const plan = {
    ...(await planChange(context, {
      path: cluster === undefined ? null : valuesPath(cluster, row),
      before: row.body,
      after: foreseen.body,
      object,
      generation: row.generation,
      chartVersion: context.services.chartVersions.workload,
      warnings: [
        ...(wish.warnings ?? []),
        ...firstWarnings,
        ...foreseen.warnings,
        ...(await missingSecrets(context, object, row.id)),
        ...clusterWarnings(cluster),
        ...ingressWarnings(cluster, body["app_type"] === "helm"),
      ],
    })),
    ...first,
    monthly_cost: monthlyCost,
  };
  return { status: 200, body: { ...body, plan } };
}
