import { z } from "zod";
import { defineOperation } from "./operation.ts";
import { listOf, listQuery, messageResponse, timestamp, uuid } from "./values.ts";

const issuedKubeconfigResponse = z
  .object({
    id: uuid.meta({ description: "Record id" }),
    cluster_id: uuid,
    cluster_name: z.string(),
    organization_id: uuid,
    session_id: uuid.nullable().meta({ description: "The session that it was asked for in, and ends with" }),
    api_key_id: uuid.nullable().meta({ description: "The API key that it was asked for with, and ends with" }),
    client_id: z
      .string()
      .nullable()
      .meta({ description: "The connected application that asked for it; it ends with the consent" }),
    issued_at: timestamp.meta({ description: "When the last one was handed out" }),
    expires_at: timestamp.meta({ description: "When the last of them ends by itself" }),
  })
  .meta({ component: "IssuedKubeconfigResponse" });
export type IssuedKubeconfigResponse = z.infer<typeof issuedKubeconfigResponse>;

const group = "auth";
const who = { kind: "user" } as const;

export const listKubeconfigs = defineOperation({
  operationId: "listKubeconfigs",
  method: "get",
  path: "/auth/kubeconfigs",
  group,
  summary: "List the kubeconfigs that were handed out to you",
  description: "Those of one cluster that were asked for with one session, key or application are one entry.",
  who,
  sessionOnly: true,
  query: listQuery,
  success: {
    status: 200,
    schema: listOf("kubeconfigs", issuedKubeconfigResponse).meta({ component: "IssuedKubeconfigListResponse" }),
    description: "What still opens a cluster, newest first",
  },
});
export const deleteKubeconfig = defineOperation({
  operationId: "deleteKubeconfig",
  method: "delete",
  path: "/auth/kubeconfigs/{kubeconfig_id}",
  group,
  summary: "End kubeconfigs of yours",
  description:
    "The cluster refuses them within seconds; while it is away, as soon as it answers. Signing out, revoking the key and disconnecting the application do the same to theirs.",
  who,
  sessionOnly: true,
  notWhileImpersonating: true,
  pathParameters: { kubeconfig_id: uuid.meta({ description: "Record id of the entry" }) },
  success: { status: 200, schema: messageResponse, description: "They are being taken back" },
});
export const kubeconfigOperations = [listKubeconfigs, deleteKubeconfig];
