import type { scheduleUpgrade } from "../../../contract/rest/upgrades.ts";
import { upgradeSpec } from "../../../contract/resources/upgrade-request.ts";
import type { Handler } from "../../http/context.ts";
import { refusedValue } from "../../http/refused-value.ts";
import { specOperations } from "../../resources/json-patch.ts";
import { loadResource } from "../../resources/load-resource.ts";
import { actOnUpgrade, NOT_BEGUN } from "../../upgrades/act-on-upgrade.ts";

const { scheduledDate } = upgradeSpec.shape;

/** Sets, or takes back, the date of an upgrade. */
export const handle: Handler<typeof scheduleUpgrade> = async (context, { path, query, body }) => {
  const { scheduled_date: date } = body;
  if (date !== null && Date.parse(date) <= Date.now())
    throw refusedValue(["body", "scheduled_date"], "the date must be in the future");
  const row = await loadResource(context, "UpgradeRequest", path.upgrade_id);
  const operations = specOperations({ scheduledDate }, body);
  return actOnUpgrade(context, row, { operations, members: ["scheduledDate"], from: NOT_BEGUN }, query);
};
