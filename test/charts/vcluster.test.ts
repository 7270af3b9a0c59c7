import { expect } from "chai";
import { stringify } from "yaml";
import { NAMESPACES } from "../../adapters/kubernetes/resource-types.ts";
import {
  HOST_API_PORTS,
  VCLUSTER_CHART,
  renderVirtualCluster,
  renderVirtualClusterProject,
  renderVirtualClusterValues,
  virtualClusterName,
  type VirtualCluster,
} from "../../render/cluster/virtual-cluster.ts";
import { openDryRun, type DryRun } from "../support/dry-run.ts";
import { pick, renderRelease, type Rendered } from "../support/helm.ts";
import { fetchChart } from "../support/fetch-chart.ts";

/** The longest handle that there is. */
const HANDLE = `${"shop".repeat(10)}-abcdefghij`;
const WANTED: VirtualCluster = {
  handle: HANDLE,
  id: "018f0000-0000-7000-8000-000000000001",
  namespace: "org-acme",
  host: "host-abcdefghij",
  imageTag: "v1.35.2",
  domain: "vc.example.org",
};
const NAMESPACE = virtualClusterName(HANDLE);
const CRDS = ["application", "appproject"].map((kind) => `local/manifests/argocd/${kind}-crd.json`);

describe("vcluster's chart with the values of a shared cluster", function () {
  this.timeout(300_000);
  let chart: string;
  let dryRun: DryRun;

  before(async () => {
    chart = await fetchChart();
    dryRun = await openDryRun(CRDS, ["argocd"]);
    const metadata = {
      name: NAMESPACE,
      labels: renderVirtualCluster("argocd", WANTED).spec.syncPolicy?.managedNamespaceMetadata?.labels ?? {},
    };
    await dryRun.client.create(NAMESPACES, { apiVersion: "v1", kind: "Namespace", metadata }, { fieldManager: "test" });
  });
  after(async () => {
    await dryRun.client.delete(NAMESPACES, { name: NAMESPACE });
    await dryRun.close();
  });

  const render = (wanted: VirtualCluster): Promise<Rendered[]> =>
    renderRelease(chart, stringify(renderVirtualClusterValues(wanted)), { name: HANDLE, namespace: NAMESPACE });

  for (const domain of ["vc.example.org", undefined]) {
    it(`renders objects that an API server accepts, ${domain === undefined ? "with a load balancer" : "by a domain"}`, async () => {
      const objects = await render({ ...WANTED, domain });
      for (const object of objects)
        expect(await dryRun.refusal(object, NAMESPACE), `${object.kind} ${object.metadata.name}`).to.equal(undefined);
      const kinds = objects.map(({ kind }) => kind);
      expect(kinds).to.include.members(["StatefulSet", "Service", "ResourceQuota", "LimitRange", "NetworkPolicy"]);
      expect(kinds.includes("Ingress")).to.equal(domain !== undefined);
      const service = objects.find(({ kind, metadata }) => kind === "Service" && metadata.name === HANDLE);
      expect(pick(service, "spec.type")).to.equal(domain === undefined ? "LoadBalancer" : "ClusterIP");
      expect(pick(service, "metadata.labels.app"), "host-views.ts selects by it").to.equal("vcluster");
    });
  }

  it("runs the open source image, the wanted Kubernetes, and tells nobody", async () => {
    const objects = await render(WANTED);
    const pod = JSON.stringify(objects.find(({ kind }) => kind === "StatefulSet"));
    expect(pod).to.contain(`ghcr.io/loft-sh/vcluster-oss:${VCLUSTER_CHART.version}`);
    expect(pod).to.contain("ghcr.io/loft-sh/kubernetes:v1.35.2");
    const config = Buffer.from(
      String(
        pick(
          objects.find(({ metadata }) => metadata.name === `vc-config-${HANDLE}`),
          "data",
        )?.["config.yaml" as never],
      ),
      "base64",
    ).toString();
    expect(config).to.match(/telemetry:\n {2}enabled: false/);
    expect(config).to.contain(`server: https://${HANDLE}.vc.example.org:443`);
    expect(config).to.contain(`- ${HANDLE}.${NAMESPACE}.svc`);
  });

  it("lets a control plane out to its host's API server by the ports that a host is held to", async () => {
    const policy = (await render(WANTED)).find(({ metadata }) => metadata.name === `vc-cp-${HANDLE}`);
    const rules = pick(policy, "spec.egress") as unknown as { ports?: { port: number }[]; to?: object }[];
    const [out, ...more] = rules.filter(({ to }) => to === undefined);
    expect(more).to.deep.equal([]);
    expect(out?.ports?.map(({ port }) => port)).to.have.members([...HOST_API_PORTS]);
  });

  it("may see EndpointSlices, which it waits for, and write none", async () => {
    const role = (await render(WANTED)).find(({ kind }) => kind === "Role");
    const rules = pick(role, "rules") as unknown as { resources: string[]; verbs: string[] }[];
    const verbs = rules.filter(({ resources }) => resources.includes("endpointslices")).flatMap((rule) => rule.verbs);
    expect(verbs).to.have.members(["get", "list", "watch"]);
  });

  it("makes cluster-scoped objects of those kinds only that its project allows", async () => {
    const project = renderVirtualClusterProject("argocd", ["host"]);
    const allowed = project.spec.clusterResourceWhitelist?.map(({ kind }) => kind);
    const scoped = (await render(WANTED)).filter(({ metadata }) => metadata.namespace === undefined);
    expect(scoped.length).to.be.greaterThan(0);
    for (const { kind } of scoped) expect(allowed).to.include(kind);
  });

  it("is told by an Application and a project that Argo CD's own types accept", async () => {
    for (const object of [renderVirtualCluster("argocd", WANTED), renderVirtualClusterProject("argocd", ["host"])])
      expect(await dryRun.refusal(object, "argocd"), object.kind).to.equal(undefined);
  });

  it("is not rendered with a value that it does not know, so the above can fail", async () => {
    const values = { ...renderVirtualClusterValues(WANTED), unknown: true };
    let said = "";
    await renderRelease(chart, stringify(values), { name: HANDLE, namespace: NAMESPACE }).catch((error: unknown) => {
      said = String(error);
    });
    expect(said).to.contain("unknown");
  });
});
