import { bundleChannel } from "../../../render/bundle/wanted-components.ts";
import type { CloudControllersInput } from "../../../render/cluster-api/cloud-controllers.ts";
import type { ClusterOrder } from "../port.ts";

/** Derives what is to speak to its cloud for a cluster; undefined where its people bring that. */
export function wantedControllers(
  { handle, id, spec }: ClusterOrder,
  namespace: string,
): Omit<CloudControllersInput, "ownerUid"> | undefined {
  if (spec.cloudComponents !== "bundle") return undefined;
  return { handle, id, namespace, region: spec.region, channel: bundleChannel(spec) };
}
