import { deploymentSpec, type DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { deriveImageHold } from "../../render/image-hold.ts";
import type { PatchOperation } from "../resources/json-patch.ts";

/** What a deployment is, is called and does at the moment is not configuration: a rollback leaves it alone. */
const KEPT = new Set<keyof DeploymentSpec>([
  "cluster",
  "appType",
  "promotion",
  "preview",
  "adoption",
  "clusterWideRights",
  "name",
  "stopped",
  // Whether it has pods by now hangs on both: another schedule would stop what runs, or start what was stopped by hand.
  "sleep",
  "switchedAt",
  "restartedAt",
  "syncRequestedAt",
  "certificateRequestedAt",
]);

type Sizes = Pick<DeploymentSpec, "volumes" | "storageSizeGb">;

/** Derives the configuration that a rollback brings: that of the revision, with volumes as large as they are by now. */
export function deriveRollback(revision: DeploymentSpec, now: Sizes): Partial<DeploymentSpec> {
  const members = Object.keys(revision) as (keyof DeploymentSpec)[];
  const taken = members.filter((member) => !KEPT.has(member) && member !== "imageHold");
  const earlier: Partial<DeploymentSpec> = Object.fromEntries(taken.map((member) => [member, revision[member]]));
  const wanted = { ...earlier, ...keptSizes(earlier, now) };
  const isAutomated = (wanted.imageUpdateStrategy ?? "none") !== "none";
  return isAutomated ? { ...wanted, imageHold: deriveImageHold(wanted) } : wanted;
}

/** Derives the operations that make a spec that configuration: a member that it lacks is unset. */
export function rollbackOperations(wanted: Partial<DeploymentSpec>): PatchOperation[] {
  const members = Object.keys(deploymentSpec.shape) as (keyof DeploymentSpec)[];
  return members
    .filter((member) => !KEPT.has(member))
    .flatMap((member): PatchOperation[] => {
      const path = `/spec/${member}`;
      const value = wanted[member];
      if (value !== undefined) return [{ op: "add", path, value }];
      return [
        { op: "add", path, value: null },
        { op: "remove", path },
      ];
    });
}

function keptSizes(earlier: Partial<DeploymentSpec>, now: Sizes): Sizes {
  const sizeNow = new Map((now.volumes ?? []).map(({ path, sizeGb }) => [path, sizeGb]));
  const volumes = earlier.volumes?.map((volume) => ({
    ...volume,
    sizeGb: Math.max(volume.sizeGb, sizeNow.get(volume.path) ?? 0),
  }));
  const { storageSizeGb } = earlier;
  return {
    ...(volumes && { volumes }),
    ...(storageSizeGb !== undefined && { storageSizeGb: Math.max(storageSizeGb, now.storageSizeGb ?? 0) }),
  };
}
