import { deriveHandle } from "../../../contract/identity.ts";
import type { DatabaseConnection, getDatabaseConnection } from "../../../contract/rest/database-connection.ts";
import type { DatabaseResponse } from "../../../contract/rest/databases.ts";
import { DATABASE_OWNER } from "../../../render/database/database-names.ts";
import type { Handler } from "../../http/context.ts";
import { auditOf } from "../../resources/audit-of.ts";
import { loadResource } from "../../resources/load-resource.ts";

/** Reads how a database is reached; who asked is in the audit log. */
export const handle: Handler<typeof getDatabaseConnection> = async (context, { path }) => {
  const { id, organizationId, objectName, body } = await loadResource(context, "DatabaseInstance", path.database_id);
  const shown = body as DatabaseResponse;
  await context.services.ledger.audit(auditOf(context, { kind: "DatabaseInstance", id, organizationId }), "succeeded");
  const connection: DatabaseConnection = {
    host: shown.connection_host,
    external_host: shown.external_host,
    port: shown.connection_port,
    user: DATABASE_OWNER,
    database: shown.database_name,
    secret_name: shown.connection_secret_name,
    secret_namespace: deriveHandle("DatabaseInstance", objectName, id),
  };
  return { body: connection, headers: { "Cache-Control": "no-store" } };
};
