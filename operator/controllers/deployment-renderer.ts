import { BerthError } from "../../contract/errors.ts";
import { deriveAdoptedObjects, type AdoptedObjects } from "../../render/adopted-workload.ts";
import { organizationProject } from "../../render/organization-projects.ts";
import { renderImageUpdater, type ImageUpdaterManifest } from "../../render/image-updater.ts";
import {
  renderDeployment,
  type RenderDeploymentInput,
  type RenderedDeployment,
} from "../../render/render-deployment.ts";
import { renderedMetadata } from "./adoption.ts";
import type { ClusterObject, DeploymentObject } from "./caches.ts";
import { summarizeFiles, type DeliveredContent } from "./delivered-content.ts";
import type { DeliverySettings } from "./settings.ts";

/** Is what a deployment renders to, without the text. */
export type RenderedSummary = DeliveredContent &
  Readonly<{
    gitPath: string;
    endpointUrl: string | undefined;
    tenantNamespace: string;
    imageUpdater: ImageUpdaterManifest | undefined;
  }>;

/** Is a summary, or why there is none. */
export type RenderResult =
  Readonly<{ kind: "rendered"; summary: RenderedSummary }> | Readonly<{ kind: "refused"; message: string }>;

/** Names the cluster and the chart that a deployment is rendered for. */
export type RenderTarget = Readonly<{
  object: DeploymentObject;
  handle: string;
  cluster: ClusterObject;
  clusterHandle: string;
  chartVersion: string;
  secretsRevision: string | undefined;
  customDomainActive: boolean;
}>;

/** Renders deployments, and remembers by what they were rendered: most passes change nothing. */
export class DeploymentRenderer {
  readonly #settings: DeliverySettings;
  readonly #known = new Map<string, Readonly<{ inputs: string; result: RenderResult }>>();

  constructor(settings: DeliverySettings) {
    this.#settings = settings;
  }

  summary(target: RenderTarget): RenderResult {
    const uid = target.object.metadata.uid ?? "";
    const inputs = inputsOf(target);
    const known = this.#known.get(uid);
    if (known?.inputs === inputs) return known.result;
    const result = this.#render(target);
    this.#known.set(uid, { inputs, result });
    return result;
  }

  /** Renders the files themselves, to be written. */
  files(target: RenderTarget): RenderedDeployment["files"] {
    return renderDeployment(this.#input(target)).files;
  }

  /** Derives the objects of a workload that was taken over; undefined where a chart brings them. */
  adopted(target: RenderTarget): AdoptedObjects | undefined {
    return deriveAdoptedObjects(this.#input(target));
  }

  forget(uid: string): void {
    this.#known.delete(uid);
  }

  #render(target: RenderTarget): RenderResult {
    try {
      return { kind: "rendered", summary: summarize(this.#input(target)) };
    } catch (error) {
      if (error instanceof BerthError && error.code === "render_failed")
        return { kind: "refused", message: error.publicMessage };
      throw error;
    }
  }

  #input({
    object,
    handle,
    cluster,
    clusterHandle,
    chartVersion,
    secretsRevision,
    customDomainActive,
  }: RenderTarget): RenderDeploymentInput {
    const metadata = renderedMetadata(object);
    const { provider, region, tier } = cluster.spec;
    const { appsDomain, repoUrl, branch, argocdNamespace, secretsDriver, registryHost } = this.#settings;
    return {
      metadata,
      handle,
      spec: object.spec,
      cluster: { handle: clusterHandle, provider, region, tier },
      platform: {
        ...{ appsDomain, repoUrl, branch, argocdNamespace, secretsDriver, registryHost, chartVersion },
        project: organizationProject(metadata.namespace),
      },
      secretsRevision,
      customDomainActive,
    };
  }
}

function summarize(input: RenderDeploymentInput): RenderedSummary {
  const rendered = renderDeployment(input);
  const { gitPath, endpointUrl, tenantNamespace } = rendered;
  return {
    ...summarizeFiles(rendered.files, rendered.application),
    ...{ gitPath, endpointUrl, tenantNamespace },
    imageUpdater: renderImageUpdater(input),
  };
}

function inputsOf({ object, handle, cluster, clusterHandle, chartVersion, ...observed }: RenderTarget): string {
  const { provider, region, tier } = cluster.spec;
  const { generation = 0, labels } = object.metadata;
  return JSON.stringify([
    generation,
    labels,
    handle,
    clusterHandle,
    provider,
    region,
    tier,
    chartVersion,
    observed.secretsRevision,
    observed.customDomainActive,
  ]);
}
