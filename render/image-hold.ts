import type { DeploymentSpec } from "../contract/resources/deployment-spec.ts";
import { hashText } from "./text/text-hash.ts";

/** Derives what a rollback writes into spec.imageHold: a mark of the members that choose images. */
export function deriveImageHold(spec: Partial<DeploymentSpec>): string {
  const { dockerImage, imageUpdateStrategy, imageUpdateConstraint, imageAllowTags, imageIgnoreTags } = spec;
  const chosen = [dockerImage, imageUpdateStrategy, imageUpdateConstraint, imageAllowTags, imageIgnoreTags];
  return hashText(JSON.stringify(chosen)).toString(16).padStart(8, "0");
}

/** Tells whether newer images are held back since a rollback; any change of a member that chooses images ends that. */
export function isImageHeld(spec: DeploymentSpec): boolean {
  return spec.imageHold !== undefined && spec.imageHold === deriveImageHold(spec);
}
