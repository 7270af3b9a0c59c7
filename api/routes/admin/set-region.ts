import { setRegionOverride } from "../../../adapters/postgres/resources/region-overrides.ts";
import type { setRegion } from "../../../contract/rest/admin.ts";
import type { Handler } from "../../http/context.ts";
import { newId } from "../../identity/new-id.ts";
import { recordChange } from "../../identity/record-change.ts";
import { assertRegion } from "../../providers/assert-region.ts";
import { regionBody } from "../../providers/region-body.ts";
import { auditOf } from "../../resources/audit-of.ts";

/** Disables a region for new clusters, or enables it again; what runs there runs on. */
export const handle: Handler<typeof setRegion> = async (context, { path, body }) => {
  const { providers } = context.services;
  const { provider, region } = path;
  const before = await assertRegion(providers, provider, region);
  const after = { enabled: body.enabled, reason: body.enabled ? null : (body.reason ?? null) };
  await recordChange(context, async (db) => {
    await setRegionOverride(db, { provider, region, ...after });
    const audit = auditOf(context, { kind: "Region", id: newId(), organizationId: null });
    const changes = {
      before: { available: before.available, reason: before.reason },
      after: { provider, region, ...after },
    };
    return { result: undefined, audit: { ...audit, changes } };
  });
  return { body: regionBody(await assertRegion(providers, provider, region)) };
};
