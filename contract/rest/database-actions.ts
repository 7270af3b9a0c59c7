import { z } from "zod";
import { databaseResponse } from "./databases.ts";
import { atLeast, defineOperation } from "./operation.ts";
import { databasePath, timestamp, uuid } from "./values.ts";

const group = "databases";

export const promoteDatabase = defineOperation({
  operationId: "promoteDatabase",
  method: "post",
  path: "/databases/{database_id}/promote",
  group,
  summary: "Promote a replica",
  description: [
    "The replica stops following its source and takes writes; there is no way back, and promoting it again changes nothing.",
    "The source is not touched and may be gone: what it has not sent yet (replication_lag_bytes) is not in the replica, and applications that write to it go on doing so.",
    "409 conflict for what is no replica, and for one that has never served.",
  ].join("\n"),
  who: atLeast("member"),
  scope: "databases:write",
  pathParameters: databasePath,
  dryRun: true,
  wait: true,
  idempotent: true,
  success: { status: 200, schema: databaseResponse, description: "The database; promoted is true" },
  errors: ["conflict", "quota_exceeded", "being_deleted", "kubernetes_unavailable", "outcome_unknown"],
});

const databaseCredentials = z
  .object({
    database_id: uuid,
    user: z.string(),
    secret_name: z.string().nullable().meta({ description: "Secret of the cluster that gets the password" }),
    version: z.int().meta({ description: "Number of the password: each rotation adds one" }),
    rotated_at: timestamp,
    message: z.string().meta({ description: "What happens next" }),
  })
  .meta({ component: "DatabaseCredentials" });
export type DatabaseCredentials = z.infer<typeof databaseCredentials>;

export const rotateDatabaseCredentials = defineOperation({
  operationId: "rotateDatabaseCredentials",
  method: "post",
  path: "/databases/{database_id}/credentials/rotate",
  group,
  summary: "Replace the password of a database",
  description: [
    "A new password goes to the secret store and, within seconds, to the Secret that connection_secret_name names and to the server; it is in no answer.",
    "Connections that are open stay; new ones need the new password. 409 conflict before the database has a password, and while it follows another one, whose password it has.",
  ].join("\n"),
  who: atLeast("member"),
  scope: "databases:write",
  pathParameters: databasePath,
  idempotent: true,
  success: { status: 200, schema: databaseCredentials, description: "The new password is stored" },
  errors: ["conflict", "being_deleted", "secret_store_unavailable", "outcome_unknown"],
});
export const databaseActionOperations = [promoteDatabase, rotateDatabaseCredentials];
