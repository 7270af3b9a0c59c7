import type { z } from "zod";
import { isCopied } from "../../contract/resources/deployment-members.ts";
import { deploymentSpec, deploymentUpdatable, type DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import type { DeploymentUpdate } from "../../contract/rest/deployments.ts";
import { fromRest, restName } from "../../contract/rest-case.ts";

/** Derives the configuration that a promotion brings: the source's, with the overrides over it; null unsets a member. */
export function derivePromotion(source: DeploymentSpec, overrides: DeploymentUpdate): Partial<DeploymentSpec> {
  const kept = Object.entries(source).filter(([member]) => isCopied(member, "promotion"));
  const sent = fromRest(deploymentSpec.partial(), overrides) as Partial<DeploymentSpec>;
  const shape: z.ZodRawShape = deploymentUpdatable;
  const sentMembers: Readonly<Record<string, unknown>> = overrides;
  const isUnset = (member: string): boolean => sentMembers[restName(member, shape[member])] === null;
  const own = kept.filter(([member]) => !isUnset(member));
  return { ...Object.fromEntries(own), ...sent };
}
