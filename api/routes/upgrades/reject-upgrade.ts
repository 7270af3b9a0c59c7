import type { rejectUpgrade } from "../../../contract/rest/upgrades.ts";
import type { Handler } from "../../http/context.ts";
import { loadResource } from "../../resources/load-resource.ts";
import { actOnUpgrade } from "../../upgrades/act-on-upgrade.ts";

/** Rejects an upgrade request. */
export const handle: Handler<typeof rejectUpgrade> = async (context, { path, query }) => {
  const row = await loadResource(context, "UpgradeRequest", path.upgrade_id);
  const operations = [{ op: "add", path: "/spec/decision", value: "rejected" }] as const;
  return actOnUpgrade(context, row, { operations, members: ["decision"], from: ["pending"] }, query);
};
