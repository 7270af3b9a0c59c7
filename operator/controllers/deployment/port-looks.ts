import { isIP } from "node:net";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { LISTENER_SETS, TCP_ROUTES } from "../../../adapters/kubernetes/resource-types.ts";
import { portListenerName, portListenersName, portRouteName } from "../../../render/charts/gateway-names.ts";
import { judgeRoute, type RouteView } from "../../machines/deployment/domain-route.ts";
import type { PortsSeen } from "../../machines/deployment/public-ports.ts";
import type { Clock } from "../../runtime/clock.ts";
import { CALL, Looks } from "../shared/looks.ts";
import { gatewayAddresses, saidOfListener, saidOfRoute, type ListenerSet, type Route } from "./route-looks.ts";

/** The public ports that are a deployment's own; the stamp is their numbers. */
type PortsSubject = Readonly<{
  handle: string;
  stamp: string;
  namespace: string;
  publicPorts: readonly number[];
}>;
type Looked = Extract<PortsSeen, { kind: "looked" }> & Readonly<{ stamp: string }>;

/** Asks tenant clusters how their Gateways have taken public ports. */
export type PortLooks = Looks<PortsSubject, Looked>;

const FRESH_MS = 5_000;
const HOST = /^[a-z0-9.-]{1,253}$/;

/** Creates the looks at public ports. */
export function createPortLooks(clock: Clock, onNews: (handle: string) => void): PortLooks {
  return new Looks({ clock, freshMs: FRESH_MS, ask: lookAtPorts, onNews, outlasts: "once" });
}

/** Reads what a cluster's Gateway says of public ports. */
export async function lookAtPorts(client: KubeClient, subject: PortsSubject): Promise<Looked> {
  const { handle, stamp, namespace, publicPorts } = subject;
  const [addresses, listeners, routes] = await Promise.all([
    gatewayAddresses(client),
    client.get<ListenerSet>(LISTENER_SETS, { namespace, name: portListenersName(handle) }, CALL),
    Promise.all(
      publicPorts.map((publicPort) =>
        client.get<Route>(TCP_ROUTES, { namespace, name: portRouteName(handle, publicPort) }, CALL),
      ),
    ),
  ]);
  // What stands on the cluster is its people's to write.
  const [address] = addresses
    .map(({ ip, hostname }) => hostname ?? ip ?? "")
    .filter((one) => isIP(one) !== 0 || HOST.test(one));
  const judged = publicPorts.map((publicPort, index) => {
    return { publicPort, route: judgePort(publicPort, listeners, routes[index]) };
  });
  return { kind: "looked", stamp, address, routes: judged };
}

function judgePort(publicPort: number, listeners: ListenerSet | undefined, route: Route | undefined): RouteView {
  if (listeners === undefined || route === undefined) return { kind: "absent" };
  return judgeRoute({
    listener: saidOfListener(listeners, portListenerName(publicPort)),
    route: saidOfRoute(route),
  });
}
