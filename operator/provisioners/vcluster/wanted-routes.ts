import { isStaged } from "../../../contract/resources/staged-import.ts";
import { BerthError } from "../../../contract/errors.ts";
import { clusterDomain } from "../../../render/cluster/cluster-domain.ts";
import { renderHostRoutes, type RouteObject } from "../../../render/cluster/host-routes.ts";
import { virtualClusterName } from "../../../render/cluster/virtual-cluster.ts";
import { certificateName, domainCertificateName } from "../../../render/custom-domain.ts";
import { serviceName, tenantNamespace } from "../../../render/delivery-names.ts";
import { deriveRoute, type DerivedRoute } from "../../../render/deployment/published-route.ts";
import { CHART_DEFAULTS } from "../../../render/plan/chart-defaults.ts";
import { idOf } from "../../resources/adoption.ts";
import { deploymentHandle } from "../../resources/handles.ts";
import type { ClusterObject, DeploymentObject } from "../../resources/objects.ts";
import { hostObjectName } from "./host-object-name.ts";
import type { WantedRoutes } from "./host-routes.ts";

/** A virtual cluster with its deployments. */
type HostedCluster = Readonly<{ cluster: ClusterObject; deployments: readonly DeploymentObject[] }>;
/** What of the installation bears on routes. */
type RouteSettings = Readonly<{ appsDomain: string; clusterIssuer?: string | undefined }>;
type Ask = Readonly<{
  settings: RouteSettings;
  /** Whether the host has a Gateway at all. */
  hasGateway: boolean;
  /** Whether that has no certificate for all names under the platform's domain, so that each brings its own. */
  certifiesEachName: boolean;
  isLive: (deployment: DeploymentObject) => boolean;
}>;

/** Derives the routes of a host's deployments; one that goes, or that cannot be rendered, is left out: nothing of it is touched. */
export function deriveWantedRoutes(hosted: readonly HostedCluster[], ask: Ask): readonly WantedRoutes[] {
  return hosted.flatMap(({ cluster, deployments }) =>
    deployments
      .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
      .flatMap((deployment) => {
        const objects = objectsOf(cluster, deployment, ask);
        if (objects === undefined) return [];
        const isLive = (): boolean => ask.isLive(deployment);
        return [{ handle: deploymentHandle(deployment), cluster: cluster.status?.handle ?? "", objects, isLive }];
      }),
  );
}

/** What its spec asks for, its own domain included: whose that is, is decided elsewhere. */
function objectsOf(
  { spec: { namesUnder }, status }: ClusterObject,
  deployment: DeploymentObject,
  { settings, hasGateway, certifiesEachName }: Ask,
): readonly RouteObject[] | undefined {
  const { spec } = deployment;
  if (!hasGateway || isStaged(spec)) return [];
  const handle = deploymentHandle(deployment);
  const cluster = { handle: status?.handle ?? "", namesUnder };
  const platform = { appsDomain: settings.appsDomain };
  const route = unlessRefused(() => deriveRoute({ spec, handle, cluster, platform, customDomainActive: true }));
  if (route === undefined) return [];
  return route === "refused" ? undefined : renderRoutes(deployment, route, { cluster, settings, certifiesEachName });
}

type Place = Readonly<{ cluster: Parameters<typeof clusterDomain>[0] }> & Pick<Ask, "settings" | "certifiesEachName">;

function renderRoutes(
  deployment: DeploymentObject,
  route: DerivedRoute,
  { cluster, settings, certifiesEachName }: Place,
): readonly RouteObject[] {
  const { appsDomain, clusterIssuer = CHART_DEFAULTS.gateway.clusterIssuer } = settings;
  const handle = deploymentHandle(deployment);
  const onHost = (name: string): string =>
    hostObjectName(cluster.handle, { namespace: tenantNamespace({ handle, spec: deployment.spec }), name });
  // The listener of the host's Gateway is for names right under the platform's domain.
  const isCovered = clusterDomain(cluster, appsDomain) === appsDomain;
  return renderHostRoutes({
    id: idOf(deployment),
    handle,
    namespace: virtualClusterName(cluster.handle),
    service: onHost(serviceName(handle)),
    route,
    isCovered,
    certificate: isCovered && !certifiesEachName ? undefined : onHost(certificateName(handle)),
    domainCertificate: onHost(domainCertificateName(handle)),
    issuer: clusterIssuer === "" ? undefined : clusterIssuer,
  });
}

function unlessRefused<T>(derive: () => T): T | "refused" {
  try {
    return derive();
  } catch (error) {
    if (error instanceof BerthError && error.code === "render_failed") return "refused";
    throw error;
  }
}
