import type { getDeploymentStatus } from "../../../contract/rest/deployment-status.ts";
import { deriveStatusChain, type Seen } from "../../deployments/derive-status-chain.ts";
import type { Handler } from "../../http/context.ts";
import { hotRead } from "../../resources/hot-read.ts";

/** Says that authentication is part of the read itself. */
export const authenticatesItself = true;

/** Tells how far the newest change of a deployment has come. */
export const handle: Handler<typeof getDeploymentStatus> = async (context, { path }) => {
  const { body, generation, observedAt } = await hotRead(context, "Deployment", path.deployment_id);
  const seen: Seen = {
    body: JSON.parse(body) as Seen["body"],
    generation: Number(generation),
    observedAt: observedAt === null ? null : new Date(observedAt),
  };
  return { body: deriveStatusChain(seen, Date.now()) };
};
