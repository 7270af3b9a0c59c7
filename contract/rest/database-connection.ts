import { z } from "zod";
import { atLeast, defineOperation } from "./operation.ts";
import { databasePath } from "./values.ts";

const databaseConnection = z
  .object({
    host: z.string().nullable().meta({ description: "Host inside the cluster; null until it first served" }),
    external_host: z.string().nullable().meta({ description: "Host from outside, with external_access" }),
    port: z.int().nullable(),
    user: z.string(),
    database: z.string(),
    secret_name: z.string().nullable().meta({ description: "Secret of the cluster that has the password" }),
    secret_namespace: z.string().meta({ description: "Namespace of that Secret" }),
  })
  .meta({ component: "DatabaseConnection" });
export type DatabaseConnection = z.infer<typeof databaseConnection>;

export const getDatabaseConnection = defineOperation({
  operationId: "getDatabaseConnection",
  method: "get",
  path: "/databases/{database_id}/connection",
  group: "databases",
  summary: "Read how a database is reached",
  description:
    "Never answers the password: that lies in the secret store and in the Secret named here, on the cluster of the database. Each read is in the audit log.",
  who: atLeast("member"),
  scope: "databases:read",
  pathParameters: databasePath,
  success: { status: 200, schema: databaseConnection, description: "Host, port, user, database and Secret" },
});
export const databaseConnectionOperations = [getDatabaseConnection];
