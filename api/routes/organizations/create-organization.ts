import { insertOrganization } from "../../../adapters/postgres/identity/organization-store.ts";
import { takeRoom } from "../../../adapters/postgres/resources/quota-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { createOrganization } from "../../../contract/rest/organizations.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { newId } from "../../identity/new-id.ts";
import { organizationBody } from "../../identity/organization-body.ts";
import { organizationSlug } from "../../identity/organization-slug.ts";
import { recordChange } from "../../identity/record-change.ts";
import { auditOf } from "../../resources/audit-of.ts";
import { quotaOf } from "../../../contract/quotas.ts";
import { quotaExceeded } from "../../resources/quotas.ts";

const OWNER = "owner";

/** Creates an organization that the caller owns. */
export const handle: Handler<typeof createOrganization> = async (context, { body }) => {
  const user = assertUser(context.principal);
  if (user.limitOrganizationId !== null)
    throw new BerthError("forbidden", { publicMessage: "This API key is limited to one organization." });
  const id = newId();
  const wanted = { id, name: body.name, slug: organizationSlug(body.name, id), avatarUrl: body.avatar_url ?? null };
  const audit = auditOf(context, { kind: "Organization", id, organizationId: id, members: Object.keys(body) });
  const made = await recordChange(
    context,
    async (db) => {
      const most = quotaOf("organizations", undefined, context.services.config.quotaFactor);
      const room = { kind: "Organization", ownerId: user.userId, most } as const;
      if ((await takeRoom(db, room)) === "full") throw quotaExceeded(room);
      return { result: await insertOrganization(db, wanted, user.userId), audit };
    },
    (row) => organizationBody(row, OWNER),
  );
  return { body: organizationBody(made, OWNER) };
};
