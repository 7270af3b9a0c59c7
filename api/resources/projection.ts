import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { projectRow } from "../../adapters/postgres/resources/resource-store.ts";
import type { CustomResource, RenderValues, ProjectedKind } from "../../render/projection/custom-resource.ts";
import { projectResource } from "../../render/projection/project-resource.ts";
import type { ResourceRow } from "../../render/projection/resource-row.ts";
import type { PlatformOf } from "../../render/projection/values-renderer.ts";
import { PreparedValues } from "./prepared-values.ts";
import type { Owners, ProjectionPort } from "./projection-port.ts";
import type { TextWork } from "./text-work.ts";

type Platform = Readonly<{
  appsDomain: string;
  clusterIssuer?: string | undefined;
  argocdNamespace: string;
  vault?: unknown;
  registryHost?: string | undefined;
}>;

/** Creates the projection of what the gateway writes: the functions that the mirror uses too. */
export function createProjection(
  platform: Platform,
  textWork: Omit<TextWork, "close">,
): ProjectionPort & Readonly<{ renderValues: RenderValues }> {
  // Of the platform only the domain, the issuer and the way of secrets show in values.yaml; the rest is for files that the operator writes.
  const { appsDomain, clusterIssuer, argocdNamespace, vault, registryHost } = platform;
  const platformOf: PlatformOf = () => ({
    appsDomain,
    clusterIssuer,
    argocdNamespace,
    registryHost,
    secretsDriver: vault === undefined ? "kubernetes" : "vault",
    repoUrl: "",
    branch: "",
    project: "",
    chartVersion: "",
  });
  const values = new PreparedValues(platformOf, textWork);
  const toResourceRow = (kind: ProjectedKind, object: KubeObject, owners: Owners): ResourceRow =>
    projectResource(kind, object as unknown as CustomResource, {
      organizationId: owners.organizationId,
      ownerId: owners.userId,
      ...(owners.cluster && { cluster: owners.cluster }),
      ...(owners.databaseId !== undefined && { databaseId: owners.databaseId }),
      renderValues: values.render,
    });
  return {
    renderValues: values.render,
    prepare: values.prepare,
    prepareWritten: values.prepareWritten,
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
