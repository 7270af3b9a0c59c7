import type { KindContext, Parts } from "../parts.ts";
import { REGISTRY_KEY, organizationSlug } from "../../../contract/identity.ts";
import { AdoptionReviews } from "../../delivery/adoption-reviews.ts";
import type { SecretUse } from "../../delivery/tenant-secrets.ts";
import {
  certifiesEachName,
  clusterRouting,
  isCarried,
  routingOf,
  type ClusterRouting,
} from "../../../render/bundle/component.ts";
import { knowsGateways, knowsOwnCertificates, knowsPublicPorts } from "../../../render/charts/gateway-names.ts";
import { isOwnImage, tenantNamespace } from "../../../render/delivery-names.ts";
import { hasHost } from "../../../render/deployment/published-route.ts";
import { idOf } from "../../resources/adoption.ts";
import type { ClusterObject, DeploymentObject } from "../../resources/objects.ts";
import { DeploymentRenderer, type RenderTarget } from "./renderer.ts";
import { createDeploymentBackupLooks, type BackupLooks } from "./backup-looks.ts";
import { AddressLooks } from "./address-looks.ts";
import { ChartHostLooks } from "./chart-host-looks.ts";
import { createDomainLooks, type DomainLooks } from "./domain-looks.ts";
import { IssuerWishLooks } from "./issuer-wish-looks.ts";
import { createPodLooks, type PodLooks } from "./pod-looks.ts";
import { createPortLooks, type PortLooks } from "./port-looks.ts";
import { createReadyPodLooks, type ReadyPodLooks } from "./ready-pod-looks.ts";
import { createReleaseLooks, type ReleaseLooks } from "./release-looks.ts";
import { isChanged, keptVersion } from "../delivered/target.ts";
import { deploymentHandle, deploymentKey } from "../../resources/handles.ts";

/** What only the deployment controller works with. */
type Equipment = Readonly<{
  renderer: DeploymentRenderer;
  reviews: AdoptionReviews;
  domains: DomainLooks;
  ports: PortLooks;
  chartHosts: ChartHostLooks;
  pods: PodLooks;
  readyPods: ReadyPodLooks;
  releaseCommands: ReleaseLooks;
  backups: BackupLooks;
  /** Previews whose own database was one too many when it was asked for last, by uid. */
  refusedDatabases: Set<string>;
  /** Undefined where nobody is asked. */
  addresses: AddressLooks | undefined;
  /** Undefined where no issuer of the platform's own is known. */
  wishes: IssuerWishLooks | undefined;
}>;
/** What the deployment controller works with. */
export type DeploymentContext = KindContext<DeploymentObject, Equipment>;

/** Makes what only the deployment controller works with. */
export function equipDeployments(parts: Parts): Equipment {
  const { clock, settings, renderElsewhere, judgeChartHost, askAddress, addressObserver, onNews } = parts;
  const { resolveTxt, lookUpRecords, authority } = parts;
  return {
    renderer: new DeploymentRenderer(settings, renderElsewhere),
    reviews: new AdoptionReviews(clock),
    domains: createDomainLooks({ resolveTxt, lookUpRecords }, clock, onNews),
    ports: createPortLooks(clock, onNews),
    chartHosts: new ChartHostLooks(judgeChartHost, clock, onNews),
    pods: createPodLooks(clock, onNews),
    readyPods: createReadyPodLooks(clock, onNews),
    releaseCommands: createReleaseLooks(clock, onNews),
    backups: createDeploymentBackupLooks(clock, onNews),
    refusedDatabases: new Set(),
    addresses: askAddress && new AddressLooks({ ask: askAddress, clock, observer: addressObserver, onNews }),
    wishes: authority && new IssuerWishLooks(authority, clock),
  };
}

/** Derives what a deployment is rendered for; undefined until its cluster has a handle. */
export function renderTarget(
  context: DeploymentContext,
  object: DeploymentObject,
  cluster: ClusterObject,
  observed: Pick<RenderTarget, "declared" | "secretsRevision" | "customDomain" | "publicPorts">,
): RenderTarget | undefined {
  const clusterHandle = cluster.status?.handle;
  if (clusterHandle === undefined) return undefined;
  return {
    object,
    handle: deploymentHandle(object),
    cluster,
    clusterHandle,
    chartVersion: chartVersion(context, object, {
      routing: isCarried(cluster.spec) ? routingOf(cluster.spec) : clusterRouting(cluster),
      hasPorts: observed.publicPorts.length > 0,
      isCertified: certifiesEachName(cluster) === true && hasHost(object.spec),
    }),
    ...observed,
  };
}

/** Says which secrets a deployment uses, and where its pods find them. */
export function secretUse(
  { settings }: Pick<DeploymentContext, "settings">,
  object: DeploymentObject,
  clusterHandle: string,
): SecretUse {
  const { metadata, spec } = object;
  const handle = deploymentHandle(object);
  const names = (spec.environmentVariables ?? []).flatMap(({ secretRef }) => secretRef ?? []);
  if (isOwnImage(spec.dockerImage, metadata.namespace ?? "", settings.registryHost)) names.push(REGISTRY_KEY);
  return {
    uid: metadata.uid ?? "",
    id: idOf(object),
    organization: organizationSlug(metadata.namespace ?? ""),
    handle,
    clusterHandle,
    namespace: tenantNamespace({ handle, spec }),
    isOurs: spec.adoption === undefined,
    names: [...new Set(names)].toSorted(),
  };
}

function chartVersion(
  { settings, writer, releases }: DeploymentContext,
  object: DeploymentObject,
  wanted: WantedOfChart,
): string {
  const delivered = object.status?.delivery?.version;
  const mayMove = isTooOld(delivered, wanted) || isChanged(object) || releases.mayMove(deploymentKey(object));
  return keptVersion(writer, "workload", mayMove ? undefined : delivered, settings.chartVersion);
}

/** What a deployment's values say that not every release of the chart takes. */
type WantedOfChart = Readonly<{ routing: ClusterRouting; hasPorts: boolean; isCertified: boolean }>;

/** A release that refuses the values would not be a release kept. */
function isTooOld(version: string | undefined, { routing, hasPorts, isCertified }: WantedOfChart): boolean {
  if (version === undefined || routing === "ingress") return false;
  if (isCertified && !knowsOwnCertificates(version)) return true;
  return !knowsGateways(version) || (hasPorts && !knowsPublicPorts(version));
}
