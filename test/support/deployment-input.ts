import { APP_TYPES, deploymentSpec, isJob, type DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { publicPortsOf } from "../../contract/resources/public-ports.ts";
import type { RenderDeploymentInput } from "../../render/render-input.ts";

/** App types of ours whose pods go on. */
export const SERVER_TYPES = APP_TYPES.filter((appType) => appType !== "helm" && !isJob({ appType }));
/** Jobs, by what they try. */
export const JOB_FEATURES: Readonly<Record<string, Partial<DeploymentSpec> & Pick<DeploymentSpec, "appType">>> = {
  "a job": { appType: "job" },
  "a job with all": {
    appType: "job",
    command: ["./report", "{{ .Values.id }}"],
    args: ["yes", "$(A)"],
    environmentVariables: [
      { name: "A", value: "1e3" },
      { name: "B", secretRef: "token" },
    ],
    runTimeoutSeconds: 60,
    retries: 2,
    runOnChange: true,
    customValuesYaml: "podAnnotations: {a: b}\nsecurityProfile: restricted\nnodeSelector: {disk: fast}",
  },
  "a cron job": { appType: "cron_job", schedule: "*/5 * * * *" },
  "a cron job with all": {
    appType: "cron_job",
    schedule: "0 3 1,15 JAN-JUN MON",
    timeZone: "Europe/Berlin",
    concurrencyPolicy: "replace",
    historyLimit: 0,
    runTimeoutSeconds: 60,
    retries: 10,
    args: ["nightly"],
    cpuRequest: 0.5,
    memoryRequestMb: 64,
  },
  "a cron job that is stopped": { appType: "cron_job", schedule: "0 0 * * *", stopped: true },
};

/** Makes what renderDeployment takes: a web application unless `members` say otherwise. */
export function deploymentInput(members: Partial<DeploymentSpec>, feature = ""): RenderDeploymentInput {
  const handle = "web-abcdefghij";
  const spec = deploymentSpec.parse({
    cluster: "prod",
    appType: "web_app",
    dockerImage: "nginx:1.27",
    helmRepoUrl: "https://charts.example.com",
    helmChartName: "redis",
    ...members,
  });
  const isEach = feature === "each name";
  const routing = isEach ? "gateway" : feature;
  const hasGateway = routing === "gateway" || routing === "both";
  return {
    metadata: { name: handle, namespace: "org-acme", id: "0190a8f0-0000-7000-8000-000000000001" },
    handle,
    spec,
    cluster: {
      handle: "prod-klmnopqrst",
      provider: hasGateway ? "hetzner" : "local",
      region: "here",
      tier: "dedicated",
      routing: hasGateway ? routing : "ingress",
      ...(isEach ? { certifiesEachName: true } : {}),
    },
    platform: {
      appsDomain: "apps.example.com",
      repoUrl: "https://git.example.com/delivery.git",
      branch: "main",
      argocdNamespace: "argocd",
      project: "org-acme",
      chartVersion: "0.1.0",
      secretsDriver: feature === "vault" ? "vault" : "kubernetes",
    },
    customDomainActive: true,
    publicPorts: publicPortsOf(spec).map(({ publicPort }) => publicPort),
  };
}

const adoption = { namespace: "live", kind: "Deployment", workloadName: "shop" };

/** Lists members that go with every app type of ours, by what they try. */
export const FEATURES: Readonly<Record<string, Partial<DeploymentSpec>>> = {
  nothing: {},
  "several replicas": { replicas: 3 },
  stopped: { replicas: 3, stopped: true },
  "a main port": { containerPort: 3000 },
  "additional ports": {
    containerPort: 3000,
    additionalPorts: [
      { port: 53 },
      { port: 53, protocol: "UDP" },
      { port: 9090, name: "metrics" },
      { port: 3000, protocol: "UDP" },
    ],
  },
  "public ports": {
    containerPort: 3000,
    additionalPorts: [
      { port: 5432, publicPort: 5432 },
      { port: 9090, name: "metrics" },
      { port: 25, name: "smtp", publicPort: 2525 },
    ],
  },
  volumes: {
    volumes: [
      { path: "/data", sizeGb: 10, purpose: "uploads" },
      { path: "/var/Lib/x", sizeGb: 1 },
    ],
  },
  "one size": { storageSizeGb: 20 },
  environment: {
    environmentVariables: [
      { name: "A", value: "yes" },
      { name: "B", secretRef: "Token_1" },
      { name: "C", value: "" },
    ],
  },
  vault: {
    environmentVariables: [
      { name: "A", secretRef: "token" },
      { name: "B", secretRef: "token" },
      { name: "C", secretRef: "other" },
    ],
  },
  resources: { cpuRequest: 0.25, memoryRequestMb: 256 },
  probes: {
    containerPort: 3000,
    healthChecks: {
      liveness: { enabled: false },
      readiness: { enabled: true, type: "http", path: "/ready?x=1", timeoutSeconds: 3 },
      startup: { enabled: true, type: "tcp", initialDelaySeconds: 0, periodSeconds: 1, failureThreshold: 1000 },
    },
  },
  "a domain": { containerPort: 3000, customDomain: "shop.example.org", failoverHealthRoute: true },
  "limits of requests": {
    containerPort: 3000,
    customDomain: "shop.example.org",
    failoverHealthRoute: true,
    requestTimeoutSeconds: 120,
    maxBodySizeMb: 64,
  },
  "a port that speaks gRPC": { containerPort: 3000, customDomain: "shop.example.org", containerPortProtocol: "grpc" },
  commands: { command: ["/bin/sh", "-c"], args: ["echo {{ .Values.id }}", "yes", "1e3", ""] },
  "a release command": {
    releaseCommand: ["./manage.py", "migrate", "{{ .Values.id }}", "yes"],
    environmentVariables: [{ name: "A", secretRef: "token" }],
  },
  backups: { backups: { enabled: true, schedule: "weekly", retentionDays: 30 } },
  restarts: { restartedAt: "2026-11-20T10:00:00Z" },
  "its own values": {
    customValuesYaml:
      "resources: {limits: {memory: 512Mi}}\nsecurityProfile: restricted\ntolerations: [{key: a, operator: Exists}]\nanything: else\n",
  },
  "a workload that ran before": {
    adoption: {
      ...adoption,
      serviceAccountName: "shop",
      selectorMatchLabels: { app: "shop", yes: "no" },
      podTemplateLabels: { app: "shop", tier: "1" },
      extraPodSpecYaml: "volumes: [{name: tmp, emptyDir: {}}]\nhostname: shop",
      extraContainerSpecYaml: "name: shop\nvolumeMounts: [{name: tmp, mountPath: /tmp}]",
    },
  },
  "a stateful workload that ran before": {
    adoption: { ...adoption, kind: "StatefulSet", selectorMatchLabels: { app: "shop" } },
  },
  "a manifest that ran before": {
    adoption: {
      ...adoption,
      manifestYaml:
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: shop, annotations: {note: '{{ .Values.id }}'}}\nspec:\n  replicas: 5\n  selector: {matchLabels: {app: shop}}\n  template:\n    metadata: {labels: {app: shop}}\n    spec: {containers: [{name: shop, image: 'shop:1'}], securityContext: {runAsUser: 1000650000}}\n",
    },
  },
};
