import { z } from "zod";
import { kubernetesVersion, text } from "../fields.ts";
import { UPGRADE_PHASES, upgradePreflight } from "../resources/upgrade-request.ts";
import { toAnswerSchema } from "../rest-case.ts";
import { conditionResponse } from "./clusters.ts";
import { LISTED } from "./on-cluster.ts";
import { atLeast, defineOperation, type Declaration } from "./operation.ts";
import { clusterPath, listOf, listQuery, organizationFilter, timestamp, uuid } from "./values.ts";

const upgradeRequestCreate = z
  .strictObject({
    to_version: kubernetesVersion.meta({
      description: "A newer patch of the cluster's minor, or the next minor; without a patch the newest on offer",
    }),
    upgrade_notes: text(4096).nullable().optional().meta({ description: "For whoever approves" }),
  })
  .meta({
    component: "UpgradeRequestCreate",
    examples: [{ to_version: "1.36.3", upgrade_notes: "Before the freeze" }],
  });

const upgradeSchedule = z
  .strictObject({
    scheduled_date: timestamp.nullable().meta({ description: "When to begin; null: as soon as it is approved" }),
  })
  .meta({ component: "UpgradeSchedule", examples: [{ scheduled_date: "2027-01-31T03:00:00Z" }] });

const preflight = toAnswerSchema(upgradePreflight) as z.ZodObject;
export const upgradeRequestResponse = z
  .object({
    id: uuid.meta({ description: "Record id" }),
    cluster_id: uuid,
    organization_id: uuid,
    user_id: uuid.meta({ description: "Who asked for it" }),
    from_version: z.string().meta({ description: "Version of the cluster when it was asked for" }),
    to_version: z.string(),
    status: z.enum([...UPGRADE_PHASES, "deleting"]),
    status_reason: z.string().nullable().meta({ description: "CamelCase reason of the status" }),
    error_message: z.string().nullable().meta({ description: "What is in the way and what to do next" }),
    conditions: z.array(conditionResponse),
    step: z.string().nullable().meta({ description: "Step under way, or the one that it stopped at" }),
    preflight: preflight.nullable().meta({ description: "What the last look before the upgrade found" }),
    requested_at: timestamp,
    approved_at: timestamp.nullable(),
    started_at: timestamp.nullable(),
    completed_at: timestamp.nullable().meta({ description: "When it ended, well or not" }),
    upgrade_notes: z.string().nullable(),
    scheduled_date: timestamp.nullable(),
    is_auto_scheduled: z.boolean().meta({ description: "Whether the platform made the request" }),
    observed_at: timestamp.nullable().meta({ description: "When the status was last observed" }),
  })
  .meta({ component: "UpgradeRequestResponse" });

const upgradeListResponse = listOf("upgrades", upgradeRequestResponse).meta({ component: "UpgradeListResponse" });

const preflightReport = z
  .object({
    upgrade_id: uuid.meta({ description: "The request that it was made for" }),
    to_version: z.string(),
    ok: z.boolean().meta({ description: "Whether nothing stood in the way" }),
    ...preflight.shape,
  })
  .meta({ component: "PreflightResponse" });

const nodesResponse = z
  .object({
    nodes: z.array(
      z
        .object({
          name: z.string(),
          server_type: z.string().nullable(),
          ready: z.boolean(),
          schedulable: z.boolean().meta({ description: "Whether new pods may come to it" }),
          kubelet_version: z.string(),
        })
        .meta({ component: "NodeResponse" }),
    ),
  })
  .meta({ component: "NodesResponse" });

const group = "clusters";
const ofUpgrade = { upgrade_id: uuid.meta({ description: "Record id of the upgrade request" }) };

export const requestUpgrade = defineOperation({
  operationId: "requestUpgrade",
  method: "post",
  path: "/clusters/{cluster_id}/upgrades/request",
  group,
  summary: "Ask for an upgrade of a cluster's Kubernetes version",
  description:
    "Makes a request that somebody has to approve. One request of a cluster is open at a time: 409 upgrade_open. 409 not_managed for an imported cluster, cluster_not_ready before it first ran. Shared clusters have an API server of their own and are upgraded like others; the nodes of those at a host stay the host's.",
  who: atLeast("member"),
  scope: "clusters:write",
  pathParameters: clusterPath,
  body: upgradeRequestCreate,
  idempotent: true,
  success: { status: 201, schema: upgradeRequestResponse, description: "The request, pending" },
  errors: [
    "being_deleted",
    "not_managed",
    "cluster_not_ready",
    "upgrade_open",
    "kubernetes_unavailable",
    "outcome_unknown",
  ],
});

export const listUpgrades = defineOperation({
  operationId: "listUpgrades",
  method: "get",
  path: "/clusters/{cluster_id}/upgrades",
  group,
  summary: "List the upgrade requests of a cluster",
  who: atLeast("viewer"),
  scope: "clusters:read",
  pathParameters: clusterPath,
  query: listQuery,
  success: { status: 200, schema: upgradeListResponse, description: "Upgrade requests, newest first" },
});

export const listUpgradeRequests = defineOperation({
  operationId: "listUpgradeRequests",
  method: "get",
  path: "/upgrades",
  group,
  summary: "List upgrade requests over all clusters",
  description: `Such as those that wait for an approval: ?status=pending. ${LISTED}`,
  who: { kind: "user" },
  scope: "clusters:read",
  query: {
    ...listQuery,
    ...organizationFilter,
    cluster_id: uuid.optional().meta({ description: "Only requests for this cluster" }),
    status: z.enum(UPGRADE_PHASES).optional().meta({ description: "Only requests in this status" }),
  },
  success: { status: 200, schema: upgradeListResponse, description: "Upgrade requests, newest first" },
  errors: ["not_found"],
});

export const getUpgrade = defineOperation({
  operationId: "getUpgrade",
  method: "get",
  path: "/upgrades/{upgrade_id}",
  group,
  summary: "Read an upgrade request",
  who: atLeast("viewer"),
  scope: "clusters:read",
  pathParameters: ofUpgrade,
  concurrency: "read",
  success: { status: 200, schema: upgradeRequestResponse, description: "The request" },
});

type Action = Readonly<{ verb: string; role: "member" | "admin"; summary: string; description: string }>;

function action({ verb, role, summary, description }: Action) {
  return {
    method: "post",
    path: `/upgrades/{upgrade_id}/${verb}`,
    group,
    summary,
    description,
    who: { kind: "role", role },
    scope: "clusters:write",
    pathParameters: ofUpgrade,
    wait: true,
    idempotent: true,
    success: { status: 200, schema: upgradeRequestResponse, description: "The request" },
    errors: ["conflict", "being_deleted", "kubernetes_unavailable", "outcome_unknown"],
  } as const satisfies Omit<Declaration<typeof ofUpgrade, Record<string, never>, undefined>, "operationId">;
}

export const approveUpgrade = defineOperation({
  operationId: "approveUpgrade",
  ...action({
    verb: "approve",
    role: "admin",
    summary: "Approve an upgrade",
    description:
      "Only a pending request: 409 conflict otherwise. Without a date the preflight begins at once, then the control plane and the nodes are replaced one after the other; what stands in the way is told in error_message and waited for, an hour at most. Platform admins may approve the requests of any organization.",
  }),
});
export const rejectUpgrade = defineOperation({
  operationId: "rejectUpgrade",
  ...action({
    verb: "reject",
    role: "admin",
    summary: "Reject an upgrade",
    description: "Only a pending request: 409 conflict otherwise. Another one can then be made.",
  }),
});
export const cancelUpgrade = defineOperation({
  operationId: "cancelUpgrade",
  ...action({
    verb: "cancel",
    role: "member",
    summary: "Cancel an upgrade",
    description:
      "For whoever asked for it, and for admins. Only while it is pending, approved, scheduled or in preflight: 409 conflict otherwise.",
  }),
});
export const scheduleUpgrade = defineOperation({
  operationId: "scheduleUpgrade",
  ...action({
    verb: "schedule",
    role: "admin",
    summary: "Set the date of an upgrade",
    description:
      "It begins then, if it is approved. Only while it is pending, approved or scheduled: 409 conflict otherwise. A date that is over is refused.",
  }),
  body: upgradeSchedule,
});

export const getClusterPreflight = defineOperation({
  operationId: "getClusterPreflight",
  method: "get",
  path: "/clusters/{cluster_id}/preflight",
  group,
  summary: "Read the newest preflight of a cluster",
  description:
    "What the last look before an upgrade found: version skew, kubelets, nodes that are not ready, PodDisruptionBudgets that allow nothing. 404 while there was none.",
  who: atLeast("viewer"),
  scope: "clusters:read",
  pathParameters: clusterPath,
  success: { status: 200, schema: preflightReport, description: "The report" },
});

export const listClusterNodes = defineOperation({
  operationId: "listClusterNodes",
  method: "get",
  path: "/clusters/{cluster_id}/nodes",
  group,
  summary: "List the nodes of a cluster",
  description: "As they were last seen; 200 at most.",
  who: atLeast("viewer"),
  scope: "clusters:read",
  pathParameters: clusterPath,
  success: { status: 200, schema: nodesResponse, description: "The nodes, by name" },
  errors: ["kubernetes_unavailable"],
});

export const upgradeOperations = [
  requestUpgrade,
  listUpgrades,
  listUpgradeRequests,
  getUpgrade,
  approveUpgrade,
  rejectUpgrade,
  cancelUpgrade,
  scheduleUpgrade,
  getClusterPreflight,
  listClusterNodes,
];
