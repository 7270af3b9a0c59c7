import type { getUpgrade } from "../../../contract/rest/upgrades.ts";
import type { Handler } from "../../http/context.ts";
import { hotRead } from "../../resources/hot-read.ts";
import { resourceAnswer } from "../../resources/resource-text.ts";

/** Says that authentication is part of the read itself. */
export const authenticatesItself = true;

/** Reads an upgrade request. */
export const handle: Handler<typeof getUpgrade> = async (context, { path }) => {
  const row = await hotRead(context, "UpgradeRequest", path.upgrade_id);
  return resourceAnswer("UpgradeRequest", row);
};
