import type { cancelUpgrade } from "../../../contract/rest/upgrades.ts";
import type { Handler } from "../../http/context.ts";
import { assertUser } from "../../http/authenticate.ts";
import { assertRoleIn, loadResource } from "../../resources/load-resource.ts";
import { actOnUpgrade, NOT_BEGUN } from "../../upgrades/act-on-upgrade.ts";

/** A preflight changes nothing yet, and may be held up for an hour. */
const UNTOUCHED = [...NOT_BEGUN, "preflight"];

/** Cancels an upgrade request, for whoever made it and for admins. */
export const handle: Handler<typeof cancelUpgrade> = async (context, { path, query }) => {
  const row = await loadResource(context, "UpgradeRequest", path.upgrade_id);
  if (row.body["user_id"] !== assertUser(context.principal).userId) assertRoleIn(context, row.organizationId, "admin");
  const operations = [{ op: "add", path: "/spec/decision", value: "cancelled" }] as const;
  return actOnUpgrade(context, row, { operations, members: ["decision"], from: UNTOUCHED }, query);
};
