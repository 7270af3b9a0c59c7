import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { PUBLIC_PORT_NEEDS, publicPortsOf, takesPublicPorts } from "../../contract/resources/public-ports.ts";
import type { ClusterContext } from "../../render/projection/custom-resource.ts";
import { refusedValue } from "../http/refused-value.ts";

type Ports = Pick<DeploymentSpec, "additionalPorts">;

/** Refuses public ports that are asked for anew on a cluster without a Gateway that takes them; what has them is not held up. */
export function assertPublicPorts(wanted: Ports, cluster: ClusterContext, before: Ports = {}): void {
  const known = new Set(publicPortsOf(before).map(({ publicPort }) => publicPort));
  const isNew = publicPortsOf(wanted).some(({ publicPort }) => !known.has(publicPort));
  if (isNew && !takesPublicPorts(cluster)) throw refusedValue(["body", "additional_ports"], PUBLIC_PORT_NEEDS);
}
