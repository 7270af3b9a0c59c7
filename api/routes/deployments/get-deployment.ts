import type { getDeployment } from "../../../contract/rest/deployments.ts";
import type { Handler } from "../../http/context.ts";
import { hotRead } from "../../resources/hot-read.ts";
import { resourceAnswer } from "../../resources/resource-text.ts";

/** Says that authentication is part of the read itself. */
export const authenticatesItself = true;

/** Reads a deployment. */
export const handle: Handler<typeof getDeployment> = async (context, { path }) => {
  const row = await hotRead(context, "Deployment", path.deployment_id);
  return resourceAnswer("Deployment", row);
};
