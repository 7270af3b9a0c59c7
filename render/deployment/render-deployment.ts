/*
 * From a Deployment to its files in the delivery repository, as a pure function:
 * 1. The values: from the spec, with the user's own values laid over them.
 * 2. resource.yaml: the Deployment itself, so that Git alone can rebuild it (docs/adr/0025).
 * 3. The Application that makes Argo CD deliver the values (docs/adr/0025).
 * Nothing depends on spec.name: a rename changes resource.yaml and nothing that runs.
 */
import type { IApplication } from "@kubernetes-models/argo-cd/argoproj.io/v1alpha1/Application";
import { renderApplication } from "../argocd/application.ts";
import { applicationsFolder, deploymentFolder, tenantNamespace } from "../delivery-names.ts";
import { deriveDeploymentValues, deriveEndpointUrl } from "./deployment-values.ts";
import type { RenderDeploymentInput, RenderedFile } from "../render-input.ts";
import { formatResource } from "../resource-file.ts";
import { formatYaml, type JsonMap } from "../text/yaml-text.ts";

/** What a deployment looks like in Git and on its cluster. */
export type RenderedDeployment = Readonly<{
  valuesYaml: string;
  /** clusters/<cluster>/deployments/<handle>/values.yaml */
  gitPath: string;
  application: IApplication;
  tenantNamespace: string;
  endpointUrl: string | undefined;
  /** values.yaml, resource.yaml, applications/<handle>.yaml */
  files: readonly RenderedFile[];
}>;

/** Renders a deployment's files; throws render_failed, naming the field, when the spec cannot be rendered. */
export function renderDeployment(input: RenderDeploymentInput): RenderedDeployment {
  const { handle, cluster, spec, declared = spec } = input;
  const values = deriveDeploymentValues(input);
  const folder = deploymentFolder(cluster.handle, handle);
  const valuesYaml = formatYaml(values);
  const application = renderApplication(input, values);
  return {
    valuesYaml,
    gitPath: `${folder}/values.yaml`,
    application,
    tenantNamespace: tenantNamespace(input),
    endpointUrl: deriveEndpointUrl(input),
    files: [
      { path: `${folder}/values.yaml`, content: valuesYaml },
      {
        path: `${folder}/resource.yaml`,
        content: formatResource("Deployment", input.metadata, declared, input.remembered),
      },
      {
        path: `${applicationsFolder(cluster.handle)}/${handle}.yaml`,
        content: formatYaml(application as unknown as JsonMap),
      },
    ],
  };
}
