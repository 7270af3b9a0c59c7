import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { parse, stringify } from "yaml";
import {
  CLUSTERS,
  CLUSTER_ROLES,
  CONFIG_MAPS,
  CUSTOM_RESOURCE_DEFINITIONS,
  NAMESPACES,
  PODS,
  ROLE_BINDINGS,
  SECRETS,
} from "../../adapters/kubernetes/resource-types.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { SECRETS_ROLE } from "../../contract/rights.ts";
import { listMetrics } from "../../scripts/metrics-reference.ts";
import { startInstallScene, type BesideProcess, type InstallScene } from "../support/berth-install.ts";
import { createBerthClient, registerAccount, type BerthClient } from "../support/berth-client.ts";
import { findBinaries } from "../support/embedded-binaries.ts";
import { eventually } from "../support/eventually.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";

type Pod = KubeObject &
  Readonly<{ spec: { nodeName: string; containers: { image: string }[] }; status: { phase: string } }>;
type Definition = KubeObject &
  Readonly<{ spec: { versions: { additionalPrinterColumns: { name: string; type: string; jsonPath: string }[] }[] } }>;
const CRD = "clusters.hosting.berth.dev";

/** Each step depends on the one before, as in the life of an installation. */
describe("an installation by Helm, on a cluster whose pods kwok runs", function () {
  this.timeout(900_000);
  stopAtFailure(this);
  let scene: InstallScene;
  let gateway: BesideProcess;
  let operator: BesideProcess;
  let berth: BerthClient;
  let organization: string;

  before(async () => {
    scene = await startInstallScene();
  });
  after(() => (scene as InstallScene | undefined)?.stop());

  const kubectl = async (...args: string[]): Promise<string> => {
    const command = await (await findBinaries(["kubectl"]))("kubectl");
    const env = { ...process.env, KUBECONFIG: scene.stack.connection.kubeconfig, HOME: scene.workDir };
    return (await promisify(execFile)(command, args, { env })).stdout;
  };
  const images = async (): Promise<string[]> => {
    const { items } = await scene.admin.list<Pod>(PODS, { namespace: scene.namespace });
    const alive = items.filter(
      ({ metadata, status }) => metadata.deletionTimestamp === undefined && status.phase === "Running",
    );
    return alive.map(({ spec }) => spec.containers[0]?.image ?? "").sort();
  };
  const columns = async (): Promise<string[]> => {
    const crd = await scene.admin.get<Definition>(CUSTOM_RESOURCE_DEFINITIONS, { name: CRD });
    return crd?.spec.versions[0]?.additionalPrinterColumns.map(({ name }) => name) ?? [];
  };
  const twice = (version: string): string[] =>
    ["gateway", "gateway", "operator", "operator"].map((name) => `ghcr.io/berth-dev/berth-${name}:${version}`);

  it("is installed with one command, and says the next three", async () => {
    await scene.follow("repository");
    const labels = { "argocd.argoproj.io/secret-type": "repository" };
    const delivery = await scene.admin.get(SECRETS, { namespace: "argocd", name: "berth-delivery" });
    expect(delivery?.metadata.labels).to.deep.equal(labels);
    await scene.follow("prepare");
    const said = await scene.follow("install");
    const commands = said.split("\n").filter((line) => line.startsWith("   kubectl "));
    expect(commands).to.have.length(3);
    await eventually(async () => expect(await images()).to.deep.equal(twice("0.1.0")));
    const words = (line = ""): string[] => line.trim().split(" ").slice(1);
    expect(await kubectl(...words(commands[0]))).to.contain("successfully rolled out");
    expect(await kubectl(...words(commands[2]))).to.equal("");
    expect(commands[1]).to.contain("service/berth-gateway 8080:80");
  });

  it("brings what Argo CD takes the health of our kinds from, which the guide puts where it is read", async () => {
    const metadata = { name: "argocd-cm", namespace: "argocd" };
    const before = { apiVersion: "v1", kind: "ConfigMap", metadata, data: { url: "https://argocd.example.org" } };
    await scene.admin.create(CONFIG_MAPS, before, { fieldManager: "test" });
    await scene.follow("health");
    const { data } = (await scene.admin.get<KubeObject & { data: object }>(CONFIG_MAPS, metadata)) ?? { data: {} };
    expect(data).to.have.property("url", "https://argocd.example.org");
    expect(Object.keys(data).filter((key) => key.startsWith("resource.customizations.health."))).to.have.length(5);
  });

  it("spreads the pods of each process over the nodes", async () => {
    const { items } = await scene.admin.list<Pod>(PODS, { namespace: scene.namespace });
    for (const name of ["gateway", "operator"]) {
      const nodes = items
        .filter(({ metadata }) => metadata.name.startsWith(`berth-${name}-`))
        .map(({ spec }) => spec.nodeName);
      expect(nodes.sort(), name).to.deep.equal(["node-1", "node-2"]);
    }
  });

  it("runs: both processes from their images' files, with the accounts, settings and credentials that the pods were given", async () => {
    operator = await scene.startBeside("operator");
    await eventually(async () => {
      const text = await (await fetch(operator.metricsUrl)).text();
      expect(text, operator.process.output()).to.contain('berth_leader{lease="berth-operator"} 1');
    });
    gateway = await scene.startBeside("gateway");
    await eventually(async () => {
      const ready = await fetch(`${gateway.url}/readyz`);
      expect(ready.status, await ready.text()).to.equal(200);
    });
    const password = await scene.follow("password");
    const admin = { email: "admin@example.org", password };
    await eventually(async () =>
      expect((await createBerthClient(gateway.url).call("POST", "/auth/login", admin)).status).to.equal(200),
    );
    berth = await registerAccount(gateway.url);
    const { body } = await berth.call<{ organizations: { slug: string }[] }>("GET", "/auth/me");
    organization = `org-${body.organizations[0]?.slug ?? ""}`;
    expect((await berth.call("POST", "/secrets", { name: "token", value: "canary" })).status).to.equal(201);
    const binding = await scene.admin.get(ROLE_BINDINGS, { namespace: organization, name: SECRETS_ROLE });
    expect(JSON.stringify(binding?.["subjects"])).to.contain("system:serviceaccount:berth-system:berth-gateway");
  });

  it("exposes exactly the metrics that the reference lists, of which the alerts are made", async () => {
    // They are of what was done so far, not only there.
    const texts = await eventually(async () => {
      const [ofGateway = "", ofOperator = ""] = await Promise.all(
        [gateway, operator].map(async ({ metricsUrl }) => (await fetch(metricsUrl)).text()),
      );
      expect(ofGateway).to.match(
        /berth_http_request_duration_seconds_count\{route="createSecret",status="201"\} [1-9]/,
      );
      expect(ofOperator).to.match(/berth_reconcile_seconds_count\{controller="platform",result="\w+"\} [1-9]/);
      expect(ofOperator).to.match(/berth_git_push_seconds_count [1-9]/);
      return [ofGateway, ofOperator];
    });
    const rows = await listMetrics();
    for (const [index, process] of ["gateway", "operator"].entries()) {
      const shown = texts[index]?.match(/^# TYPE berth_\S+/gm)?.map((line) => line.slice("# TYPE ".length)) ?? [];
      const listed = rows.filter(({ of }) => of === process).map(({ name }) => name);
      expect(shown.sort(), process).to.deep.equal(listed);
    }
  });

  it("takes resources from kubectl, and keeps whose they are", async () => {
    const body = {
      apiVersion: "hosting.berth.dev/v1alpha1",
      kind: "Cluster",
      metadata: { name: "harbour", namespace: organization },
      spec: { provider: "local", region: "local-1", tier: "shared" },
    };
    await scene.admin.create(CLUSTERS, body, { fieldManager: "kubectl" });
    await eventually(async () => {
      const { body: listed } = await berth.call<{ clusters: { name: string }[] }>("GET", "/clusters");
      expect(listed.clusters.map(({ name }) => name)).to.deep.equal(["harbour"]);
    });
    const found = await scene.admin.get(CLUSTERS, { namespace: organization, name: "harbour" });
    expect(found?.metadata.labels).to.have.property("hosting.berth.dev/organization-id");
    const foreign = { metadata: { labels: { "hosting.berth.dev/id": "0198b1d5-0000-7000-8000-000000000001" } } };
    const refused = await scene.admin
      .patch(
        CLUSTERS,
        { namespace: organization, name: "harbour" },
        { kind: "merge", body: foreign },
        { fieldManager: "kubectl" },
      )
      .then(
        () => "taken",
        (error: unknown) => JSON.stringify((error as { body?: unknown }).body),
      );
    expect(refused).to.contain("set by the platform only");
  });

  it("is upgraded: new pods, and custom resources as the new version defines them", async () => {
    const dir = join(scene.workDir, "charts/berth");
    const chart = await readFile(join(dir, "Chart.yaml"), "utf8");
    await writeFile(join(dir, "Chart.yaml"), chart.replaceAll("ersion: 0.1.0", "ersion: 0.2.0"));
    const path = join(dir, "files/crds/hosting.berth.dev_clusters.yaml");
    const crd = parse(await readFile(path, "utf8")) as Definition;
    const next = { name: "Next", type: "string", jsonPath: ".spec.tier" };
    crd.spec.versions[0]?.additionalPrinterColumns.push(next);
    await writeFile(path, stringify(crd, { aliasDuplicateObjects: false }));
    await scene.follow("upgrade");
    expect(await columns()).to.include("Next");
    await eventually(async () => expect(await images()).to.deep.equal(twice("0.2.0")));
    expect((await berth.call("GET", "/clusters")).status).to.equal(200);
  });

  it("is rolled back", async () => {
    await scene.follow("rollback");
    expect(await columns()).to.not.include("Next");
    await eventually(async () => expect(await images()).to.deep.equal(twice("0.1.0")));
    expect((await berth.call("POST", "/secrets", { name: "later", value: "canary" })).status).to.equal(201);
  });

  it("stops cleanly", async () => {
    expect(await gateway.process.stop(), gateway.process.output()).to.equal(0);
    expect(await operator.process.stop(), operator.process.output()).to.equal(0);
  });

  it("is uninstalled, and leaves what people made", async () => {
    await scene.follow("uninstall");
    await eventually(async () => expect(await images()).to.deep.equal([]));
    for (const name of ["berth-gateway", "berth-operator", SECRETS_ROLE])
      expect(await scene.admin.get(CLUSTER_ROLES, { name }), name).to.equal(undefined);
    const policies = (await scene.admin.request(
      "GET",
      "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
    )) as { items: unknown[] };
    expect(policies.items).to.deep.equal([]);
    expect(await columns()).to.not.deep.equal([]);
    expect(await scene.admin.get(CLUSTERS, { namespace: organization, name: "harbour" })).to.not.equal(undefined);
    expect(await scene.admin.get(NAMESPACES, { name: organization })).to.not.equal(undefined);
    expect((await scene.admin.list(SECRETS, { namespace: organization })).items).to.have.length(2);
  });

  it("is installed again over what it left", async () => {
    await scene.follow("install");
    await eventually(async () => expect(await images()).to.deep.equal(twice("0.2.0")));
    expect(await scene.follow("restart")).to.contain("deployment.apps/berth-operator restarted");
  });
});
