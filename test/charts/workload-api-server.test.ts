import { readFile } from "node:fs/promises";
import { expect } from "chai";
import fc from "fast-check";
import { renderBundleSet, type BundleSetManifest } from "../../render/bundle/application-set.ts";
import { renderPlatformProjects, renderRootApplication, renderClusterSecret } from "../../render/cluster/cluster-registration.ts";
import { organizationProject, renderOrganizationProjects } from "../../render/argocd/organization-projects.ts";
import { publicPortsOf } from "../../contract/resources/public-ports.ts";
import { IMAGE_STRATEGIES, type DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { renderImageUpdater } from "../../render/deployment/image-updater.ts";
import { renderDeployment, type RenderedDeployment } from "../../render/deployment/render-deployment.ts";
import { parse } from "yaml";
import { openDryRun, type DryRun } from "../support/dry-run.ts";
import { WORKLOAD_CHART, renderMany, type Rendered } from "../support/helm.ts";
import { randomDeployment } from "../support/random-deployment.ts";
import { testSeed } from "../support/seeded-random.ts";
import { FEATURES, JOB_FEATURES, SERVER_TYPES, deploymentInput } from "../support/deployment-input.ts";

const BUNDLE_SET = new URL("../../charts/bundle/files/application-set.yaml", import.meta.url);
const NAMESPACE = "charts-workload";
const CRDS = ["test/fixtures/crds/gateway.networking.k8s.io_tcproutes.json", "test/fixtures/crds/external-secrets.io_externalsecrets.yaml", "test/fixtures/crds/velero.io_schedules.yaml", "local/manifests/argocd/application-crd.json", "local/manifests/argocd/appproject-crd.json", "local/manifests/argocd/applicationset-crd.json", "local/manifests/argocd/imageupdater-crd.json", ...["httproutes", "listenersets", "backendtrafficpolicies", "httproutefilters"].map((plural) => `local/manifests/gateway-api/${plural}.json`)];

describe("charts/workload on a real API server", function () {
  this.timeout(300_000);
  let dryRun: DryRun;
  before(async () => {
    dryRun = await openDryRun(CRDS, [NAMESPACE, "velero", "argocd"]);
  });
  after(() => dryRun.close());

  async function expectAccepted(objects: readonly Rendered[], of: string): Promise<void> {
    const refusals = await Promise.all(objects.map((object) => dryRun.refusal(object, NAMESPACE)));
    for (const [index, object] of objects.entries()) expect(refusals[index], `${object.kind} of ${of}`).to.equal(undefined);
  }

  const delivered = (rendered: RenderedDeployment): Rendered => parse(rendered.files[2]?.content ?? "") as Rendered;

  it("takes every object of every app type with every feature", async () => {
    const autoscaling = { config: { autoscaling: { max_replicas: 5, target_memory_percent: 70, target_cpu_percent: 60 } } };
    const specs = SERVER_TYPES.flatMap((appType) => Object.entries(FEATURES).map(([feature, members]) => ({ feature, members: { appType, ...members } })));
    const jobs = Object.entries(JOB_FEATURES).flatMap(([feature, members]) => ["", "vault"].map((around) => ({ feature: around, members, name: feature })));
    const cases = [...specs, ...jobs, { feature: "autoscaling", members: { appType: "api" as const, ...autoscaling } }].map(({ feature, members }) => ({
      name: `${members.appType} with ${feature}`,
      rendered: renderDeployment(deploymentInput(members, feature)),
    }));
    const objects = await renderMany(WORKLOAD_CHART, cases.map((one) => one.rendered.valuesYaml), NAMESPACE);
    for (const [index, one] of cases.entries()) await expectAccepted([...(objects[index] ?? []), delivered(one.rendered)], one.name);
    const kinds = new Set(objects.flat().map((object) => object.kind));
    expect([...kinds].sort()).to.deep.equal(["CronJob", "Deployment", "ExternalSecret", "HorizontalPodAutoscaler", "Ingress", "Job", "NetworkPolicy", "PersistentVolumeClaim", "PodDisruptionBudget", "Schedule", "Service", "StatefulSet"]);
  });

  it("takes every route of a cluster that has a Gateway, and refuses one with a member that there is not", async () => {
    const limits = { requestTimeoutSeconds: 90, maxBodySizeMb: 8 } as const;
    const members = { customDomain: "shop.example.org", failoverHealthRoute: true, containerPort: 3000, ...limits } as const;
    const published = (["web_app", "api", "static_site", "container"] as const).map((appType) => renderDeployment(deploymentInput({ appType, ...members }, "each name")));
    const objects = await renderMany(WORKLOAD_CHART, published.map((one) => one.valuesYaml), NAMESPACE);
    for (const [index, one] of published.entries()) await expectAccepted(objects[index] ?? [], one.valuesYaml);
    const [page = []] = objects;
    expect(page.filter(({ apiVersion }) => apiVersion === "gateway.networking.k8s.io/v1").map(({ kind }) => kind).sort()).to.deep.equal(["HTTPRoute", "HTTPRoute", "ListenerSet", "ListenerSet"]);
    expect(page.filter(({ apiVersion }) => apiVersion === "gateway.envoyproxy.io/v1alpha1").map(({ kind }) => kind).sort()).to.deep.equal(["BackendTrafficPolicy", "HTTPRouteFilter"]);
    for (const route of page.filter(({ kind }) => ["HTTPRoute", "ListenerSet", "BackendTrafficPolicy", "HTTPRouteFilter"].includes(kind)))
      expect(await dryRun.refusal({ ...route, spec: { ...(route["spec"] as object), hosts: [] } }, NAMESPACE), route.kind).to.match(/unknown field "spec.hosts"/);
  });

  it("takes listeners and routes of public ports, and refuses one of no protocol that there is", async () => {
    const { valuesYaml } = renderDeployment(deploymentInput({ appType: "container", ...FEATURES["public ports"] }, "gateway"));
    const [objects = []] = await renderMany(WORKLOAD_CHART, [valuesYaml], NAMESPACE);
    await expectAccepted(objects, valuesYaml);
    const ours = objects.filter(({ apiVersion }) => apiVersion === "gateway.networking.k8s.io/v1");
    expect(ours.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).to.deep.equal(["ListenerSet web-abcdefghij-ports", "TCPRoute web-abcdefghij-port-5432", "TCPRoute web-abcdefghij-port-2525"]);
    for (const one of ours) expect(await dryRun.refusal({ ...one, spec: { ...(one["spec"] as object), hosts: [] } }, NAMESPACE), one.kind).to.match(/unknown field "spec.hosts"/);
  });

  it("takes every object of random deployments", async () => {
    const specs = fc.sample(randomDeployment, { numRuns: 120, seed: testSeed() });
    const around = ["vault", "gateway", "", "both", "each name"];
    const publicPorts = (spec: DeploymentSpec): number[] => publicPortsOf(spec).map((one) => one.publicPort);
    const rendered = specs.map((spec, index) => renderDeployment({ ...deploymentInput({}, around[index % around.length]), spec, publicPorts: publicPorts(spec) }));
    const ours = rendered.filter((_, index) => specs[index]?.appType !== "helm");
    const objects = await renderMany(WORKLOAD_CHART, ours.map((one) => one.valuesYaml), NAMESPACE);
    for (const [index, one] of ours.entries()) await expectAccepted(objects[index] ?? [], one.valuesYaml);
    for (const one of rendered) await expectAccepted([delivered(one)], one.valuesYaml);
  });

  it("takes what Image Updater is told, by every strategy, with and without its members", async () => {
    const members = [{}, { imageUpdateConstraint: "1.x", imageAllowTags: "any", imageIgnoreTags: "*-rc*, latest" }, { imageAllowTags: "regexp:^v[0-9]+$" }] as const;
    const random = fc.sample(randomDeployment, { numRuns: 60, seed: testSeed() }).map((spec) => renderImageUpdater({ ...deploymentInput({}), spec }));
    const named = IMAGE_STRATEGIES.flatMap((imageUpdateStrategy) => members.map((more) => renderImageUpdater(deploymentInput({ dockerImage: "reg.test:5000/acme/web:1.27", imageUpdateStrategy, ...more }))));
    const updaters = [...named, ...random].filter((one) => one !== undefined);
    expect(updaters.length).to.be.at.least((IMAGE_STRATEGIES.length - 1) * members.length);
    for (const updater of updaters) expect(await dryRun.refusal(updater, "argocd"), JSON.stringify(updater.spec)).to.equal(undefined);
    const [first] = updaters;
    expect(await dryRun.refusal({ ...first, spec: { ...first?.spec, applicationRefs: [] } }, "argocd"), "the definition can say no").to.not.equal(undefined);
  });

  it("refuses an object with a member that there is not", async () => {
    const [objects = []] = await renderMany(WORKLOAD_CHART, [renderDeployment(deploymentInput({})).valuesYaml], NAMESPACE);
    const workload = objects.find((object) => object.kind === "Deployment") as Rendered;
    expect(await dryRun.refusal({ ...workload, spec: { ...(workload["spec"] as object), replica: 1 } }, NAMESPACE)).to.match(/unknown field "spec.replica"/);
  });

  it("takes what registers a cluster and an organization", async () => {
    const cluster = { handle: "prod-abc", id: "0190-1", namespace: "org-acme", provider: "local", region: "here", tier: "shared", channel: "latest", bundleProfile: "local" } as const;
    const argocdNamespace = "argocd";
    const repoUrl = "https://git.example.com/delivery.git";
    const common = { argocdNamespace, repoUrl, managementCluster: "management" };
    const chart = { handle: "shop-abcdefghij", clusterHandle: "prod-abc", spec: { appType: "helm", helmRepoUrl: "oci://ghcr.io/acme" } } as const;
    const objects = [
      renderClusterSecret({ argocdNamespace, cluster: { ...cluster, ownComponents: new Set() }, access: { server: "https://10.0.0.1:6443/", bearerToken: "t", caData: "Y2E=" } }),
      renderRootApplication({ ...common, cluster, branch: "main" }),
      ...renderOrganizationProjects({ argocdNamespace, repoUrl, namespace: "org-acme", clusterHandles: ["prod-abc"], members: [chart, { ...chart, spec: { ...chart.spec, clusterWideRights: true } }] }),
      ...renderPlatformProjects({ ...common, clusterHandles: ["prod-abc"] }),
      renderBundleSet(parse(await readFile(BUNDLE_SET, "utf8")) as BundleSetManifest, { argocdNamespace, repoUrl, branch: "main" }),
    ];
    for (const object of objects) expect(await dryRun.refusal(object, argocdNamespace), JSON.stringify(object)).to.equal(undefined);
    expect(organizationProject("org-acme")).to.equal("org-acme");
  });
});
