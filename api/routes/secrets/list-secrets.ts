import type { listSecrets } from "../../../contract/rest/secrets.ts";
import type { Handler } from "../../http/context.ts";
import { pageOf } from "../../http/cursor.ts";
import { secretBody, secretId } from "../../secrets/secret-body.ts";
import { scopeOf } from "../../secrets/secret-scope.ts";

/** Lists secrets without their values, newest first. */
export const handle: Handler<typeof listSecrets> = async (context, { query }) => {
  const scope = await scopeOf(context, query);
  const { organizationId, deploymentId } = scope;
  const stored = await context.services.secrets.list(scope, deploymentId === undefined ? "all" : "own");
  const { items, ...page } = pageOf(
    stored.map((secret) => ({ ...secret, id: secretId(scope.organization, secret) })),
    query,
  );
  return { body: { secrets: items.map((secret) => secretBody(secret, organizationId)), ...page } };
};
