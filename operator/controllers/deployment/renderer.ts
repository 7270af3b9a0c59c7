import { TooCostlyError } from "../../../adapters/worker/bounded-worker.ts";
import type { DeploymentStatus } from "../../../contract/resources/deployment.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { AdoptedObjects } from "../../../render/deployment/adopted-workload.ts";
import { certifiesEachName, renderedRouting } from "../../../render/bundle/component.ts";
import { organizationProject } from "../../../render/argocd/organization-projects.ts";
import type { ImageUpdaterManifest } from "../../../render/deployment/image-updater.ts";
import type { RenderedDeployment } from "../../../render/deployment/render-deployment.ts";
import type { RenderDeploymentInput } from "../../../render/render-input.ts";
import { renderParts, type RenderedParts } from "../../../render/deployment/render-parts.ts";
import { isQuicklyRendered } from "../../../render/text/text-size.ts";
import { isTooCostly, TOO_COSTLY, type RenderElsewhere } from "../../render-elsewhere.ts";
import { renderedMetadata } from "../../resources/adoption.ts";
import type { ClusterObject, DeploymentObject } from "../../resources/objects.ts";
import { summarizeFiles, type DeliveredContent } from "../delivered/content.ts";
import type { DeliverySettings } from "../shared/delivery-settings.ts";

/** What a deployment renders to, without the text. */
export type RenderedSummary = DeliveredContent &
  Readonly<{
    gitPath: string;
    endpointUrl: string | undefined;
    tenantNamespace: string;
    imageUpdater: ImageUpdaterManifest | undefined;
  }>;

/** A summary, or why there is none. */
export type RenderResult =
  | Readonly<{ kind: "rendered"; summary: RenderedSummary }>
  | Readonly<{ kind: "refused"; reason?: string; message: string }>
  /** Much text is rendered elsewhere: look again. */
  | Readonly<{ kind: "pending" }>;

/** The cluster and the chart that a deployment is rendered for. */
export type RenderTarget = Readonly<{
  /** With what the clock makes of its sleep schedule. */
  object: DeploymentObject;
  /** Its spec as it was said. */
  declared: DeploymentObject["spec"];
  handle: string;
  cluster: ClusterObject;
  clusterHandle: string;
  chartVersion: string;
  secretsRevision: string | undefined;
  /** The own domain, once it is active. */
  customDomain: DeploymentStatus["customDomain"];
  /** Those that are its own. */
  publicPorts: NonNullable<DeploymentStatus["publicPorts"]>;
}>;

const PENDING = { kind: "pending" } as const;
/** So many characters of what was rendered elsewhere are kept until they are written. */
const PARTS_CHARACTERS_MAX = 8 * 1024 * 1024;

/**
 * Renders deployments, and remembers by what they were rendered: most passes change nothing. Much text is rendered
 * elsewhere, where it holds up nobody; what took too long there is not tried again, which its own status remembers.
 */
export class DeploymentRenderer {
  readonly #settings: DeliverySettings;
  readonly #elsewhere: RenderElsewhere | undefined;
  readonly #known = new Map<string, Readonly<{ inputs: string; result: RenderResult }>>();
  /** By uid, the oldest first: what is rendered elsewhere is written soon after. */
  readonly #parts = new Map<string, Readonly<{ inputs: string; parts: RenderedParts }>>();

  constructor(settings: DeliverySettings, elsewhere?: RenderElsewhere) {
    this.#settings = settings;
    this.#elsewhere = elsewhere;
  }

  summary(target: RenderTarget): RenderResult {
    const uid = target.object.metadata.uid ?? "";
    const inputs = inputsOf(target);
    const known = this.#known.get(uid);
    if (known?.inputs === inputs) return known.result;
    const result = isTooCostly(target.object) ? TOO_COSTLY : this.#render(uid, inputs, target);
    this.#known.set(uid, { inputs, result });
    return result;
  }

  /** Renders the files themselves, to be written. */
  files(target: RenderTarget): RenderedDeployment["files"] {
    return this.#partsOf(target).rendered.files;
  }

  /** Derives the objects of a workload that was taken over; undefined where a chart brings them. */
  adopted(target: RenderTarget): AdoptedObjects | undefined {
    return this.#partsOf(target).adopted;
  }

  forget(uid: string): void {
    this.#known.delete(uid);
    this.#parts.delete(uid);
  }

  #partsOf(target: RenderTarget): RenderedParts {
    const kept = this.#parts.get(target.object.metadata.uid ?? "");
    return kept?.inputs === inputsOf(target) ? kept.parts : renderParts(this.#input(target));
  }

  #render(uid: string, inputs: string, target: RenderTarget): RenderResult {
    const input = this.#input(target);
    if (this.#elsewhere === undefined || isQuicklyRendered(target.object.spec))
      return resultOf(() => summarize(renderParts(input)));
    this.#elsewhere(input).then(
      (parts) => {
        this.#keep(uid, { inputs, parts });
        this.#settle(uid, inputs, { kind: "rendered", summary: summarize(parts) });
      },
      (error: unknown) => this.#settle(uid, inputs, refusalOf(error)),
    );
    return PENDING;
  }

  /** Without a result it is asked for anew at the next look. */
  #settle(uid: string, inputs: string, result: RenderResult | undefined): void {
    if (this.#known.get(uid)?.inputs !== inputs) return;
    if (result === undefined) this.#known.delete(uid);
    else this.#known.set(uid, { inputs, result });
  }

  #keep(uid: string, entry: Readonly<{ inputs: string; parts: RenderedParts }>): void {
    this.#parts.delete(uid);
    this.#parts.set(uid, entry);
    let characters = 0;
    for (const [other, { parts }] of [...this.#parts].reverse()) {
      characters += parts.rendered.files.reduce((sum, { content }) => sum + content.length, 0);
      if (characters > PARTS_CHARACTERS_MAX) this.#parts.delete(other);
    }
  }

  #input({
    object,
    declared,
    handle,
    cluster,
    clusterHandle,
    chartVersion,
    secretsRevision,
    customDomain,
    publicPorts,
  }: RenderTarget): RenderDeploymentInput {
    const metadata = renderedMetadata(object);
    const { provider, region, tier, namesUnder } = cluster.spec;
    const routing = renderedRouting(cluster);
    const { appsDomain, clusterIssuer, repoUrl, branch, argocdNamespace, secretsDriver, registryHost } = this.#settings;
    return {
      metadata,
      handle,
      spec: object.spec,
      declared,
      cluster: {
        handle: clusterHandle,
        provider,
        region,
        tier,
        routing,
        namesUnder,
        certifiesEachName: certifiesEachName(cluster),
      },
      platform: {
        appsDomain,
        clusterIssuer,
        repoUrl,
        branch,
        argocdNamespace,
        secretsDriver,
        registryHost,
        chartVersion,
        project: organizationProject(metadata.namespace),
      },
      secretsRevision,
      customDomainActive: customDomain !== undefined,
      publicPorts: publicPorts.map(({ publicPort }) => publicPort),
      remembered: { customDomain, publicPorts: rememberedPorts(publicPorts) },
    };
  }
}

function summarize({ rendered, imageUpdater }: RenderedParts): RenderedSummary {
  const { gitPath, endpointUrl, tenantNamespace } = rendered;
  return {
    ...summarizeFiles(rendered.files, rendered.application),
    gitPath,
    endpointUrl,
    tenantNamespace,
    imageUpdater,
  };
}

function resultOf(render: () => RenderedSummary): RenderResult {
  try {
    return { kind: "rendered", summary: render() };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    return refusal;
  }
}

function refusalOf(error: unknown): RenderResult | undefined {
  if (error instanceof TooCostlyError) return TOO_COSTLY;
  const isRefused = error instanceof BerthError && error.code === "render_failed";
  return isRefused ? { kind: "refused", message: error.publicMessage } : undefined;
}

function inputsOf({ object, handle, cluster, clusterHandle, chartVersion, ...observed }: RenderTarget): string {
  const { provider, region, tier, namesUnder } = cluster.spec;
  const routing = renderedRouting(cluster);
  const { generation = 0, labels } = object.metadata;
  return JSON.stringify([
    generation,
    object.spec.stopped,
    labels,
    handle,
    clusterHandle,
    provider,
    region,
    tier,
    routing,
    namesUnder,
    certifiesEachName(cluster),
    chartVersion,
    observed.secretsRevision,
    observed.customDomain,
    rememberedPorts(observed.publicPorts),
  ]);
}

/** Where they answer is found anew; what asks for none changes no file. */
function rememberedPorts(publicPorts: RenderTarget["publicPorts"]): RenderTarget["publicPorts"] | undefined {
  if (publicPorts.length === 0) return undefined;
  return publicPorts.map(({ port, publicPort, claimedAt }) => ({ port, publicPort, claimedAt }));
}
