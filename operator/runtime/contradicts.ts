import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { ObjectList } from "../../adapters/kubernetes/kube-port.ts";
import { keyOf } from "./object-store.ts";
import { compareVersions, versionOf } from "./resource-version.ts";

/** What a copy knew when a list came: its objects, and the newest version that it has seen. */
type Known = Readonly<{ get: (key: string) => KubeObject | undefined; newestVersion: string }>;

/**
 * Tells whether a list cannot follow on what was known: it is older, or has an object in an older version than was seen,
 * which it should have newer, or another object at the very version. Then etcd was restored, and went on from an earlier state.
 */
export function contradicts({ items, resourceVersion }: ObjectList, known: Known): boolean {
  if (compareVersions(resourceVersion, known.newestVersion) < 0) return true;
  return items.some((item) => {
    const before = known.get(keyOf(item));
    if (before === undefined || compareVersions(versionOf(before), resourceVersion) > 0) return false;
    const order = compareVersions(versionOf(item), versionOf(before));
    return order < 0 || (order === 0 && item.metadata.uid !== before.metadata.uid);
  });
}
