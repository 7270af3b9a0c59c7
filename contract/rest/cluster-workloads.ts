import { z } from "zod";
import { atLeast, defineOperation } from "./operation.ts";
import { clusterPath, timestamp, uuid } from "./values.ts";
import { workloadImportItem } from "./workload-imports.ts";

/** Kinds that are looked for on a cluster. */
export const FOUND_KINDS = ["Deployment", "StatefulSet", "DaemonSet"] as const;
export const FOUND_MAX = 500;

const foundWorkload = z
  .object({
    namespace: z.string(),
    kind: z.enum(FOUND_KINDS),
    name: z.string(),
    images: z.array(z.string()).meta({ description: "Of its containers, in their order" }),
    replicas: z.int().nullable().meta({ description: "Pods that it is to have; null where nodes decide" }),
    ready_replicas: z.int().min(0),
    created_at: timestamp.nullable(),
    managed_by: z.string().nullable().meta({
      description:
        "What else keeps it, such as a Helm release or an Argo CD application of others; null: nothing that says so",
    }),
    deployment_id: uuid.nullable().meta({ description: "The deployment that it was imported as" }),
    obstacle: z.string().nullable().meta({ description: "Why it cannot be imported as it is, and what to do" }),
    import_item: workloadImportItem.nullable().meta({
      description:
        "What POST /deployments/import takes to make a deployment of it that changes nothing; null with an obstacle",
    }),
  })
  .meta({ component: "FoundWorkload" });
/** A workload that runs on a cluster, whoever has put it there. */
export type FoundWorkload = z.infer<typeof foundWorkload>;

const foundWorkloadsResponse = z
  .object({
    workloads: z.array(foundWorkload),
    complete: z.boolean().meta({ description: "False where there are more: ask by namespace" }),
    observed_at: timestamp.meta({ description: "When the cluster was asked" }),
  })
  .meta({ component: "FoundWorkloadsResponse" });

export const listClusterWorkloads = defineOperation({
  operationId: "listClusterWorkloads",
  method: "get",
  path: "/clusters/{cluster_id}/workloads",
  group: "clusters",
  summary: "List the workloads that were found on a cluster",
  description: `What runs there and is not the platform's own, asked of the cluster's API server now, by namespace and name; ${FOUND_MAX} at most. Each with what an import of it would say: import_item as it is, or changed, is an item of POST /deployments/import. Namespaces of the cluster itself (kube-, berth-) are left out.`,
  who: atLeast("viewer"),
  scope: "clusters:read",
  pathParameters: clusterPath,
  query: {
    namespace: z
      .string()
      .max(63)
      .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/)
      .optional()
      .meta({ description: "Only what runs in this namespace" }),
  },
  success: { status: 200, schema: foundWorkloadsResponse, description: "The workloads" },
  errors: ["cluster_unreachable", "kubernetes_unavailable"],
});
export const clusterWorkloadOperations = [listClusterWorkloads];
