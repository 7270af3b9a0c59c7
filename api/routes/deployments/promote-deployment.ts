import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { StoredResource } from "../../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../../contract/errors.ts";
import { LABELS, PREVIEW_DATABASE_SECRET } from "../../../contract/identity.ts";
import type { DeploymentSpec } from "../../../contract/resources/deployment-spec.ts";
import type {
  DeploymentPromotionRequest,
  DeploymentPromotionResponse,
  promoteDeployment,
} from "../../../contract/rest/deployment-promotion.ts";
import { assertMayGiveRights } from "../../deployments/assert-may-give-rights.ts";
import { derivePromotion } from "../../deployments/derive-promotion.ts";
import { planCreation, wantedDeployment } from "../../deployments/new-deployment.ts";
import {
  clusterWarnings,
  ingressWarnings,
  promotedImageWarnings,
  volumeWarnings,
} from "../../deployments/plan-warnings.ts";
import { readSpec } from "../../deployments/read-spec.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Answer, Context, Handler } from "../../http/context.ts";
import { ValidationFault } from "../../http/validation-fault.ts";
import { refusal } from "../../http/refusal.ts";
import { assertBackupsAvailable } from "../../resources/assert-backups.ts";
import { assertDeliverable } from "../../deployments/assert-deliverable.ts";
import { assertPublicPorts } from "../../deployments/assert-public-ports.ts";
import { clusterContext, onCluster } from "../../resources/cluster-owners.ts";
import { createResource, type Wanted } from "../../resources/create-resource.ts";
import { loadResource } from "../../resources/load-resource.ts";
import { quotaWarnings } from "../../resources/quotas.ts";
import { writtenAnswer } from "../../resources/written-answer.ts";

type Promotion = Readonly<{
  source: StoredResource;
  target: StoredResource;
  name: string;
  spec: Partial<DeploymentSpec>;
  deletesSource: boolean;
  warnings: readonly string[];
}>;

/** Promotes a deployment to another cluster: a new one with its configuration; all else is the operator's. */
export const handle: Handler<typeof promoteDeployment> = async (context, { path, query, body }) => {
  const promotion = await planPromotion(context, path.deployment_id, body);
  const wanted = wantedOf(context, promotion);
  if (query.dry_run === true) return dryRun(context, promotion, wanted).catch(blameOverrides);
  const object = await createResource(context, wanted).catch(blameOverrides);
  await writtenAnswer(context, { kind: "Deployment", object, owners: wanted.owners }, query.wait);
  return { status: 201, body: answerOf(promotion, object) };
};

/** What the whole of source and overrides cannot be is mended by the overrides. */
function blameOverrides(error: unknown): never {
  if (!(error instanceof ValidationFault)) throw error;
  throw new ValidationFault(
    error.faults.map((fault) => ({ ...fault, loc: ["body", "overrides", ...fault.loc.slice(1)] })),
  );
}

async function planPromotion(context: Context, id: string, body: DeploymentPromotionRequest): Promise<Promotion> {
  const source = await loadResource(context, "Deployment", id);
  const target = await loadResource(context, "Cluster", body.target_cluster_id);
  assertMovable(source, target);
  const stored = await readSpec(context, source);
  if (stored.adoption?.manifestYaml !== undefined)
    throw refusal("A manifest that was taken over belongs to its cluster and cannot be promoted.");
  const overrides = body.overrides ?? {};
  assertMayGiveRights(context, target.organizationId, [overrides]);
  const deletesSource = body.delete_source === true;
  const spec = derivePromotion(stored, overrides);
  assertDatabaseStays(stored, spec);
  return {
    source,
    target,
    name: body.new_name ?? overrides.name ?? source.displayName,
    spec,
    deletesSource,
    warnings: [
      ...promotedImageWarnings(source.body, spec),
      ...volumeWarnings(spec, "No data moves: its volumes begin empty."),
      ...clusterWarnings(target),
      ...ingressWarnings(target, stored.appType === "helm"),
      ...domainWarnings(stored, spec, deletesSource),
    ],
  };
}

/** What a preview's own database goes with is the preview. */
function assertDatabaseStays(
  { preview }: DeploymentSpec,
  { environmentVariables = [] }: Partial<DeploymentSpec>,
): void {
  if (preview?.database === undefined) return;
  const leading = environmentVariables.filter(({ secretRef }) => secretRef === PREVIEW_DATABASE_SECRET);
  if (leading.length === 0) return;
  throw refusal(
    `${leading.map(({ name }) => name).join(", ")}: leads to the preview's own database, which goes with the preview. Say overrides.environment_variables, with a database that stays.`,
  );
}

function assertMovable(source: StoredResource, target: StoredResource): void {
  if (source.status === "deleting" || target.status === "deleting") throw new BerthError("being_deleted");
  if (source.organizationId !== target.organizationId)
    throw refusal("A deployment can only be promoted to a cluster of its own organization.");
  if (source.clusterId === target.id) throw refusal("It is on this cluster already; name another one.");
}

function domainWarnings(
  { customDomain: domain }: DeploymentSpec,
  { customDomain: wanted }: Partial<DeploymentSpec>,
  deletesSource: boolean,
): string[] {
  if (domain === undefined) return [];
  if (domain !== wanted) return [`The domain ${domain} stays with the source.`];
  return [
    deletesSource
      ? `The domain ${domain} goes over when the source is deleted.`
      : `The domain ${domain} goes over when it is taken away from the source.`,
  ];
}

function wantedOf(context: Context, promotion: Promotion): Wanted {
  const { source, target, name, deletesSource } = promotion;
  const { userId } = assertUser(context.principal);
  const spec = { ...promotion.spec, promotion: { sourceId: source.id, ...(deletesSource && { deleteSource: true }) } };
  return wantedDeployment(context, {
    cluster: target,
    owners: { organizationId: target.organizationId, userId, ...onCluster(target) },
    name,
    spec,
    domainFrom: source.id,
    check: async () => {
      await assertBackupsAvailable(context, spec.backups, target);
      const wanted = { ...spec, name, cluster: target.objectName } as DeploymentSpec;
      const place = clusterContext(target);
      assertPublicPorts(wanted, place);
      await assertDeliverable(context, wanted, { cluster: place, namespace: target.namespace });
    },
    answer: (object) => answerOf(promotion, object),
  });
}

function answerOf({ source, target, deletesSource }: Promotion, { metadata }: KubeObject): DeploymentPromotionResponse {
  const fate = deletesSource ? "The source is deleted once it runs." : "The source stays as it is.";
  return {
    source_deployment_id: source.id,
    new_deployment_id: metadata.labels?.[LABELS.id] ?? "",
    target_cluster_id: target.id,
    source_deleted: deletesSource,
    message: `The new deployment is being promoted. ${fate}`,
  };
}

async function dryRun(context: Context, promotion: Promotion, wanted: Wanted): Promise<Answer> {
  const { target: cluster, source, warnings } = promotion;
  const { organizationId: ownerId } = cluster;
  const quota = await quotaWarnings(context, { quota: "deployments", kind: "Deployment", ownerId });
  const compared = { cluster, comparedWith: source.body, warnings: [...warnings, ...quota] };
  const { object, plan } = await planCreation(context, wanted, compared);
  return { status: 200, body: { ...answerOf(promotion, object), plan } };
}
