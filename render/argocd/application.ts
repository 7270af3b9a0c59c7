import type { IApplication } from "@kubernetes-models/argo-cd/argoproj.io/v1alpha1/Application";
import { LABELS } from "../../contract/identity.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { isStaged } from "../../contract/resources/staged-import.ts";
import {
  ARGO_FINALIZER,
  LABEL_ORGANIZATION,
  deploymentFolder,
  isSystemNamespace,
  tenantNamespace,
} from "../delivery-names.ts";
import { isReleased } from "../../contract/resources/deployment-spec.ts";
import { assertObjectName } from "../kubernetes-names.ts";
import { deploymentProject, isConfinedChart } from "./organization-projects.ts";
import { renderError } from "../render-error.ts";
import { isImageHeld } from "../image-hold.ts";
import type { RenderDeploymentInput } from "../render-input.ts";
import type { JsonMap } from "../text/yaml-text.ts";

type Source = NonNullable<NonNullable<IApplication["spec"]>["source"]>;
type SyncPolicy = NonNullable<NonNullable<IApplication["spec"]>["syncPolicy"]>;

/** Retries with the newest revision: an attempt at an old commit must not stand in a newer one's way (argo-cd#11494). */
export const RETRY = { limit: 5, backoff: { duration: "5s", factor: 2, maxDuration: "3m" }, refresh: true } as const;

/** Renders the Application that delivers a deployment; `values` are used by helm apps, ours lie in a file of their own. */
export function renderApplication(input: RenderDeploymentInput, values: JsonMap): IApplication {
  const { cluster, spec, platform } = input;
  if (isSystemNamespace(tenantNamespace(input)))
    throw renderError("namespace", "is the cluster's own or the platform's: workloads there are not taken over");
  const isChart = spec.appType === "helm";
  const project = deploymentProject(platform.project, spec);
  const ignored = ignoredDifferences(spec, values);
  return formatApplication(
    { ...input, platform: { ...platform, project } },
    {
      source: isChart ? chartSource(input, values) : ourSource(input),
      // Argo CD keeps a copy of the values in each entry of the history; what runs is rolled back by Git.
      ...(isChart ? { revisionHistoryLimit: 1 } : {}),
      destination: { name: cluster.handle, namespace: tenantNamespace(input) },
      syncPolicy: syncPolicy(spec, ignored),
      ...(ignored.length === 0 ? {} : { ignoreDifferences: ignored }),
    },
  );
}

type Owned = Pick<RenderDeploymentInput, "handle" | "cluster" | "metadata"> &
  Readonly<{ platform: Pick<RenderDeploymentInput["platform"], "argocdNamespace" | "project"> }>;

const GENERATE_PATHS = "argocd.argoproj.io/manifest-generate-paths";

/**
 * Names the files that an Application is generated from: commits elsewhere in the repository move its revision and render
 * nothing. A chart of a Helm repository changes by its version alone.
 */
export function generatePaths(source: Source | undefined): Record<string, string> {
  if (source?.path === undefined) return {};
  return { [GENERATE_PATHS]: [".", ...(source.helm?.valueFiles ?? [])].join(";") };
}

/** Formats the Application of one object of an organization; its labels say whose it is. */
export function formatApplication(
  { handle, cluster, platform, metadata }: Owned,
  spec: Omit<NonNullable<IApplication["spec"]>, "project">,
): IApplication {
  const annotations = generatePaths(spec.source);
  return {
    apiVersion: "argoproj.io/v1alpha1",
    kind: "Application",
    metadata: {
      name: handle,
      namespace: platform.argocdNamespace,
      labels: {
        [LABELS.id]: metadata.id,
        [LABELS.clusterHandle]: cluster.handle,
        [LABEL_ORGANIZATION]: metadata.namespace,
      },
      ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
      finalizers: [ARGO_FINALIZER],
    },
    spec: { project: platform.project, ...spec },
  };
}

// The autoscaler owns this number; without it the change from a fixed number to autoscaling would drop to one pod first.
const SCALED_REPLICAS = { group: "apps", kind: "Deployment", jsonPointers: ["/spec/replicas"] };
// A Job cannot be changed: what of the pods is other by now, such as their resources, is no reason to run a release anew.
const RELEASED = { group: "batch", kind: "Job", jsonPointers: ["/spec"] };

/** Tells whether newer images are rolled out by themselves. */
export function isImageAutomated({ spec }: Pick<RenderDeploymentInput, "spec">): boolean {
  return spec.appType !== "helm" && (spec.imageUpdateStrategy ?? "none") !== "none" && !isImageHeld(spec);
}

function ourSource(input: RenderDeploymentInput): Source {
  const { handle, cluster, platform } = input;
  const folder = `/${deploymentFolder(cluster.handle, handle)}`;
  // Image automation is the only writer of image.yaml; the file may not be there yet.
  const automated = isImageAutomated(input);
  const valueFiles = [`${folder}/values.yaml`, ...(automated ? [`${folder}/image.yaml`] : [])];
  return {
    repoURL: platform.repoUrl,
    targetRevision: platform.branch,
    path: `platform/charts/workload/${platform.chartVersion}`,
    helm: { releaseName: handle, valueFiles, ...(automated ? { ignoreMissingValueFiles: true } : {}) },
  };
}

/** Argo CD holds them some seven times in one object: spec, last-applied, what was compared, synced and is operated on. */
const CHART_VALUES_MAX = 65_536;

function chartSource({ handle, spec }: RenderDeploymentInput, values: JsonMap): Source {
  if (spec.helmRepoUrl === undefined) throw renderError("helm_repo_url", "is needed for app_type helm");
  if (spec.helmChartName === undefined) throw renderError("helm_chart_name", "is needed for app_type helm");
  if (JSON.stringify(values).length > CHART_VALUES_MAX)
    throw renderError("custom_values_yaml", "is longer than 64 KiB, the most that the values of a Helm chart may have");
  assertObjectName(spec.adoption?.workloadName, "name");
  return {
    // Argo CD takes a registry without a scheme for one of Helm charts; with oci:// it would look for plain artifacts.
    repoURL: spec.helmRepoUrl.replace(/^oci:\/\//, ""),
    chart: spec.helmChartName,
    targetRevision: spec.helmChartVersion ?? "*",
    helm: { releaseName: spec.adoption?.workloadName ?? handle, valuesObject: values },
  };
}

function isAutoscaled(spec: DeploymentSpec, values: JsonMap): boolean {
  return spec.appType !== "helm" && values["autoscaling"] !== undefined;
}

// Applied on the server, what our files do not name stays as it is; the migration would take away what kubectl has set.
const ADOPTING = ["ServerSideApply=true", "ClientSideApplyMigration=false"];

function namespaceOptions(spec: DeploymentSpec): readonly string[] {
  // The namespace of a workload that was taken over is not ours to make.
  if (spec.adoption !== undefined) return ADOPTING;
  // That of a chart is made by the operator: who may make it here could bring one of the same name with other labels.
  return isConfinedChart(spec) ? [] : ["CreateNamespace=true"];
}

type Ignored = readonly Readonly<{ group: string; kind: string; jsonPointers: string[] }>[];

function ignoredDifferences(spec: DeploymentSpec, values: JsonMap): Ignored[number][] {
  return [...(isAutoscaled(spec, values) ? [SCALED_REPLICAS] : []), ...(!isReleased(spec) ? [] : [RELEASED])];
}

function syncPolicy(spec: DeploymentSpec, ignored: Ignored): SyncPolicy {
  const options = [...namespaceOptions(spec), ...(ignored.length > 0 ? ["RespectIgnoreDifferences=true"] : [])];
  return {
    ...(isStaged(spec) ? {} : { automated: { prune: true, selfHeal: true } }),
    retry: RETRY,
    ...(options.length === 0 ? {} : { syncOptions: options }),
  };
}
