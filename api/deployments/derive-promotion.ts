import type { z } from "zod";
import { deploymentSpec, deploymentUpdatable, type DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import type { DeploymentUpdate } from "../../contract/rest/deployments.ts";
import { fromRest, restName } from "../../contract/rest-case.ts";

/** What belongs to where and how the source runs, not to what it is. */
const LEFT_BEHIND = [
  "cluster",
  "promotion",
  "preview",
  "adoption",
  "stopped",
  "switchedAt",
  "restartedAt",
  "syncRequestedAt",
  "imageHold",
  "customDomain",
  "clusterWideRights",
] as const satisfies readonly (keyof DeploymentSpec)[];

/** Derives the configuration that a promotion brings: the source's, with the overrides over it; null unsets a member. */
export function derivePromotion(source: DeploymentSpec, overrides: DeploymentUpdate): Partial<DeploymentSpec> {
  const left = new Set<string>(LEFT_BEHIND);
  const kept = Object.fromEntries(Object.entries(source).filter(([member]) => !left.has(member)));
  const sent = fromRest(deploymentSpec.partial(), overrides) as Partial<DeploymentSpec>;
  const shape: z.ZodRawShape = deploymentUpdatable;
  const sentMembers: Readonly<Record<string, unknown>> = overrides;
  const isUnset = (member: string): boolean => sentMembers[restName(member, shape[member])] === null;
  const own = Object.entries(kept).filter(([member]) => !isUnset(member));
  return { ...Object.fromEntries(own), ...sent };
}
