import { deleteGrantsOfClient } from "../../../adapters/postgres/oauth/oauth-record-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { disconnectApplication } from "../../../contract/rest/connected-applications.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { recordChange } from "../../identity/record-change.ts";
import { auditOf } from "../../resources/audit-of.ts";

/** Ends everything that the caller granted an application. */
export const handle: Handler<typeof disconnectApplication> = async (context, { path }) => {
  const { userId } = assertUser(context.principal);
  await recordChange(context, async (db) => {
    if (!(await deleteGrantsOfClient(db, userId, path.client_id))) throw new BerthError("not_found");
    const audit = auditOf(context, { kind: "OAuthClient", id: path.client_id, organizationId: null });
    return { result: undefined, audit };
  });
  return { body: { message: "The application is disconnected." } };
};
