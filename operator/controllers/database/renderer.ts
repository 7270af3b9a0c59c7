import { BerthError } from "../../../contract/errors.ts";
import { defaultVersion } from "../../../contract/resources/database-engines.ts";
import { bundleChannel } from "../../../render/bundle/wanted-components.ts";
import { organizationProject } from "../../../render/argocd/organization-projects.ts";
import type { DatabaseSource, RenderDatabaseInput } from "../../../render/database/database-input.ts";
import { renderDatabase } from "../../../render/database/render-database.ts";
import type { RenderedFile } from "../../../render/render-input.ts";
import { renderedMetadata } from "../../resources/adoption.ts";
import type { ClusterObject, DatabaseObject } from "../../resources/objects.ts";
import { summarizeFiles, type DeliveredContent } from "../delivered/content.ts";
import type { DeliverySettings } from "../shared/delivery-settings.ts";

/** What a database is rendered for. */
export type DatabaseTarget = Readonly<{
  object: DatabaseObject;
  handle: string;
  cluster: ClusterObject;
  clusterHandle: string;
  chartVersion: string;
  secretsRevision: string | undefined;
  source: DatabaseSource | undefined;
}>;

/** What a database renders to, without the text. */
export type DatabaseContent = DeliveredContent & Readonly<{ gitPath: string }>;
type DatabaseRendering =
  Readonly<{ kind: "rendered"; summary: DatabaseContent }> | Readonly<{ kind: "refused"; message: string }>;

/** Renders databases, and remembers by what they were rendered: most passes change nothing. */
export class DatabaseRenderer {
  readonly #settings: DeliverySettings;
  readonly #known = new Map<string, Readonly<{ inputs: string; result: DatabaseRendering }>>();

  constructor(settings: DeliverySettings) {
    this.#settings = settings;
  }

  summary(target: DatabaseTarget): DatabaseRendering {
    const uid = target.object.metadata.uid ?? "";
    const input = this.#input(target);
    const inputs = JSON.stringify(input);
    const known = this.#known.get(uid);
    if (known?.inputs === inputs) return known.result;
    const result = render(input);
    this.#known.set(uid, { inputs, result });
    return result;
  }

  /** Renders the files themselves, to be written. */
  files(target: DatabaseTarget): readonly RenderedFile[] {
    return renderDatabase(this.#input(target)).files;
  }

  forget(uid: string): void {
    this.#known.delete(uid);
  }

  #input(target: DatabaseTarget): RenderDatabaseInput {
    const { object, handle, cluster, clusterHandle, chartVersion, secretsRevision, source } = target;
    const metadata = renderedMetadata(object);
    const { provider, region, tier } = cluster.spec;
    const { repoUrl, branch, argocdNamespace, secretsDriver, archive } = this.#settings;
    const { engineVersion: had, source: filledFrom } = object.status ?? {};
    const engineVersion = had ?? filledFrom?.engineVersion ?? defaultVersion(object.spec.engine);
    return {
      metadata,
      handle,
      spec: object.spec,
      cluster: { handle: clusterHandle, provider, region, tier },
      channel: bundleChannel(cluster.spec),
      engineVersion,
      // Another release's default must raise nobody, and an archive is found once only.
      remembered: { engineVersion: object.spec.engineVersion ?? engineVersion, source: filledFrom },
      platform: {
        repoUrl,
        branch,
        argocdNamespace,
        secretsDriver,
        archive,
        chartVersion,
        project: organizationProject(metadata.namespace),
      },
      source,
      secretsRevision,
    };
  }
}

function render(input: RenderDatabaseInput): DatabaseRendering {
  try {
    const { files, application, gitPath } = renderDatabase(input);
    return { kind: "rendered", summary: { ...summarizeFiles(files, application), gitPath } };
  } catch (error) {
    if (error instanceof BerthError && error.code === "render_failed")
      return { kind: "refused", message: error.publicMessage };
    throw error;
  }
}
