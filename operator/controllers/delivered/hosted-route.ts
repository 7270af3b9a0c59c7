import type { RoutePlace } from "../../provisioners/vcluster/host-routes.ts";

/** A route on a host. */
export type HostedRoute = RoutePlace & Readonly<{ host: string }>;
