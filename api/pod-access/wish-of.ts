import { isOwnPod, type TenantPlace } from "../deployments/tenant-place.ts";
import type { PodWish } from "./find-pod.ts";

/** Says where the pods of a deployment are, and which of them is wanted. */
export function wishOf(
  place: TenantPlace,
  { pod, container }: Readonly<{ pod?: string; container?: string }>,
): PodWish {
  const { namespace, podSelector: selector } = place;
  const isOwn = (name: string): boolean => isOwnPod(place, name);
  return { namespace, selector, isOwn, pod, container };
}
