import { z } from "zod";
import { text } from "../fields.ts";
import { loginResponse } from "./auth.ts";
import { defineOperation } from "./operation.ts";
import { listOf, listQuery, messageResponse, timestamp, uuid } from "./values.ts";

const impersonateRequest = z
  .strictObject({
    user_id: uuid.meta({ description: "User to act as" }),
    reason: text(500, 1).meta({ description: "Why; it is in the audit log" }),
  })
  .meta({
    component: "ImpersonateRequest",
    examples: [{ user_id: "01970000-0000-7000-8000-000000000003", reason: "Ticket 4711: cannot see the cluster" }],
  });
const sessionResponse = z
  .object({
    id: uuid.meta({ description: "Record id" }),
    is_current: z.boolean().meta({ description: "The session of this request" }),
    user_agent: z.string().nullable(),
    ip: z.string().nullable(),
    created_at: timestamp,
    last_used_at: timestamp,
    expires_at: timestamp,
  })
  .meta({ component: "SessionResponse" });

const group = "auth";
const user = { kind: "user" } as const;
const sessionPath = { session_id: uuid.meta({ description: "Record id of the session" }) };

export const listSessions = defineOperation({
  operationId: "listSessions",
  method: "get",
  path: "/auth/sessions",
  group,
  summary: "List your sessions",
  who: user,
  sessionOnly: true,
  query: listQuery,
  success: {
    status: 200,
    schema: listOf("sessions", sessionResponse).meta({ component: "SessionListResponse" }),
    description: "Your sessions, newest first",
  },
});
export const deleteOtherSessions = defineOperation({
  operationId: "deleteOtherSessions",
  method: "delete",
  path: "/auth/sessions",
  group,
  summary: "End every other session of yours",
  who: user,
  sessionOnly: true,
  notWhileImpersonating: true,
  success: { status: 200, schema: messageResponse, description: "Ended" },
});
export const deleteSession = defineOperation({
  operationId: "deleteSession",
  method: "delete",
  path: "/auth/sessions/{session_id}",
  group,
  summary: "End one session of yours",
  who: user,
  sessionOnly: true,
  notWhileImpersonating: true,
  pathParameters: sessionPath,
  success: { status: 200, schema: messageResponse, description: "Ended" },
});
export const impersonate = defineOperation({
  operationId: "impersonate",
  method: "post",
  path: "/auth/impersonate",
  group,
  summary: "Act as another user",
  description:
    "Starts a session as that user for at most one hour; your own waits until stop-impersonating, its cookie is dead meanwhile. Both users are in every audit entry. Keys, passwords and sessions cannot be changed, and platform admins cannot be impersonated.",
  who: { kind: "platformAdmin" },
  sessionOnly: true,
  notWhileImpersonating: true,
  body: impersonateRequest,
  freshProof: true,
  success: { status: 200, schema: loginResponse, description: "The user you act as; the session cookie is set" },
  errors: ["not_found"],
});
export const stopImpersonating = defineOperation({
  operationId: "stopImpersonating",
  method: "post",
  path: "/auth/stop-impersonating",
  group,
  summary: "Stop acting as another user",
  description: "Ends the impersonation and restores your own session, under a new id.",
  who: user,
  sessionOnly: true,
  success: { status: 200, schema: loginResponse, description: "You; the session cookie is set" },
  errors: ["not_impersonating"],
});
export const sessionOperations = [listSessions, deleteOtherSessions, deleteSession, impersonate, stopImpersonating];
