import { z } from "zod";
import { askedByDeployment, askedByPreviewDatabase, type Asked } from "../../contract/asked.ts";
import { ANNOTATIONS } from "../../contract/identity.ts";
import { type DeploymentStatus } from "../../contract/resources/deployment.ts";
import { deploymentUpdatable, type DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { isStaged } from "../../contract/resources/staged-import.ts";
import type { DeploymentResponse } from "../../contract/rest/deployments.ts";
import { toRest, type RestAnswer } from "../../contract/rest-case.ts";
import { isDomainActive } from "../custom-domain.ts";
import { workloadName } from "../delivery-names.ts";
import { isImageHeld } from "../image-hold.ts";
import type { CustomResource, ProjectionContext } from "./custom-resource.ts";
import { deriveShownStatus } from "./derive-status.ts";
import { askedColumns, deriveBaseRow, type ProjectedRow } from "./resource-row.ts";
import { orNull, toRestTime } from "./rest-time.ts";
import { deriveStatusMembers } from "./shown-conditions.ts";

/** What is added on each read: the cluster's row says it (a join), and `observed_at` moves with the heartbeat. */
type ReadMember = "provider" | "region" | "cluster_status" | "cluster_error" | "observed_at";
/** The stored body of a deployment. */
type DeploymentBody = Omit<DeploymentResponse, ReadMember | "plan">;

type DeploymentObject = CustomResource<DeploymentSpec, DeploymentStatus>;
const updatable = z.strictObject(deploymentUpdatable);
type UpdatableAnswer = RestAnswer<z.infer<typeof updatable>>;

/** Projects a Deployment; until its cluster is known it is not in REST. */
export function projectDeployment(deployment: DeploymentObject, context: ProjectionContext): ProjectedRow {
  const base = deriveBaseRow("Deployment", deployment, context);
  const shown = deriveShownStatus("Deployment", deployment);
  const { spec } = deployment;
  const clusterId = orNull(deployment.status?.clusterId ?? context.cluster?.id);
  const body: Omit<DeploymentBody, "cluster_id"> & { cluster_id: string | null } = {
    ...(toRest(updatable, spec) as UpdatableAnswer),
    id: base.id,
    user_id: base.userId,
    organization_id: base.organizationId,
    cluster_id: clusterId,
    name: base.displayName,
    app_type: spec.appType,
    status: shown.status as DeploymentBody["status"],
    ...deriveStatusMembers(deployment, shown),
    ...sourceMembers(deployment),
    ...deliveredMembers(deployment, context),
    ...sleepMembers(deployment),
    created_at: base.createdAt,
    updated_at: base.updatedAt,
  };
  const columns = { clusterId, hidden: clusterId === null, ...askedColumns(askedByDeployment(spec)) };
  const detail = detailOf(deployment);
  const domainActive = isDomainActive(deployment);
  return { ...base, ...columns, domainActive, detail, status: shown.status, settled: shown.settled, body };
}

/** What a preview's database will ask for, which is made after it; of a deployment there is nothing else to be remembered. */
type PreviewDetail = Readonly<{ awaitedDatabase?: Asked }>;

function detailOf({ spec, status }: DeploymentObject): ProjectedRow["detail"] {
  const { database } = spec.preview ?? {};
  if (database !== undefined) return { awaitedDatabase: askedByPreviewDatabase(database) } satisfies PreviewDetail;
  const { importReview } = status ?? {};
  return importReview === undefined || !isStaged(spec) ? null : importReview;
}

type SourceMembers =
  | "deployment_type"
  | "helm_repo_url"
  | "helm_chart_name"
  | "is_adopted"
  | "source_namespace"
  | "source_kind"
  | "source_name"
  | "is_staged"
  | "image_updates_held"
  | "promoted_from"
  | "promoted_to"
  | "preview_of"
  | "expires_at";

function sourceMembers({ spec, metadata }: DeploymentObject): Pick<DeploymentBody, SourceMembers> {
  return {
    deployment_type: spec.deploymentType ?? deploymentType(spec),
    helm_repo_url: orNull(spec.helmRepoUrl),
    helm_chart_name: orNull(spec.helmChartName),
    is_adopted: spec.adoption !== undefined,
    ...adoptedMembers(spec, metadata.name),
    image_updates_held: isImageHeld(spec),
    promoted_from: orNull(spec.promotion?.sourceId),
    promoted_to: orNull(metadata.annotations?.[ANNOTATIONS.promotedTo]),
    preview_of: orNull(spec.preview?.sourceId),
    expires_at: toRestTime(spec.preview?.expiresAt) ?? null,
  };
}

function adoptedMembers(
  spec: DeploymentSpec,
  name: string,
): Pick<DeploymentBody, "source_namespace" | "source_kind" | "source_name" | "is_staged"> {
  const { adoption } = spec;
  return {
    source_namespace: orNull(adoption?.namespace),
    source_kind: orNull(adoption?.kind),
    source_name: adoption === undefined ? null : workloadName(spec, name),
    is_staged: isStaged(spec),
  };
}

function deploymentType(spec: DeploymentSpec): "image" | "helm" | "manifest" {
  if (spec.appType === "helm") return "helm";
  return spec.adoption?.manifestYaml === undefined ? "image" : "manifest";
}

function sleepMembers({ spec, status }: DeploymentObject): Pick<DeploymentBody, "sleeps_at" | "wakes_at"> {
  const seen = spec.sleep === undefined ? undefined : status?.sleep;
  return { sleeps_at: toRestTime(seen?.sleepsAt) ?? null, wakes_at: toRestTime(seen?.wakesAt) ?? null };
}

type DeliveredMembers =
  "values_yaml" | "git_path" | "endpoint_url" | "public_ports" | "ready_replicas" | "docker_image_running";

function deliveredMembers(
  deployment: DeploymentObject,
  context: ProjectionContext,
): Pick<DeploymentBody, DeliveredMembers> {
  const { status = {} } = deployment;
  return {
    values_yaml: context.cluster === undefined ? null : context.renderValues(deployment, context.cluster),
    git_path: orNull(status.git?.path),
    endpoint_url: orNull(status.endpointUrl),
    public_ports: (status.publicPorts ?? []).map(({ port, publicPort, address }) => {
      return { port, public_port: publicPort, address: orNull(address) };
    }),
    ready_replicas: orNull(status.readyReplicas),
    docker_image_running: orNull(status.dockerImageRunning),
  };
}
