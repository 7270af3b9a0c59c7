import type fc from "fast-check";
import { z } from "zod";
import { canUse } from "../../contract/resources/deployment-members.ts";
import { deploymentRules } from "../../contract/resources/deployment-rules.ts";
import { deploymentSpec, type DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { validValue, type JsonSchema } from "./schema-arbitrary.ts";

const schema = z.toJSONSchema(deploymentSpec, { target: "openapi-3.0", io: "input" }) as JsonSchema;

const NIGHTS = { stopSchedule: "0 20 * * MON-FRI", startSchedule: "0 8 * * MON-FRI", timeZone: "Europe/Berlin" };

type Draft = { -readonly [Key in keyof DeploymentSpec]: DeploymentSpec[Key] };

/** Makes deployments that the contract takes, cross-field rules included; what the platform reads as YAML or JSON fits it. */
export const randomDeployment: fc.Arbitrary<DeploymentSpec> = validValue(schema).map((value) => {
  const draft = value as Draft;
  repairNames(draft);
  repairRules(draft);
  repairTexts(draft);
  return deploymentSpec.parse(draft);
});

function repairNames(draft: Draft): void {
  draft.environmentVariables = draft.environmentVariables?.map((variable, index) => ({
    name: `${variable.name.slice(0, 200)}_${index}`,
    ...(variable.value === undefined ? { secretRef: variable.secretRef ?? "a" } : { value: variable.value }),
  }));
  draft.additionalPorts = draft.additionalPorts?.map(({ publicPort, ...extra }, index) => ({
    ...extra,
    port: 20_000 + index,
    ...(extra.name === undefined ? {} : { name: `p${index}` }),
    ...(publicPort === undefined || extra.protocol === "UDP" ? {} : { publicPort: 30_000 + index }),
  }));
  draft.volumes = draft.volumes?.map((mount, index) => ({ ...mount, path: `${mount.path.slice(0, 400)}/${index}` }));
  if (draft.containerPort !== undefined) draft.containerPort = Math.min(draft.containerPort, 19_999);
}

function repairRules(draft: Draft): void {
  draft.dockerImage ??= "nginx:1.27";
  draft.helmRepoUrl ??= "https://charts.example.com";
  draft.helmChartName ??= "chart";
  dropUnusable(draft);
  repairRuns(draft);
  if (draft.volumes?.length) delete draft.storageSizeGb;
  if (draft.volumes?.length || draft.storageSizeGb !== undefined) draft.replicas = 1;
  const broken = deploymentRules.find((rule) => rule.check?.(draft as never) === false);
  if (broken !== undefined) throw new Error(`the repair misses ${broken.name}`);
}

function repairRuns(draft: Draft): void {
  if (draft.containerPortProtocol === "grpc") delete draft.failoverHealthRoute;
  if (draft.adoption !== undefined) delete draft.releaseCommand;
  if (draft.appType === "cron_job") draft.schedule = "*/5 8-18 * * MON-FRI";
  if (draft.timeZone !== undefined) draft.timeZone = "Europe/Berlin";
  if (draft.sleep !== undefined) draft.sleep = NIGHTS;
}

function dropUnusable(draft: Draft): void {
  for (const member of Object.keys(draft) as (keyof Draft)[])
    if (!canUse(draft.appType, member)) Reflect.deleteProperty(draft, member);
}

// The limits on these are the renderer's, and have tests of their own.
function repairImages(draft: Draft): void {
  if (draft.imageAllowTags !== undefined) draft.imageAllowTags = `regexp:${draft.imageAllowTags}`.slice(0, 500);
  if (draft.imageUpdateConstraint !== undefined) draft.imageUpdateConstraint = ">=1.2 <2.x-0 || ~3";
}

function repairTexts(draft: Draft): void {
  if (draft.config !== undefined) delete draft.config["autoscaling"];
  if (draft.customValuesYaml !== undefined) draft.customValuesYaml = JSON.stringify({ note: draft.customValuesYaml });
  const readiness = draft.healthChecks?.readiness;
  if (readiness?.path !== undefined) readiness.path = "/ready";
  if (draft.replicas !== undefined) draft.replicas %= 5;
  repairImages(draft);
  if (draft.adoption === undefined) return;
  if (draft.appType === "helm") draft.adoption = { namespace: "live", kind: "Release", workloadName: "shop" };
  else repairAdoption(draft.adoption);
  delete draft.volumes;
  delete draft.storageSizeGb;
}

function repairAdoption(adoption: NonNullable<Draft["adoption"]>): void {
  const labels = { app: "shop", "example.com/yes": "1e3" };
  Object.assign(adoption, {
    namespace: "live",
    kind: "Deployment",
    workloadName: "shop",
    serviceAccountName: "shop",
    selectorMatchLabels: labels,
    podTemplateLabels: labels,
  });
  delete adoption.manifestYaml;
  adoption.extraPodSpecYaml = "hostname: x";
  adoption.extraContainerSpecYaml = "tty: true";
}
