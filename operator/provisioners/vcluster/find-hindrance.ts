import { HOST_API_PORTS } from "../../../render/cluster/virtual-cluster.ts";
import type { ProviderObservation } from "../port.ts";
import type { HostView } from "./host-views.ts";

type Waiting = Extract<ProviderObservation, { kind: "waiting" }>;

const NOT_ISOLATING: Waiting = {
  kind: "waiting",
  reason: "HostNotIsolating",
  message:
    "The host cluster chosen for it is not ready for tenants yet; this one is begun as soon as it is. Nothing needs to be done.",
};
const PORT_CLOSED: Waiting = {
  kind: "waiting",
  reason: "HostPortClosed",
  message: `The API server of the host cluster chosen for it listens on a port that shared clusters are not let out to: they reach ${HOST_API_PORTS.join(", ")} only. This one is begun as soon as that is mended. Nothing needs to be done.`,
};

/** Finds what keeps tenants from a host: its API server is where none of theirs gets, or its network does not keep them apart. */
export function findHindrance(view: HostView | undefined, trustsNetworks: boolean): Waiting | undefined {
  if (view?.apiPorts.every((port) => HOST_API_PORTS.includes(port)) === false) return PORT_CLOSED;
  return trustsNetworks || view?.isEnforcing === true ? undefined : NOT_ISOLATING;
}
