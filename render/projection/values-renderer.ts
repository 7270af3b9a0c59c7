import { deriveHandle } from "../../contract/identity.ts";
import { BerthError } from "../../contract/errors.ts";
import type { DeploymentStatus } from "../../contract/resources/deployment.ts";
import { isDown } from "../../contract/sleep.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { isDomainActive } from "../custom-domain.ts";
import { renderDeployment } from "../deployment/render-deployment.ts";
import type { RenderDeploymentInput } from "../render-input.ts";
import type { ClusterContext, CustomResource, RenderValues } from "./custom-resource.ts";
import { recordId } from "./resource-row.ts";

type DeploymentObject = CustomResource<DeploymentSpec, DeploymentStatus>;
/** What the platform adds to a deployment's files, for its namespace. */
export type PlatformOf = (namespace: string) => RenderDeploymentInput["platform"];

/** Derives what a deployment's files depend on: the same for what is shown and for what is committed. */
export function deriveRenderInput(
  deployment: DeploymentObject,
  cluster: ClusterContext,
  platform: RenderDeploymentInput["platform"],
): RenderDeploymentInput {
  const { metadata, spec, status } = deployment;
  const id = recordId(deployment);
  return {
    metadata: { name: metadata.name, namespace: metadata.namespace ?? "", id, labels: metadata.labels },
    handle: status?.handle ?? deriveHandle("Deployment", metadata.name, id),
    spec: { ...spec, stopped: isDown(spec, status?.sleep) },
    declared: spec,
    cluster: {
      handle: cluster.handle,
      provider: cluster.provider,
      region: cluster.region,
      tier: cluster.tier,
      routing: cluster.routing,
      namesUnder: cluster.namesUnder,
      certifiesEachName: cluster.certifiesEachName,
    },
    platform: { ...platform, chartVersion: status?.delivery?.version ?? platform.chartVersion },
    secretsRevision: status?.secretsRevision,
    customDomainActive: isDomainActive({ spec, status }),
    publicPorts: ownNumbers(status),
  };
}

function ownNumbers(status: DeploymentStatus | undefined): number[] | undefined {
  return status?.publicPorts?.map(({ publicPort }) => publicPort);
}

/** Makes the renderer of `values_yaml`; a spec that cannot be rendered has none. */
export function createValuesRenderer(platformOf: PlatformOf): RenderValues {
  return (object, cluster) => {
    const deployment = object as DeploymentObject;
    try {
      const platform = platformOf(deployment.metadata.namespace ?? "");
      return renderDeployment(deriveRenderInput(deployment, cluster, platform)).valuesYaml;
    } catch (error) {
      if (error instanceof BerthError && error.code === "render_failed") return null;
      throw error;
    }
  };
}
