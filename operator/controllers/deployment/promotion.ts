import type { Handlers } from "../shared/handlers.ts";
import { DEPLOYMENTS } from "../../../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS, PREVIEW_DATABASE_SECRET, organizationSlug } from "../../../contract/identity.ts";
import type { DeploymentEffect, PromotionView } from "../../machines/deployment/observe-types.ts";
import { idOf } from "../../resources/adoption.ts";
import type { DeploymentObject } from "../../resources/objects.ts";
import type { DeploymentContext } from "./context.ts";
import { findSource } from "./find-source.ts";
import { storeUrl } from "./preview.ts";

type PromotionEffect = Extract<DeploymentEffect, { kind: "copySecrets" | "markSource" | "deleteSource" }>;

/** Looks at the promotion that made a deployment; undefined when none did. */
export function observePromotion(context: DeploymentContext, object: DeploymentObject): PromotionView | undefined {
  if (object.spec.promotion === undefined) return undefined;
  const source = findSource(context, object, object.spec.promotion.sourceId);
  return {
    secretsCopied: context.secrets.isCopied(object.metadata.uid ?? ""),
    source: stateOf(source),
    marked: source?.metadata.annotations?.[ANNOTATIONS.promotedTo] === idOf(object),
  };
}

/** Does what a promotion asks for. */
export const PROMOTION_EFFECTS: Handlers<DeploymentContext, DeploymentObject, unknown, PromotionEffect> = {
  copySecrets,
  markSource: async (context, object) => {
    const source = presentSource(context, object);
    if (source !== undefined)
      await context.status.metadata(source, { annotations: { [ANNOTATIONS.promotedTo]: idOf(object) } });
  },
  deleteSource: async (context, object) => {
    const source = presentSource(context, object);
    if (source === undefined) return;
    const { namespace, name, uid = "" } = source.metadata;
    context.logger.info("Deleting the source of a promotion", { object: { kind: "Deployment", namespace, name, uid } });
    await context.client.delete(DEPLOYMENTS, { namespace, name }, { uid });
  },
};

function presentSource(context: DeploymentContext, object: DeploymentObject): DeploymentObject | undefined {
  const source = findSource(context, object, object.spec.promotion?.sourceId);
  return stateOf(source) === "present" ? source : undefined;
}

async function copySecrets(context: DeploymentContext, object: DeploymentObject): Promise<void> {
  const { namespace = "", uid = "" } = object.metadata;
  const { promotion, preview } = object.spec;
  const organization = organizationSlug(namespace);
  const { secrets } = context;
  // Before the source's: one of the same name would be another database's.
  const databaseUid = preview?.database && (await storeUrl(context, object, organization));
  const from = (promotion ?? preview)?.sourceId ?? "";
  const without = keptBack(findSource(context, object, from));
  await secrets.copyOwn({ organization, from, to: idOf(object), uid, databaseUid, without });
}

/** A preview's own database goes with it: nobody else is to have its URL. */
function keptBack(source: DeploymentObject | undefined): readonly string[] {
  return source?.spec.preview?.database === undefined ? [] : [PREVIEW_DATABASE_SECRET];
}

function stateOf(source: DeploymentObject | undefined): PromotionView["source"] {
  if (source === undefined) return "absent";
  return source.metadata.deletionTimestamp === undefined ? "present" : "deleting";
}
