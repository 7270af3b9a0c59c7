import { isOwnName, type TenantPlace } from "../deployments/tenant-place.ts";
import type { PodWish } from "./find-pod.ts";

/** Says where the pods of a deployment are, and which of them is wanted. */
export function wishOf(
  place: TenantPlace,
  { pod, container }: Readonly<{ pod?: string; container?: string }>,
): PodWish {
  const { namespace, podSelector: selector } = place;
  // What selects pods leaves none to be told by its name.
  const isOwn = (name: string): boolean => selector !== undefined || isOwnName(place, name);
  return { namespace, selector, isOwn, pod, container };
}
