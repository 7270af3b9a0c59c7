import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { isJob } from "../../contract/resources/deployment-spec.ts";
import { clusterDomain } from "../cluster/cluster-domain.ts";
import { renderError } from "../render-error.ts";
import type { RenderDeploymentInput } from "../render-input.ts";
import { adoptedLabels } from "./adopted-workload.ts";
import { deriveReadinessPath, detectPort } from "./detect-probes.ts";
import { deriveGatewayLimits } from "./request-limits.ts";

/** A service of ours finds the pods of a workload that was taken over by what was said of them. */
export function hasKnownPods(spec: DeploymentSpec): boolean {
  return spec.adoption === undefined || adoptedLabels(spec) !== undefined;
}

/** Derives the port that a service of ours leads to. */
export function servicePort(spec: DeploymentSpec): number | undefined {
  return hasKnownPods(spec) ? detectPort(spec) : undefined;
}

/** Tells whether an application can be published: a database speaks no HTTP, a manifest or a chart brings its own way in. */
export function answersHttp(spec: DeploymentSpec): boolean {
  const isOurs =
    spec.appType !== "database" && spec.appType !== "helm" && !isJob(spec) && spec.adoption?.manifestYaml === undefined;
  return isOurs && servicePort(spec) !== undefined;
}

/** Tells whether an application has a name of the platform's. */
export function hasHost(spec: DeploymentSpec): boolean {
  return answersHttp(spec) && (spec.appType === "web_app" || spec.appType === "static_site");
}

/** What bears on the way of requests to a deployment. */
type RouteInput = Pick<RenderDeploymentInput, "spec" | "handle" | "customDomainActive"> &
  Readonly<{
    cluster: Pick<RenderDeploymentInput["cluster"], "handle" | "namesUnder">;
    platform: Pick<RenderDeploymentInput["platform"], "appsDomain">;
  }>;
/** How requests come to a deployment by the Gateway API, as values of charts/workload say it. */
export type DerivedRoute = Readonly<{
  port: number;
  host?: string;
  customDomain?: string;
  healthPath?: string | undefined;
}> &
  ReturnType<typeof deriveGatewayLimits>;

/** Derives how requests come to a deployment by the Gateway API; undefined where none come. */
export function deriveRoute(input: RouteInput): DerivedRoute | undefined {
  const { spec } = input;
  const port = servicePort(spec);
  const hosts = deriveHosts(input);
  if (port === undefined || Object.keys(hosts).length === 0) return undefined;
  const healthPath = spec.failoverHealthRoute === true ? deriveHealthPath(spec, port) : undefined;
  return { ...hosts, port, healthPath, ...deriveGatewayLimits(spec) };
}

/** Derives the names at which a deployment is published: the platform's, and an own domain once it is active. */
export function deriveHosts({ spec, handle, cluster, platform, customDomainActive }: RouteInput): {
  host?: string;
  customDomain?: string;
} {
  if (!answersHttp(spec)) return {};
  const host = hasHost(spec) ? { host: `${handle}.${clusterDomain(cluster, platform.appsDomain)}` } : {};
  const own = customDomainActive === true && spec.customDomain !== undefined ? { customDomain: spec.customDomain } : {};
  return { ...host, ...own };
}

// The ingress controller writes this path into its own configuration: no variables, quotes or separators.
const PLAIN_PATH = /^\/[A-Za-z0-9/_.~-]*$/;

/** Derives the path behind the one that a failover looks at. */
export function deriveHealthPath(spec: DeploymentSpec, port: number): string {
  const path = deriveReadinessPath(spec, port);
  if (!PLAIN_PATH.test(path))
    throw renderError("failover_health_route", "needs a readiness path of letters, digits and /_.~- only");
  return path;
}
