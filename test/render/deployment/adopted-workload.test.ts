import { expect } from "chai";
import type { DeploymentSpec } from "../../../contract/resources/deployment-spec.ts";
import { deploymentInput } from "../../support/deployment-input.ts";
import { deriveAdoptedObjects } from "../../../render/deployment/adopted-workload.ts";
import { renderDeployment } from "../../../render/deployment/render-deployment.ts";

const adoption = { namespace: "live", kind: "Deployment", workloadName: "shop" };
const objects = (members: Partial<DeploymentSpec>) => deriveAdoptedObjects(deploymentInput(members))?.objects;

describe("What is known of a workload that ran before", () => {
  it("is its name and what was said, and nothing else", () => {
    expect(objects({ dockerImage: "shop:1", adoption })).to.deep.equal([
      {
        apiVersion: "apps/v1",
        kind: "Deployment",
        metadata: { name: "shop" },
        spec: { template: { spec: { containers: [{ name: "shop", image: "shop:1" }] } } },
      },
    ]);
  });

  it("lays the members of the deployment over what is kept word for word", () => {
    const [live] =
      objects({
        dockerImage: "shop:2",
        replicas: 3,
        containerPort: 3000,
        command: ["/run"],
        cpuRequest: 0.25,
        memoryRequestMb: 64,
        environmentVariables: [{ name: "A", value: "$(B)" }],
        healthChecks: { readiness: { enabled: true, path: "/ready", periodSeconds: 3 } },
        volumes: [{ path: "/data", sizeGb: 1 }],
        adoption: {
          ...adoption,
          serviceAccountName: "runner",
          selectorMatchLabels: { app: "shop" },
          podTemplateLabels: { app: "shop", tier: "1" },
          extraPodSpecYaml: "hostname: shop\nvolumes: [{name: tmp, emptyDir: {}}]\ncontainers: [{name: sidecar}]",
          extraContainerSpecYaml:
            "name: main\nimage: ignored\nresources: {limits: {cpu: 1}}\nenv: [{name: A, value: old}, {name: K, value: v}]",
        },
      }) ?? [];
    expect(live?.["spec"]).to.deep.equal({
      replicas: 3,
      selector: { matchLabels: { app: "shop" } },
      template: {
        metadata: { labels: { app: "shop", tier: "1" } },
        spec: {
          hostname: "shop",
          serviceAccountName: "runner",
          volumes: [
            { name: "tmp", emptyDir: {} },
            { name: "data", persistentVolumeClaim: { claimName: "web-abcdefghij-data" } },
          ],
          containers: [
            {
              name: "main",
              image: "shop:2",
              command: ["/run"],
              env: [
                { name: "K", value: "v" },
                { name: "A", value: "$$(B)" },
              ],
              resources: { limits: { cpu: 1 }, requests: { cpu: "250m", memory: "64Mi" } },
              readinessProbe: { httpGet: { path: "/ready", port: 3000 }, periodSeconds: 3 },
              volumeMounts: [{ name: "data", mountPath: "/data" }],
            },
            { name: "sidecar" },
          ],
        },
      },
    });
  });

  it("makes a service and an address only where it was said which pods they are for", () => {
    const url = (members: Partial<DeploymentSpec>): string | undefined =>
      renderDeployment(deploymentInput(members)).endpointUrl;
    const selectorMatchLabels = { app: "shop" };
    expect(url({ adoption })).to.equal(undefined);
    expect(url({ adoption, containerPort: 80 })).to.equal(undefined);
    expect(url({ adoption: { ...adoption, selectorMatchLabels } })).to.equal(undefined);
    expect(url({ adoption: { ...adoption, selectorMatchLabels }, containerPort: 80 })).to.match(/^https:/);
  });

  it("takes what kubectl prints, without what the API server has written into it", () => {
    const manifestYaml = JSON.stringify({
      apiVersion: "v1",
      kind: "List",
      items: [
        { apiVersion: "v1", kind: "Service", metadata: { name: "shop", uid: "x" }, spec: { clusterIP: "10.0.0.1" } },
        {
          apiVersion: "apps/v1",
          kind: "Deployment",
          metadata: {
            name: "shop",
            namespace: "live",
            resourceVersion: "7",
            managedFields: [{}],
            annotations: { "kubectl.kubernetes.io/last-applied-configuration": "{}", own: "kept" },
          },
          spec: { template: { spec: { containers: [{ name: "a" }] } } },
          status: { replicas: 1 },
        },
      ],
    });
    expect(objects({ dockerImage: "shop:1", adoption: { ...adoption, manifestYaml } })).to.deep.equal([
      { apiVersion: "v1", kind: "Service", metadata: { name: "shop" }, spec: { clusterIP: "10.0.0.1" } },
      {
        apiVersion: "apps/v1",
        kind: "Deployment",
        metadata: { name: "shop", namespace: "live", annotations: { own: "kept" } },
        spec: { template: { spec: { containers: [{ name: "a", image: "shop:1" }] } } },
      },
    ]);
  });

  const workload = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: shop}\n";
  const refusals: readonly (readonly [string, object, RegExp])[] = [
    ["the cluster's own namespaces", { namespace: "kube-system" }, /^namespace belongs/],
    ["secrets", { manifestYaml: `${workload}---\napiVersion: v1\nkind: Secret\nmetadata: {name: s}` }, /hold Secrets/],
    [
      "secrets in a list",
      { manifestYaml: "apiVersion: v1\nkind: List\nitems: [{apiVersion: v1, kind: Secret, metadata: {name: s}}]" },
      /hold Secrets/,
    ],
    ["a list of lists", { manifestYaml: "kind: List\nitems: [{kind: List, items: []}]" }, /something else/],
    ["an object twice", { manifestYaml: `${workload}---\n${workload}` }, /twice/],
    ["a manifest without the workload", { manifestYaml: workload.replace("shop", "other") }, /has no Deployment/],
    ["members beside a manifest", { manifestYaml: workload, serviceAccountName: "x" }, /^service_account_name belongs/],
    ["a kind that needs a manifest", { kind: "DaemonSet" }, /^manifest_yaml is needed/],
    ["a pod spec that is a list", { extraPodSpecYaml: "- 1" }, /^extra_pod_spec_yaml must be/],
    ["aliases without end", { extraContainerSpecYaml: bomb() }, /^extra_container_spec_yaml uses more than 20/],
    ["a key twice", { extraPodSpecYaml: "a: 1\na: 2" }, /^extra_pod_spec_yaml .*twice/],
    ["names that are none", { serviceAccountName: "A b" }, /^service_account_name must be/],
  ];
  for (const [name, members, fault] of refusals)
    it(`refuses ${name}, naming the member`, () => {
      expect(() => renderDeployment(deploymentInput({ adoption: { ...adoption, ...members } })))
        .to.throw()
        .with.property("publicMessage")
        .that.matches(fault);
    });

  it("refuses for a chart what it could not keep, and pod values that nothing would read", () => {
    const render = (members: Partial<DeploymentSpec>) => () => renderDeployment(deploymentInput(members));
    const helm = { appType: "helm", adoption: { ...adoption, extraPodSpecYaml: "a: 1" } } as const;
    expect(render(helm))
      .to.throw()
      .with.property("publicMessage", "extra_pod_spec_yaml cannot be used with app_type helm");
    expect(render({ adoption, customValuesYaml: "nodeSelector: {a: b}" })).to.throw(/custom_values_yaml/);
    expect(render({ adoption, customValuesYaml: "storageClassName: fast" })).not.to.throw();
  });
});

function bomb(): string {
  return `a: &a [1]\nb: [${Array.from({ length: 25 }, () => "*a").join(", ")}]`;
}
