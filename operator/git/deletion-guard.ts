import { childTree, entryCount, entryName } from "./tree.ts";
import type { Tree } from "./tree.ts";

const REMOVED_MIN = 20;
const REMOVED_SHARE = 0.05;
const APPLICATION = /^clusters\/[^/]+\/applications\/[^/]+\.yaml$/;

/** Tells whether the path is the manifest of an Application: what Argo CD would delete with it. */
export function isApplicationPath(path: string): boolean {
  return APPLICATION.test(path);
}

/** Tells whether one commit may remove that many Applications of the branch without having seen them deleted. */
export function mayRemove(removed: number, observedDeletions: number, branch: Tree): boolean {
  if (removed <= Math.max(REMOVED_MIN, observedDeletions)) return true;
  return removed <= REMOVED_SHARE * countApplications(branch);
}

function countApplications(branch: Tree): number {
  const clusters = childTree(branch, "clusters")?.children ?? [];
  let count = 0;
  for (const cluster of clusters) {
    const applications = cluster && childTree(cluster, "applications");
    for (let index = 0; applications && index < entryCount(applications); index += 1) {
      if (entryName(applications, index).endsWith(".yaml")) count += 1;
    }
  }
  return count;
}
