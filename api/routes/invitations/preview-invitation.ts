import { findInvitation } from "../../../adapters/postgres/identity/invitation-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { previewInvitation } from "../../../contract/rest/invitations.ts";
import type { Handler } from "../../http/context.ts";
import { taggedText } from "../../http/etag.ts";
import { hashToken } from "../../identity/api-key-format.ts";
import { invitationPreview } from "../../identity/invitation-body.ts";

/** Shows an invitation to whoever holds its token. */
export const handle: Handler<typeof previewInvitation> = async ({ services }, { path }) => {
  const invitation = await findInvitation(services.pool, hashToken(path.token));
  if (invitation === undefined) throw new BerthError("not_found");
  return { ...taggedText(1, invitationPreview(invitation)), headers: { "Cache-Control": "no-store" } };
};
