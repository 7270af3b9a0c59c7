import { wait, type Outcome, type GitView } from "../../machines/decision.ts";
import { isReleased, type DeploymentSpec } from "../../../contract/resources/deployment-spec.ts";
import { isStaged } from "../../../contract/resources/staged-import.ts";
import type { DeploymentFacts } from "../../machines/deployment/status.ts";
import type { ImportReview } from "../../../contract/resources/import-review.ts";
import type { ChartHostView, DeploymentObserved, ReviewView } from "../../machines/deployment/observe-types.ts";
import type { ClusterView } from "../../machines/deployment/state.ts";
import type { ArgoApplication } from "../../delivery/argo-application.ts";
import type { SecretUse } from "../../delivery/tenant-secrets.ts";
import { idOf, requestIdOf } from "../../resources/adoption.ts";
import type { ClusterObject, DeploymentObject } from "../../resources/objects.ts";
import {
  applicationView,
  clusterView,
  findOlderAdopter,
  findOlderNamesake,
  gitView,
  isUsable,
  lookAtSecrets,
  mayRender,
  renderedView,
  rootView,
} from "../delivered/views.ts";
import { renderTarget, secretUse, type DeploymentContext } from "./context.ts";
import { findCluster } from "../delivered/target.ts";
import { deploymentHandle, deploymentKey } from "../../resources/handles.ts";
import type { DomainDecision } from "../../machines/deployment/domain.ts";
import type { PortsDecision } from "../../machines/deployment/public-ports.ts";
import { lookAtAddress, type AddressLook } from "./address.ts";
import { lookAtBackups } from "./backups.ts";
import { lookAtDomain } from "./domain.ts";
import { lookAtPublicPorts } from "./public-ports.ts";
import { observePreview } from "./preview.ts";
import { observePromotion } from "./promotion.ts";
import { deriveImageChoice } from "../../../render/deployment/image-updater.ts";
import { recordedDelivery } from "../shared/git-desk.ts";
import { isImageHeld } from "../../../render/image-hold.ts";
import { lookAtImageUpdater } from "./images.ts";
import { lookAtRelease, releaseOnly } from "./release.ts";
import { asOf } from "./sleep.ts";
import { lookAtPods } from "./look-at-pods.ts";
import { countReadyPods } from "./ready-pods.ts";
import type { RenderResult, RenderTarget, RenderedSummary } from "./renderer.ts";

const RENDERING_MS = 100;

/** One look at a deployment, with what its effects will need. */
export type DeploymentLook = Readonly<{
  observed: DeploymentObserved;
  facts: DeploymentFacts & Readonly<{ address: AddressLook | undefined }>;
  target: RenderTarget | undefined;
  /** Set while it is being rendered: nothing can be decided before. */
  hold: Outcome | undefined;
  summary: RenderedSummary | undefined;
  application: ArgoApplication | undefined;
  /** Undefined while the cluster cannot take secrets. */
  use: SecretUse | undefined;
}>;

/** Looks at everything that decides about a live deployment; reads memory only. */
export function observeDeployment(context: DeploymentContext, stored: DeploymentObject): DeploymentLook {
  const { object, sleep } = asOf(stored, context.clock.nowMs());
  const look = lookAtAll(context, object, stored.spec);
  const backups = lookAtBackups(context, object, look.observed.application);
  const readyPods = countReadyPods(context, object, look.observed.application);
  return {
    ...look,
    facts: { ...look.facts, readyPods },
    observed: {
      ...look.observed,
      sleep,
      preview: observePreview(context, object),
      backups,
      certificateDue: look.facts.domain?.renewal?.due,
      isAddressAwaited: look.facts.address?.isAwaited === true,
    },
  };
}

function lookAtAll(context: DeploymentContext, object: DeploymentObject, declared: DeploymentSpec): DeploymentLook {
  const cluster = findCluster(context, object);
  const view = clusterView(cluster, object);
  const use = useOf(context, object, { view, cluster });
  const { secrets, revision } = lookAtSecrets(context, use, object.status?.secretsRevision);
  const claims = lookAtClaims(context, object, cluster);
  const rest = { declared, secretsRevision: revision, ...ownOf(claims) };
  const target = targetOf(context, object, { view, cluster, rest });
  const result = target === undefined ? undefined : context.renderer.summary(target);
  const summary = summaryOf(result);
  const application = context.argo.find(deploymentHandle(object));
  const desk = { key: deploymentKey(object), recorded: recordedDelivery(object) };
  const git = gitView(context, desk, summary);
  const seen = releaseOnly(object, applicationView(context, desk, application, summary));
  const observed: DeploymentObserved = {
    generation: object.metadata.generation ?? 1,
    spec: object.spec,
    cluster: view,
    nameTakenBy: findOlderNamesake(context.caches.deployments, object),
    adoptedBy: findOlderAdopter(context.caches.deployments, object),
    secrets,
    rendered: renderedView(result),
    git,
    application: seen,
    root: rootView(context, desk, { clusterHandle: cluster?.status?.handle, contentHash: contentOf(summary) }),
    review: reviewView(context, object, summary),
    chartHost: chartHostView(context, object, git),
    promotion: observePromotion(context, object),
    podTrouble: lookAtPods(context, object, cluster, seen),
    release: lookAtRelease(context, object, cluster, seen),
    imageUpdater: lookAtImageUpdater(context, object, { summary, application }),
  };
  return {
    observed,
    facts: deriveFacts(object, {
      cluster,
      summary,
      target,
      application,
      claims,
      address: lookAtAddress(context, object, urlOf(object, summary), seen),
      importReview: context.reviews.review(object.metadata.uid ?? "", summary?.contentHash ?? ""),
    }),
    target,
    hold: holdOf(result),
    summary,
    application,
    use,
  };
}

/** What Git holds was judged when it was written. */
function chartHostView(context: DeploymentContext, object: DeploymentObject, git: GitView): ChartHostView | undefined {
  const { helmRepoUrl: url } = object.spec;
  if (url === undefined || git.kind === "present") return undefined;
  const { namespace = "" } = object.metadata;
  return context.chartHosts.look({ handle: deploymentHandle(object), namespace, url });
}

/** What is a deployment's own only while no other one has it. */
type Claims = Readonly<{ domain: DomainDecision | undefined; ports: PortsDecision | undefined }>;

function lookAtClaims(
  context: DeploymentContext,
  object: DeploymentObject,
  cluster: ClusterObject | undefined,
): Claims {
  return { domain: lookAtDomain(context, object, cluster), ports: lookAtPublicPorts(context, object, cluster) };
}

function ownOf({ domain, ports }: Claims): Pick<RenderTarget, "customDomain" | "publicPorts"> {
  return { customDomain: domain?.memory, publicPorts: ports?.memory ?? [] };
}

type OnCluster = Readonly<{ view: ClusterView; cluster: ClusterObject | undefined }>;

/** Nothing is brought to a staged import: nothing of it is ours to change yet. */
function useOf(
  context: DeploymentContext,
  object: DeploymentObject,
  { view, cluster }: OnCluster,
): SecretUse | undefined {
  const handle = cluster?.status?.handle;
  if (!isUsable(view) || isStaged(object.spec) || handle === undefined) return undefined;
  return secretUse(context, object, handle);
}

function targetOf(
  context: DeploymentContext,
  object: DeploymentObject,
  { view, cluster, rest }: OnCluster & Readonly<{ rest: Parameters<typeof renderTarget>[3] }>,
): RenderTarget | undefined {
  return mayRender(view, object) && cluster !== undefined ? renderTarget(context, object, cluster, rest) : undefined;
}

function holdOf(result: RenderResult | undefined): Outcome | undefined {
  return result?.kind === "pending" ? wait(RENDERING_MS, "Rendering") : undefined;
}

function summaryOf(result: RenderResult | undefined): RenderedSummary | undefined {
  return result?.kind === "rendered" ? result.summary : undefined;
}

function contentOf(summary: RenderedSummary | undefined): string {
  return summary?.contentHash ?? "";
}

type Delivered = Readonly<{ application: ArgoApplication | undefined; summary: RenderedSummary | undefined }>;

function reviewView(
  { reviews }: DeploymentContext,
  { metadata, spec }: DeploymentObject,
  summary: RenderedSummary | undefined,
): ReviewView | undefined {
  if (!isStaged(spec)) return undefined;
  // What a chart comes to is known once Argo CD has rendered it.
  if (spec.appType === "helm" || summary === undefined) return { kind: "unneeded" };
  return reviews.view(metadata.uid ?? "", summary.contentHash);
}

function deriveFacts(
  object: DeploymentObject,
  found: Delivered &
    Readonly<{
      cluster: ClusterObject | undefined;
      target: RenderTarget | undefined;
      importReview: ImportReview | undefined;
      claims: Claims;
      address: AddressLook | undefined;
    }>,
): DeploymentLook["facts"] {
  const { cluster, summary, target, application, claims, address } = found;
  const { status } = object;
  return {
    handle: deploymentHandle(object),
    clusterId: cluster && idOf(cluster),
    gitPath: summary?.gitPath ?? status?.git?.path,
    endpointUrl: urlOf(object, summary),
    chartVersion: target?.chartVersion,
    requestId: requestIdOf(object),
    imageRunning: imageRunning(object, application),
    importReview: found.importReview,
    imageChoice: deriveImageChoice(object.spec),
    imagesHeld: isImageHeld(object.spec),
    ...claims,
    address: address && { ...address, leadsTo: cluster?.status?.gatewayAddress },
  };
}

function urlOf({ status }: DeploymentObject, summary: RenderedSummary | undefined): string | undefined {
  return summary === undefined ? status?.endpointUrl : summary.endpointUrl;
}

function imageRunning(
  { spec, status }: DeploymentObject,
  application: ArgoApplication | undefined,
): string | undefined {
  // What the pod of a release command runs is not what answers yet.
  if (isReleased(spec) && application?.operation?.job !== undefined) return status?.dockerImageRunning;
  const images = application?.images ?? [];
  return images.find((image) => image === spec.dockerImage) ?? images[0];
}
