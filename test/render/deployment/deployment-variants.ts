import { deploymentSpec, type DeploymentSpec } from "../../../contract/resources/deployment-spec.ts";
import type { RenderDeploymentInput } from "../../../render/render-input.ts";
import { FEATURES, deploymentInput } from "../../support/deployment-input.ts";
import { FULL_DEPLOYMENT, NAMED_WORKLOAD } from "../../support/full-specs.ts";
import { memberVariants } from "../../support/render-corpus.ts";

/** What a deployment is rendered from. */
export type Input = RenderDeploymentInput;
/** Makes an input as the schema takes it. */
export const of = (members: Partial<DeploymentSpec>): Input => deploymentInput(members);
/** Makes one past what the schema refuses: what a resource held before a rule came. */
export const raw = (members: object, input: Input = of({})): Input => ({
  ...input,
  spec: { ...input.spec, ...members } as DeploymentSpec,
});
export const HELM = { appType: "helm", helmRepoUrl: "https://charts.example.com", helmChartName: "redis" } as const;

/** Makes variants of an input, one member of its spec at a time. */
export const variantsOf = (base: Input): Record<string, Input> =>
  Object.fromEntries(
    Object.entries(memberVariants(deploymentSpec, base.spec, FULL_DEPLOYMENT)).map(([name, spec]) => [
      name,
      { ...base, spec },
    ]),
  );
/** Makes an input of each feature that the charts are tried with. */
export const features = (members: Partial<DeploymentSpec>): Record<string, Input> =>
  Object.fromEntries(
    Object.entries(FEATURES).map(([name, feature]) => [name, deploymentInput({ ...feature, ...members }, name)]),
  );

/** Makes an input of a workload that ran before. */
export const adopted = (members: object, more: object = {}): Input =>
  raw({ ...more, adoption: { ...NAMED_WORKLOAD, ...members } });
