import { z } from "zod";
import { defineOperation } from "./operation.ts";
import { messageResponse, timestamp, uuid } from "./values.ts";

const connectedAppResponse = z
  .object({
    client_id: z.string().meta({ description: "The application's client_id" }),
    client_name: z.string(),
    active_sessions: z.int().min(0).meta({ description: "Consents that still have a token" }),
    client_uri: z.string().nullable().meta({ description: "Page about the application" }),
    logo_uri: z.string().nullable(),
    authorized_at: timestamp.nullable().meta({ description: "First consent that is still in force" }),
    last_used_at: timestamp.nullable().meta({ description: "Last use of a token, to the minute" }),
  })
  .meta({ component: "ConnectedAppResponse" });
export type ConnectedAppResponse = z.infer<typeof connectedAppResponse>;

const group = "connected-applications";
const who = { kind: "user" } as const;

export const listConnectedApplications = defineOperation({
  operationId: "listConnectedApplications",
  method: "get",
  path: "/connected-applications",
  group,
  summary: "List the applications that you have connected",
  who,
  scope: "connected-applications:read",
  success: {
    status: 200,
    schema: z
      .object({ applications: z.array(connectedAppResponse), total: z.int().min(0) })
      .meta({ component: "ConnectedAppListResponse" }),
    description: "All of them, the newest first",
  },
});
export const disconnectApplication = defineOperation({
  operationId: "disconnectApplication",
  method: "delete",
  path: "/connected-applications/{client_id}",
  group,
  summary: "Disconnect an application",
  description: "Ends every consent that you gave it, with all its codes and tokens: the next call with one is a 401.",
  who,
  scope: "connected-applications:write",
  pathParameters: { client_id: uuid.meta({ description: "The application's client_id" }) },
  success: { status: 200, schema: messageResponse, description: "It is disconnected" },
});
export const connectedApplicationOperations = [listConnectedApplications, disconnectApplication];
