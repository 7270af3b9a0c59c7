import {
  lockOrganization,
  updateOrganization,
  type OrganizationRow,
} from "../../../adapters/postgres/identity/organization-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { updateOrganization as operation } from "../../../contract/rest/organizations.ts";
import type { Handler } from "../../http/context.ts";
import { assertVersion } from "../../http/etag.ts";
import { membershipOf } from "../../identity/membership-of.ts";
import { organizationAnswer } from "../../identity/organization-body.ts";
import { recordChange } from "../../identity/record-change.ts";
import { auditOf } from "../../resources/audit-of.ts";

/** Changes name or picture of an organization, or whether it has shells and alerts. */
export const handle: Handler<typeof operation> = async (context, { path, body, headers }) => {
  const { organizationId, role } = membershipOf(context, path.slug);
  const changed = await recordChange(context, async (db) => {
    const before = await lockOrganization(db, organizationId);
    if (before === undefined) throw new BerthError("not_found");
    assertVersion(before, headers["if-match"]);
    const after = {
      // An organization always has a name: null is as if it were left out.
      name: body.name ?? before.name,
      avatarUrl: body.avatar_url === undefined ? before.avatarUrl : body.avatar_url,
      execEnabled: body.exec_enabled ?? before.execEnabled,
      alertsEnabled: body.alerts_enabled ?? before.alertsEnabled,
    };
    const changes = { before: shownOf(before), after: shownOf(after) };
    const audit = { ...auditOf(context, { kind: "Organization", id: organizationId, organizationId }), changes };
    return { result: await updateOrganization(db, organizationId, after), audit };
  });
  return organizationAnswer(changed, role);
};

function shownOf({
  name,
  avatarUrl,
  execEnabled,
  alertsEnabled,
}: Pick<OrganizationRow, "name" | "avatarUrl" | "execEnabled" | "alertsEnabled">): object {
  return { name, avatar_url: avatarUrl, exec_enabled: execEnabled, alerts_enabled: alertsEnabled };
}
