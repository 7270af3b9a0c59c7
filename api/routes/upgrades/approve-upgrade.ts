import type { approveUpgrade } from "../../../contract/rest/upgrades.ts";
import type { Handler } from "../../http/context.ts";
import { actOnUpgrade, loadAnyUpgrade } from "../../upgrades/act-on-upgrade.ts";

/** Approves an upgrade request. */
export const handle: Handler<typeof approveUpgrade> = async (context, { path, query }) => {
  const row = await loadAnyUpgrade(context, path.upgrade_id);
  const operations = [{ op: "add", path: "/spec/decision", value: "approved" }] as const;
  return actOnUpgrade(context, row, { operations, members: ["decision"], from: ["pending"] }, query);
};
