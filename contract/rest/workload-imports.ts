import { z } from "zod";
import { canUse } from "../resources/deployment-members.ts";
import { adoptionSpec, APP_TYPES, deploymentSpec, type DeploymentSpec } from "../resources/deployment-spec.ts";
import { name40 } from "../fields.ts";
import { toRestShape, typed, type Rest } from "../rest-case.ts";
import { deploymentResponse, type DeploymentResponse } from "./deployments.ts";
import { atLeast, defineOperation } from "./operation.ts";
import { uuid } from "./values.ts";

const WORKLOADS_MAX = 100;
/** What runs by itself is taken over as what it is: a job is none of it. */
const ADOPTABLE = APP_TYPES.filter((appType) => canUse(appType, "adoption"));

/** Members of an item that are the deployment's own. */
export const configured = deploymentSpec.pick({
  dockerImage: true,
  helmChartName: true,
  helmChartVersion: true,
  helmRepoUrl: true,
  customValuesYaml: true,
  cpuRequest: true,
  memoryRequestMb: true,
  replicas: true,
  containerPort: true,
  command: true,
  args: true,
});
/** Members of an item that say what is kept of the live workload. */
export const kept = adoptionSpec.pick({
  namespace: true,
  kind: true,
  serviceAccountName: true,
  manifestYaml: true,
  extraPodSpecYaml: true,
  extraContainerSpecYaml: true,
  selectorMatchLabels: true,
  podTemplateLabels: true,
});

export type WorkloadImportItem = Rest<z.input<typeof configured>> &
  Rest<z.input<typeof kept>> &
  Readonly<{
    name: string;
    app_type?: DeploymentSpec["appType"] | null | undefined;
    display_name?: string | null | undefined;
  }>;
export const workloadImportItem = typed<WorkloadImportItem>(
  z
    .strictObject({
      name: z
        .string()
        .min(1)
        .max(253)
        .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/)
        .meta({ description: "Name of the live workload, or of the Helm release" }),
      ...toRestShape(kept.shape),
      app_type: z.enum(ADOPTABLE).nullable().optional().meta({ description: "container when unset" }),
      display_name: name40
        .nullable()
        .optional()
        .meta({ description: "Name of the deployment, unique in its cluster; that of the workload when unset" }),
      ...toRestShape(configured.shape),
    })
    .meta({ component: "WorkloadImportItem" }),
);

type WorkloadImportRequest = Readonly<{ workloads: readonly WorkloadImportItem[] }>;
const workloadImportRequest: z.ZodType<WorkloadImportRequest> = z
  .strictObject({
    workloads: z
      .array(workloadImportItem)
      .max(WORKLOADS_MAX)
      .meta({ description: "Workloads that run on the cluster already" }),
  })
  .meta({
    component: "WorkloadImportRequest",
    examples: [
      {
        workloads: [
          {
            name: "shop",
            namespace: "production",
            kind: "Deployment",
            app_type: "web_app",
            docker_image: "nginx:1.29",
            container_port: 8080,
            selector_match_labels: { app: "shop" },
            pod_template_labels: { app: "shop", tier: "front" },
          },
        ],
      },
    ],
  });

const workloadImportFailure = z
  .looseObject({
    index: z.int().min(0).meta({ description: "Place of the item in the request, from 0" }),
    name: z.string(),
    namespace: z.string(),
    code: z.string().meta({ description: "value_error, or the code of the error" }),
    error: z.string().meta({ description: "What is wrong with the item, with the member's name, and what to do" }),
  })
  .meta({ component: "WorkloadImportFailure" });
/** Why one workload was not imported. */
export type WorkloadImportFailure = z.infer<typeof workloadImportFailure>;

export type WorkloadImportResponse = Readonly<{
  imported: readonly DeploymentResponse[];
  failed: readonly WorkloadImportFailure[];
  total_imported: number;
  total_failed: number;
}>;
const workloadImportResponse = z
  .object({
    imported: z.array(deploymentResponse).meta({
      description:
        "The new deployments, in the order of the request; with ?wait those that their cluster refuses are failed, with status_reason WorkloadRefused",
    }),
    failed: z.array(workloadImportFailure),
    total_imported: z.int().min(0),
    total_failed: z.int().min(0),
  })
  .meta({ component: "WorkloadImportResponse" });

export const importWorkloads = defineOperation({
  operationId: "importWorkloads",
  method: "post",
  path: "/deployments/import",
  group: "deployments",
  summary: "Import workloads that run on a cluster already",
  description:
    "Makes a deployment of each workload, from what the request says alone: nothing is read from the cluster and nothing is changed there. Values and an Application without automatic sync are written; the deployment is stopped with reason StagedForImport, or running where the live workload is healthy, until POST /deployments/{id}/sync takes it over. The cluster's API server is asked afterwards, by a dry run that stores nothing, and again each minute: what it refuses is not in failed, for the deployment is there and heals once the cause is gone. It is failed with status_reason WorkloadRefused, and error_message, the condition Stalled, GET /deployments/{id}/status and GET /deployments/{id}/events name the member and the cause; with ?wait=60 imported shows the verdict already. Members that are not sent keep on the cluster what they are. Each item is judged by itself: those that cannot be imported are listed in failed, the others are imported, and 201 is the answer also when all have failed. A deployment belongs to the owner of the cluster. People import into imported clusters only, the service principal into any. A repetition with the same Idempotency-Key makes nothing twice, and tries again what failed for a reason of the platform's.",
  who: atLeast("member"),
  serviceToken: true,
  scope: "deployments:write",
  query: { cluster_id: uuid.meta({ description: "Cluster that they run on" }) },
  body: workloadImportRequest,
  dryRun: true,
  wait: true,
  idempotent: true,
  success: {
    status: 201,
    schema: workloadImportResponse,
    description: "What was imported and what was not; a dry run answers 200 with a plan in each deployment",
  },
  errors: ["not_found", "not_imported", "being_deleted", "kubernetes_unavailable"],
});
export const workloadImportOperations = [importWorkloads];
