import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { TooCostlyError } from "../../adapters/worker/bounded-worker.ts";
import { BerthError } from "../../contract/errors.ts";
import { projectRow } from "../../adapters/postgres/resources/resource-store.ts";
import type { CustomResource, RenderValues, ProjectedKind } from "../../render/projection/custom-resource.ts";
import { projectResource } from "../../render/projection/project-resource.ts";
import type { ResourceRow } from "../../render/projection/resource-row.ts";
import { createValuesRenderer, deriveRenderInput, type PlatformOf } from "../../render/projection/values-renderer.ts";
import { isQuicklyRendered } from "../../render/text/text-size.ts";
import type { Owners, ProjectionPort } from "./projection-port.ts";
import type { TextWork } from "./text-work.ts";

type DeploymentObject = Parameters<typeof deriveRenderInput>[0];
type Platform = Readonly<{
  appsDomain: string;
  argocdNamespace: string;
  vault?: unknown;
  harbor?: Readonly<{ url: string }> | undefined;
}>;

/** Creates the projection of what the gateway writes: the functions that the mirror uses too. */
export function createProjection(
  platform: Platform,
  textWork: Pick<TextWork, "run">,
): ProjectionPort & Readonly<{ renderValues: RenderValues }> {
  // Of the platform only the domain and the way of secrets show in values.yaml; the rest is for files that the operator writes.
  const { appsDomain, argocdNamespace, vault, harbor } = platform;
  const registryHost = harbor === undefined ? undefined : new URL(harbor.url).host;
  const platformOf: PlatformOf = () => ({
    appsDomain,
    argocdNamespace,
    registryHost,
    secretsDriver: vault === undefined ? "kubernetes" : "vault",
    repoUrl: "",
    branch: "",
    project: "",
    chartVersion: "",
  });
  const render = createValuesRenderer(platformOf);
  /** By the very object: what becomes of it later is another one. */
  const prepared = new WeakMap<object, string | null>();
  const renderValues: RenderValues = (object, cluster) => {
    const known = prepared.get(object);
    return known === undefined ? render(object, cluster) : known;
  };
  const toResourceRow = (kind: ProjectedKind, object: KubeObject, owners: Owners): ResourceRow =>
    projectResource(kind, object as unknown as CustomResource, {
      organizationId: owners.organizationId,
      ownerId: owners.userId,
      ...(owners.cluster && { cluster: owners.cluster }),
      ...(owners.databaseId !== undefined && { databaseId: owners.databaseId }),
      renderValues,
    });
  return {
    renderValues,
    async prepare(kind, object, { cluster }) {
      const deployment = object as unknown as DeploymentObject;
      if (kind !== "Deployment" || cluster === undefined || prepared.has(object)) return;
      if (isQuicklyRendered(deployment.spec)) return;
      const input = deriveRenderInput(deployment, cluster, platformOf(""));
      const values = await textWork.run<string>("renderValues", input).catch(nullOfRefused);
      if (values !== undefined) prepared.set(object, values);
    },
    toRow(kind, object, owners) {
      const row = toResourceRow(kind, object, owners);
      return {
        id: row.id,
        createdAt: new Date(row.createdAt),
        generation: String(row.generation),
        role: "",
        body: JSON.stringify(row.body),
        observedAt: new Date(),
        cluster: owners.clusterMembers ?? null,
      };
    },
    async write(db, kind, object, owners) {
      await projectRow(db, toResourceRow(kind, object, owners));
    },
  };
}

/** What cannot be rendered has no values; where the thread itself failed they are rendered here. */
function nullOfRefused(error: unknown): null | undefined {
  const isRefused = error instanceof TooCostlyError || (error instanceof BerthError && error.code === "render_failed");
  return isRefused ? null : undefined;
}
