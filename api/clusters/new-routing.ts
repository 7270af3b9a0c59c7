import { mayHaveGateway, type ClusterSpec } from "../../contract/resources/cluster.ts";
import type { ClusterRouting } from "../../render/bundle/component.ts";

/** Derives what a new cluster or host gets where nobody says otherwise; `ingress` is what an unset member means. */
export function newRouting(
  spec: Parameters<typeof mayHaveGateway>[0],
  routing: ClusterRouting,
): Pick<ClusterSpec, "routing"> {
  return routing !== "ingress" && mayHaveGateway(spec) ? { routing } : {};
}
