import { generatePassword } from "../../../adapters/passwords/generate-password.ts";
import { databaseSecret, organizationSlug } from "../../../contract/identity.ts";
import type { DatabaseCredentials, rotateDatabaseCredentials } from "../../../contract/rest/database-actions.ts";
import type { DatabaseResponse } from "../../../contract/rest/databases.ts";
import { platformScope, type SecretScope, type StoredSecret } from "../../../contract/secret-store.ts";
import { DATABASE_OWNER } from "../../../render/database/database-names.ts";
import { isFollowing } from "../../databases/judge-update.ts";
import { loadLiveDatabase } from "../../databases/load-database.ts";
import type { Context, Handler } from "../../http/context.ts";
import { refusal } from "../../http/refusal.ts";
import { attemptOf } from "../../resources/attempt-of.ts";
import { auditedWrite } from "../../resources/audited-write.ts";

/** Stores a new password of a database; the operator brings it to the server. */
export const handle: Handler<typeof rotateDatabaseCredentials> = async (context, { path }) => {
  const { row } = await loadLiveDatabase(context, path.database_id);
  const { id, namespace, organizationId, displayName: name } = row;
  const shown = row.body as DatabaseResponse;
  if (isFollowing(shown)) throw refusal("It has the password of its source until it is promoted; rotate it there.");
  const scope = platformScope(organizationSlug(namespace));
  return auditedWrite(context, { kind: "DatabaseCredentials", id, name, organizationId }, async () => {
    const { version, updatedAt } = await replace(context, scope, databaseSecret(id));
    const body: DatabaseCredentials = {
      database_id: id,
      user: DATABASE_OWNER,
      secret_name: shown.connection_secret_name,
      version,
      rotated_at: updatedAt.toISOString(),
      message: "The new password is on its way to the server and to its Secret.",
    };
    return { body, headers: { "Cache-Control": "no-store" } };
  });
};

/** Of an attempt whose answer was lost the new password may be there: it carries the request's id. */
async function replace(context: Context, scope: SecretScope, name: string): Promise<StoredSecret> {
  const { secrets } = context.services;
  const { requestId } = attemptOf(context);
  const seen = await secrets.find(scope, name);
  if (seen === undefined) throw refusal("It has no password yet; wait until it is running.");
  if (seen.requestId === requestId) return seen;
  const replaced = await secrets.replace(scope, seen, { value: generatePassword(), requestId });
  if (replaced === undefined) throw refusal("Somebody else rotates it at the same time; read it again and repeat.");
  return replaced;
}
