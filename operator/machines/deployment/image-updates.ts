/*
 * Decides about the ImageUpdater of a deployment, the object by which Argo CD Image Updater watches its image:
 *
 * 1. it is there while newer images are rolled out by themselves, once the Application is there that it belongs to;
 * 2. it goes when they no longer are, or are held; with the Application it goes by itself.
 */
import type { DeploymentSpec } from "../../../contract/resources/deployment-spec.ts";
import { conditionOf, type WantedCondition } from "../conditions.ts";
import type { DeploymentDecision } from "./moves.ts";
import type { ImageUpdaterView } from "./observe-types.ts";

/** Adds what brings or takes the ImageUpdater. */
export function keepImageUpdater(decision: DeploymentDecision, view: ImageUpdaterView): DeploymentDecision {
  if (view.kind === "missing") return { ...decision, effects: [...decision.effects, { kind: "applyImageUpdater" }] };
  if (view.kind === "unwanted") return { ...decision, effects: [...decision.effects, { kind: "deleteImageUpdater" }] };
  return decision;
}

/** Derives what is shown of image automation; nothing where it is not asked for. */
export function imageConditions(
  { imageUpdateStrategy }: Pick<DeploymentSpec, "imageUpdateStrategy">,
  held: boolean,
  view: ImageUpdaterView,
): WantedCondition[] {
  if ((imageUpdateStrategy ?? "none") === "none") return [];
  const condition = (status: WantedCondition["status"], reason: string, message: string): WantedCondition[] => [
    conditionOf("ImageUpdates", status, reason, message),
  ];
  if (held)
    return condition(
      "False",
      "Held",
      "A rollback holds newer images; the next change of what chooses images ends that.",
    );
  if (view.kind === "uninstalled")
    return condition("False", "NotInstalled", "The platform runs no image updater; ask its operators.");
  if (view.kind === "current" && view.checked) return condition("True", "Watching", "");
  return condition("Unknown", "NotChecked", "The image updater has not looked yet.");
}
