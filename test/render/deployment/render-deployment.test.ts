import { expect } from "chai";
import fc from "fast-check";
import { parse } from "yaml";
import { BerthError } from "../../../contract/errors.ts";
import type { DeploymentSpec } from "../../../contract/resources/deployment-spec.ts";
import { deploymentInput } from "../../support/deployment-input.ts";
import { randomDeployment } from "../../support/random-deployment.ts";
import { deriveImageHold } from "../../../render/image-hold.ts";
import { renderDeployment } from "../../../render/deployment/render-deployment.ts";

type Helm = Readonly<{ valueFiles: string[]; ignoreMissingValueFiles?: boolean }>;
type Application = Readonly<{
  spec: Readonly<{
    source: Readonly<{ helm: Helm }>;
    destination: Readonly<{ namespace: string }>;
    syncPolicy: Readonly<{ automated?: unknown; syncOptions?: string[] }>;
    ignoreDifferences?: unknown;
    revisionHistoryLimit?: number;
  }>;
}>;

const application = (members: Partial<DeploymentSpec>): Application =>
  parse(renderDeployment(deploymentInput(members)).files[2]?.content ?? "") as Application;
const values = (members: Partial<DeploymentSpec>): Record<string, unknown> =>
  parse(renderDeployment(deploymentInput(members)).valuesYaml) as Record<string, unknown>;
const chart = { appType: "helm", helmRepoUrl: "oci://ghcr.io/acme", helmChartName: "redis" } as const;
const adoption = { namespace: "live", kind: "Deployment", workloadName: "shop" };

describe("renderDeployment", () => {
  it("renders an Application with one source, that keeps claims and syncs by itself", () => {
    const folder = "/clusters/prod-klmnopqrst/deployments/web-abcdefghij";
    expect(application({})).to.deep.equal({
      apiVersion: "argoproj.io/v1alpha1",
      kind: "Application",
      metadata: {
        name: "web-abcdefghij",
        namespace: "argocd",
        labels: {
          "hosting.berth.dev/id": "0190a8f0-0000-7000-8000-000000000001",
          "hosting.berth.dev/cluster": "prod-klmnopqrst",
          "hosting.berth.dev/organization": "org-acme",
        },
        annotations: {
          "argocd.argoproj.io/manifest-generate-paths":
            ".;/clusters/prod-klmnopqrst/deployments/web-abcdefghij/values.yaml",
        },
        finalizers: ["resources-finalizer.argocd.argoproj.io"],
      },
      spec: {
        project: "org-acme",
        source: {
          repoURL: "https://git.example.com/delivery.git",
          targetRevision: "main",
          path: "platform/charts/workload/0.1.0",
          helm: { releaseName: "web-abcdefghij", valueFiles: [`${folder}/values.yaml`] },
        },
        destination: { name: "prod-klmnopqrst", namespace: "web-abcdefghij" },
        syncPolicy: {
          automated: { prune: true, selfHeal: true },
          retry: { limit: 5, backoff: { duration: "5s", factor: 2, maxDuration: "3m" }, refresh: true },
          syncOptions: ["CreateNamespace=true"],
        },
      },
    });
  });

  it("names image.yaml last, and only while image automation is on and not on hold", () => {
    const { helm } = application({ imageUpdateStrategy: "semver" }).spec.source;
    expect(helm.valueFiles.at(-1)).to.equal("/clusters/prod-klmnopqrst/deployments/web-abcdefghij/image.yaml");
    expect(helm.ignoreMissingValueFiles).to.equal(true);
    const held = { dockerImage: "nginx:1", imageUpdateStrategy: "semver" } as const;
    const released = { ...held, dockerImage: "nginx:2", imageHold: deriveImageHold(held) };
    expect(application(released).spec.source.helm.valueFiles).to.have.length(2);
    for (const other of [
      application({ ...held, imageHold: deriveImageHold(held) }),
      application({ imageUpdateStrategy: "none" }),
    ]) {
      expect(other.spec.source.helm.valueFiles).to.have.length(1);
      expect(other.spec.source.helm).not.to.have.property("ignoreMissingValueFiles");
    }
  });

  it("delivers a chart with its values inline", () => {
    const app = application({
      ...chart,
      customValuesYaml: "image: {tag: yes}",
    });
    expect(app.spec.source).to.deep.equal({
      repoURL: "ghcr.io/acme",
      chart: "redis",
      targetRevision: "*",
      helm: { releaseName: "web-abcdefghij", valuesObject: { image: { tag: "yes" } } },
    });
    // Each entry of the history holds the values once more.
    expect(app.spec.revisionHistoryLimit).to.equal(1);
  });

  it("leaves a staged import alone until a sync is asked for, and never makes its namespace", () => {
    const staged = application({ adoption });
    expect(staged.spec.syncPolicy).not.to.have.property("automated");
    expect(staged.spec.syncPolicy.syncOptions).to.deep.equal([
      "ServerSideApply=true",
      "ClientSideApplyMigration=false",
    ]);
    expect(staged.spec.destination.namespace).to.equal("live");
    expect(application({ adoption, syncRequestedAt: "2026-11-20T10:00:00Z" }).spec.syncPolicy.automated).to.deep.equal({
      prune: true,
      selfHeal: true,
    });
  });

  it("leaves an autoscaler's number to it", () => {
    const scaled = application({ config: { autoscaling: { max_replicas: 3 } } });
    expect(scaled.spec.syncPolicy.syncOptions).to.include("RespectIgnoreDifferences=true");
    expect(scaled.spec.ignoreDifferences).to.deep.equal([
      { group: "apps", kind: "Deployment", jsonPointers: ["/spec/replicas"] },
    ]);
  });

  it("changes nothing but resource.yaml on a rename", () => {
    const [before, after] = [
      renderDeployment(deploymentInput({ name: "old" })),
      renderDeployment(deploymentInput({ name: "new" })),
    ];
    const changed = before.files.filter((file, index) => file.content !== after.files[index]?.content);
    expect(changed.map((file) => file.path)).to.deep.equal([
      "clusters/prod-klmnopqrst/deployments/web-abcdefghij/resource.yaml",
    ]);
  });

  it("answers the same text for the same deployment, whatever the order of its members, at paths the Git writer takes", () => {
    const shuffle = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(shuffle)
        : typeof value === "object" && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([key, member]) => [key, shuffle(member)]),
            )
          : value;
    fc.assert(
      fc.property(randomDeployment, (spec) => {
        const [one, two] = [spec, shuffle(spec) as DeploymentSpec].map((given) =>
          renderDeployment({ ...deploymentInput({}), spec: given }),
        );
        expect(two).to.deep.equal(one);
        for (const part of one?.files.flatMap((file) => file.path.split("/")) ?? [])
          expect(part).to.match(/^[a-z0-9][a-z0-9.-]*$/);
        expect(one?.files[0]?.path).to.equal(one?.gitPath);
      }),
      { numRuns: 100 },
    );
  });

  it("publishes pages, and other applications only by a domain that was proven to be theirs", () => {
    const url = (members: Partial<DeploymentSpec>, rest: object = {}): string | undefined =>
      renderDeployment({ ...deploymentInput(members), ...rest }).endpointUrl;
    expect(url({})).to.equal("https://web-abcdefghij.apps.example.com");
    expect(url({ appType: "api" })).to.equal(undefined);
    expect(url({ appType: "api", customDomain: "api.example.org" })).to.equal("https://api.example.org");
    expect(url({ appType: "api", customDomain: "api.example.org" }, { customDomainActive: false })).to.equal(undefined);
    expect(url({ appType: "database", containerPort: 5432, customDomain: "db.example.org" })).to.equal(undefined);
  });

  it("keeps members that were set since in a manifest that was taken over, and the rest of it as it was", () => {
    const manifestYaml =
      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: shop}\nspec: {replicas: 5, template: {spec: {containers: [{name: a, image: a:1, env: [{name: K, value: v}, {name: A, value: old}]}, {name: b}]}}}";
    const manifests = values({
      dockerImage: "a:2",
      stopped: true,
      environmentVariables: [
        { name: "A", value: "new" },
        { name: "S", secretRef: "s" },
      ],
      adoption: { ...adoption, manifestYaml },
    })["manifests"];
    const env = [
      { name: "K", value: "v" },
      { name: "A", value: "new" },
      { name: "S", valueFrom: { secretKeyRef: { name: "web-abcdefghij-secrets", key: "s" } } },
    ];
    expect(manifests).to.deep.equal([
      { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" } },
      {
        apiVersion: "apps/v1",
        kind: "Deployment",
        metadata: { name: "shop" },
        spec: {
          replicas: 0,
          template: { spec: { containers: [{ name: "a", image: "a:2", env }, { name: "b" }] } },
        },
      },
    ]);
  });

  const refusals: [string, Partial<DeploymentSpec>, RegExp][] = [
    [
      "values of a chart that Argo CD could not hold",
      { ...chart, customValuesYaml: `a: "${"x".repeat(65_536)}"` },
      /^custom_values_yaml is longer than 64 KiB/,
    ],
    ["values that are no map", { customValuesYaml: "- 1" }, /^custom_values_yaml must be a YAML map/],
    [
      "values of a member that has a field",
      { customValuesYaml: "ingress: {host: bank.example.com}" },
      /^custom_values_yaml must not set ingress/,
    ],
    [
      "values of the wrong type",
      { customValuesYaml: "securityProfile: privileged" },
      /^custom_values_yaml is wrong at securityProfile/,
    ],
    ["an autoscaler without bounds", { config: { autoscaling: {} } }, /^config.autoscaling.max_replicas is wrong/],
    [
      "an autoscaler over volumes",
      { storageSizeGb: 1, config: { autoscaling: { max_replicas: 2 } } },
      /^config.autoscaling is for applications without volumes/,
    ],
    ["a repeated main port", { additionalPorts: [{ port: 8080 }] }, /^additional_ports must not repeat 8080/],
    [
      "a health path with a variable",
      { failoverHealthRoute: true, healthChecks: { readiness: { enabled: true, path: "/$x" } } },
      /^failover_health_route/,
    ],
    [
      "a manifest of another namespace",
      {
        adoption: {
          ...adoption,
          manifestYaml: "apiVersion: v1\nkind: Deployment\nmetadata: {name: shop, namespace: kube-system}",
        },
      },
      /^manifest_yaml must stay/,
    ],
    [
      "labels that are none",
      { adoption: { ...adoption, selectorMatchLabels: { "a b": "c" } } },
      /^selector_match_labels/,
    ],
    [
      "volumes for a manifest",
      { storageSizeGb: 1, adoption: { ...adoption, manifestYaml: "a: 1" } },
      /^storage_size_gb/,
    ],
    ["stopping a chart", { appType: "helm", stopped: true }, /^stopped/],
  ];
  for (const [name, members, fault] of refusals) {
    it(`refuses ${name}, naming the field`, () => {
      expect(() => renderDeployment(deploymentInput(members)))
        .to.throw(BerthError)
        .with.property("publicMessage")
        .that.matches(fault);
    });
  }

  it("refuses a config that is nested without end, for a chart too", () => {
    let config: Record<string, never> = {};
    for (let depth = 0; depth < 9_000; depth += 1) config = { a: config } as never;
    const input = deploymentInput({ appType: "helm" });
    expect(() => renderDeployment({ ...input, spec: { ...input.spec, config } })).to.throw(BerthError, /nested/);
  });

  it("refuses backups on a shared cluster", () => {
    const input = deploymentInput({ backups: { enabled: true, schedule: "daily", retentionDays: 7 } });
    expect(() => renderDeployment({ ...input, cluster: { ...input.cluster, tier: "shared" } })).to.throw(
      BerthError,
      /backups/,
    );
  });
});
