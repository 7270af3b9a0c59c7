import { DEPLOYMENTS } from "../../../adapters/kubernetes/resource-types.ts";
import type { DeploymentEffect, PreviewView } from "../../machines/deployment/observe-types.ts";
import type { DeploymentObject } from "../../resources/objects.ts";
import type { Handlers } from "../shared/handlers.ts";
import type { DeploymentContext } from "./context.ts";
import { findSource } from "./promotion.ts";

type PreviewEffect = Extract<DeploymentEffect, { kind: "endPreview" }>;

/** Looks at how a preview stands to its end; undefined for what is none. */
export function observePreview(context: DeploymentContext, object: DeploymentObject): PreviewView | undefined {
  const { preview } = object.spec;
  if (preview === undefined) return undefined;
  const dueMs = Date.parse(preview.expiresAt);
  const source = findSource(context, object, preview.sourceId);
  const isAlone = source === undefined || source.metadata.deletionTimestamp !== undefined;
  return {
    secretsCopied: context.secrets.isCopied(object.metadata.uid ?? ""),
    isOver: isAlone || dueMs <= context.clock.nowMs(),
    dueMs,
  };
}

/** Does what the end of a preview asks for. */
export const PREVIEW_EFFECTS: Handlers<DeploymentContext, DeploymentObject, unknown, PreviewEffect> = {
  endPreview: async ({ client, logger }, { metadata: { namespace, name, uid = "" } }) => {
    logger.info("Deleting a preview that is over", { object: { kind: "Deployment", namespace, name, uid } });
    await client.delete(DEPLOYMENTS, { namespace, name }, { uid });
  },
};
