import type { SessionModel } from "../../../adapters/postgres/generated/models.ts";
import type { listSessions } from "../../../contract/rest/sessions.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { pageOf } from "../../http/cursor.ts";

/** Lists the caller's sessions, newest first. */
export const handle: Handler<typeof listSessions> = async (context, { query }) => {
  const user = assertUser(context.principal);
  const { items, ...page } = pageOf(await context.services.sessions.list(user.userId), query);
  return { body: { sessions: items.map((session) => sessionBody(session, user.credentialId)), ...page } };
};

function sessionBody(session: SessionModel, currentId: string): Record<string, unknown> {
  return {
    id: session.id,
    is_current: session.id === currentId,
    user_agent: session.userAgent,
    ip: session.ip,
    created_at: session.createdAt.toISOString(),
    last_used_at: session.lastUsedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
  };
}
