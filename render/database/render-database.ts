/*
 * From a DatabaseInstance to its files in the delivery repository, as a pure function:
 * 1. The values: from the spec, and from what the operator found of a source.
 * 2. resource.yaml: the DatabaseInstance itself, so that Git alone can rebuild it (docs/adr/0025).
 * 3. The Application that makes Argo CD deliver the values.
 * Nothing depends on spec.name: a rename changes resource.yaml and nothing that runs.
 */
import { RETRY, formatApplication } from "../argocd/application.ts";
import type { RenderDatabaseInput } from "./database-input.ts";
import { deriveDatabaseValues } from "./database-values.ts";
import { applicationsFolder, databaseFolder } from "../delivery-names.ts";
import type { RenderedFile } from "../render-input.ts";
import { formatResource } from "../resource-file.ts";
import { formatYaml, type JsonMap } from "../text/yaml-text.ts";
import type { IApplication } from "@kubernetes-models/argo-cd/argoproj.io/v1alpha1/Application";

/** What a database looks like in Git. */
type RenderedDatabase = Readonly<{
  valuesYaml: string;
  /** clusters/<cluster>/databases/<handle>/values.yaml */
  gitPath: string;
  application: IApplication;
  /** values.yaml, resource.yaml, applications/<handle>.yaml */
  files: readonly RenderedFile[];
}>;

/** Renders a database's files; throws render_failed, naming the field, when the spec cannot be rendered. */
export function renderDatabase(input: RenderDatabaseInput): RenderedDatabase {
  const { handle, cluster, spec, metadata } = input;
  const folder = databaseFolder(cluster.handle, handle);
  const valuesYaml = formatYaml(deriveDatabaseValues(input));
  const application = renderDatabaseApplication(input);
  return {
    valuesYaml,
    gitPath: `${folder}/values.yaml`,
    application,
    files: [
      { path: `${folder}/values.yaml`, content: valuesYaml },
      {
        path: `${folder}/resource.yaml`,
        content: formatResource("DatabaseInstance", metadata, spec, input.remembered),
      },
      {
        path: `${applicationsFolder(cluster.handle)}/${handle}.yaml`,
        content: formatYaml(application as unknown as JsonMap),
      },
    ],
  };
}

function renderDatabaseApplication(input: RenderDatabaseInput): IApplication {
  const { handle, cluster, platform } = input;
  return formatApplication(input, {
    source: {
      repoURL: platform.repoUrl,
      targetRevision: platform.branch,
      path: `platform/charts/database/${platform.chartVersion}`,
      helm: {
        releaseName: handle,
        valueFiles: [`/${databaseFolder(cluster.handle, handle)}/values.yaml`],
      },
    },
    destination: { name: cluster.handle, namespace: handle },
    syncPolicy: {
      automated: { prune: true, selfHeal: true },
      retry: RETRY,
      // The API servers fill in defaults of these kinds; only what we wrote counts.
      syncOptions: ["CreateNamespace=true", "ServerSideApply=true"],
    },
  });
}
