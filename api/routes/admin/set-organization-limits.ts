import { lockBySlug, setLimits } from "../../../adapters/postgres/identity/admin-organization-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { setOrganizationLimits } from "../../../contract/rest/admin.ts";
import type { Handler } from "../../http/context.ts";
import { assertVersion, taggedText } from "../../http/etag.ts";
import { adminOrganizationBody } from "../../identity/admin-organization-body.ts";
import { describeFault } from "../../http/describe-fault.ts";
import { recordChange } from "../../identity/record-change.ts";
import { auditOf } from "../../resources/audit-of.ts";
import { namespaceLimits, showLimits } from "../../resources/namespace-limits.ts";

type Members = Readonly<Record<string, unknown>>;

/** Sets features and quotas; what is null goes back to the platform's default. */
export const handle: Handler<typeof setOrganizationLimits> = async (context, { path, body, headers }) => {
  const changed = await recordChange(context, async (db) => {
    const before = await lockBySlug(db, path.slug);
    if (before === undefined) throw new BerthError("not_found");
    assertVersion(before, headers["if-match"]);
    const after = {
      featureFlags: merged(before.featureFlags, body.feature_flags),
      quotas: merged(before.quotas, body.quotas),
    };
    const audit = auditOf(context, { kind: "Organization", id: before.id, organizationId: before.id });
    const changes = {
      before: { feature_flags: before.featureFlags, quotas: before.quotas },
      after: { feature_flags: after.featureFlags, quotas: after.quotas },
    };
    return { result: await setLimits(db, before.id, after), audit: { ...audit, changes } };
  });
  const { kube, config } = context.services;
  await showLimits(kube, path.slug, namespaceLimits(changed, config.quotaFactor)).catch((error: unknown) => {
    context.log.info("Could not show an organization's limits in its namespace; the sweep will", {
      fault: describeFault(error),
    });
  });
  return taggedText(changed.version, adminOrganizationBody(changed, config.quotaFactor));
};

/** Lays the members that were sent over those that are kept; null on the whole clears all of them. */
function merged(kept: Members, sent: Members | null | undefined): Members {
  if (sent === null) return {};
  const all = Object.entries({ ...kept, ...sent });
  return Object.fromEntries(all.filter(([, value]) => value !== null && value !== undefined));
}
