import { listConnectedApplications as read } from "../../../adapters/postgres/oauth/oauth-record-store.ts";
import type { ConnectedAppResponse, listConnectedApplications } from "../../../contract/rest/connected-applications.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";

/** Lists the applications that the caller has connected. */
export const handle: Handler<typeof listConnectedApplications> = async ({ services, principal }) => {
  const found = await read(services.pool, assertUser(principal).userId);
  const applications = found.map((one): ConnectedAppResponse => ({
    client_id: one.clientId,
    client_name: one.clientName,
    active_sessions: one.activeSessions,
    client_uri: one.clientUri,
    logo_uri: one.logoUri,
    authorized_at: one.authorizedAt.toISOString(),
    last_used_at: one.lastUsedAt?.toISOString() ?? null,
  }));
  return { body: { applications, total: applications.length } };
};
