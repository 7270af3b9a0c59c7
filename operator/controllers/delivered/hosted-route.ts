import type { LeftView } from "../../machines/deployment/observe-types.ts";
import type { HostGuards } from "../../provisioners/vcluster/host-guards.ts";
import type { RoutePlace } from "../../provisioners/vcluster/host-routes.ts";

/** A route on a host. */
export type HostedRoute = RoutePlace & Readonly<{ host: string }>;

/** Looks whether anything of a deployment's route is on its host still, unless it is too early to be asked. */
export async function observeRoute(
  guards: Pick<HostGuards, "hasRoutes">,
  { host, ...place }: HostedRoute,
  mayAsk: boolean,
): Promise<LeftView> {
  if (!mayAsk) return "unasked";
  try {
    return (await guards.hasRoutes(host, place)) ? "present" : "absent";
  } catch {
    return "unreachable";
  }
}
