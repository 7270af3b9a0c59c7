import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { createKubeClient, type KubeClient, type KubeObject, type ResourceType } from "../../adapters/kubernetes/kube-client.ts";
import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import {
  CLUSTERS,
  DEPLOYMENTS,
  NAMESPACES,
  RESOURCE_QUOTAS,
  SERVICE_ACCOUNTS,
  UPGRADE_REQUESTS,
} from "../../adapters/kubernetes/resource-types.ts";
import { ADMISSION_POLICIES } from "../../contract/admission.ts";
import { ERRORS } from "../../contract/errors.ts";
import { FINALIZER, LABELS, LIMITS_NAME } from "../../contract/identity.ts";
import { showLimits } from "../../api/resources/namespace-limits.ts";
import { translateKubeFault } from "../../api/resources/kube-faults.ts";
import { clusterResource } from "../../contract/resources/cluster.ts";
import { startApiServer, type ApiServer } from "../support/api-server.ts";
import { applyAll } from "../support/apply-all.ts";
import { installDefinition, readDocuments } from "../support/dry-run.ts";
import { eventually } from "../support/eventually.ts";
import { BERTH_CHART, renderChart, type Rendered } from "../support/helm.ts";

const NAMESPACE = "berth-system";
const ORGANIZATION = "org-acme";
const ID = "0198b1d5-0000-7000-8000-000000000001";
const OTHER = "0198b1d5-0000-7000-8000-000000000002";
const USER = { fieldManager: "test" };
const CI = ["minimal", "everything"].map((name) => join(BERTH_CHART, "ci", `${name}-values.yaml`)) as [string, string];
const OTHERS_CRDS = [
  "gateway.networking.k8s.io_httproutes",
  "monitoring.coreos.com_servicemonitors",
  "monitoring.coreos.com_prometheusrules",
].map((name) => `test/fixtures/crds/${name}.yaml`);
const DELETING = { metadata: { finalizers: [FINALIZER] } };

const cluster = (name: string, more: { metadata?: object; namespace?: string } = {}): KubeObject => ({
  apiVersion: "hosting.berth.dev/v1alpha1",
  kind: "Cluster",
  metadata: { name, namespace: more.namespace ?? ORGANIZATION, ...more.metadata },
  spec: { provider: "local", region: "local-1", tier: "shared" },
});
const upgrade = (name: string, decision?: string): KubeObject => ({
  apiVersion: "hosting.berth.dev/v1alpha1",
  kind: "UpgradeRequest",
  metadata: { name, namespace: ORGANIZATION },
  spec: { cluster: "one", toVersion: "1.36.3", ...(decision === undefined ? {} : { decision }) },
});
const namespace = (name: string, labels: Record<string, string> = {}): KubeObject => ({
  apiVersion: "v1",
  kind: "Namespace",
  metadata: { name, labels },
});

describe("What charts/berth refuses", () => {
  it("names routes that REST has", () => {
    const { paths } = JSON.parse(readFileSync("api/openapi.json", "utf8")) as { paths: Record<string, object> };
    const known = Object.entries(paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path.replace("/api/v1", "")}`),
    );
    const messages = ADMISSION_POLICIES.flatMap(({ rules }) => rules.map(({ message }) => message));
    const named = messages.flatMap((message) => message.match(/(?:POST|PATCH|PUT|DELETE) \/[a-z/{}_-]+/g) ?? []);
    expect(named).to.include("POST /clusters/{cluster_id}/upgrades/request");
    expect(named.filter((route) => !known.includes(route))).to.deep.equal([]);
  });

  it("is told in the guide: every member that the platform alone sets", () => {
    const guide = readFileSync("docs/guides/installing.md", "utf8");
    const messages = ADMISSION_POLICIES.flatMap(({ rules }) => rules.map(({ message }) => message));
    const members = messages.flatMap((message) => /^(\w+) (?:is set by REST|moves by)/.exec(message)?.[1] ?? []);
    expect(members).to.include.members(["role", "preview", "previewOf"]);
    expect(members.filter((member) => !guide.includes(`\`${member}\``))).to.deep.equal([]);
    expect(guide).to.include("deployments with `clusterWideRights` changed at all");
  });
});

describe("charts/berth on a real API server", function () {
  this.timeout(300_000);
  let api: ApiServer;
  let admin: KubeClient;
  let gateway: KubeClient;

  before(async () => {
    api = await startApiServer();
    admin = createKubeClient({ kubeconfigPath: api.kubeconfig });
    for (const name of [NAMESPACE, "argocd", "gitops", "cluster-api"]) await admin.create(NAMESPACES, namespace(name), USER);
    for (const path of OTHERS_CRDS) for (const crd of readDocuments(path)) await installDefinition(admin, crd);
  });
  after(async () => {
    await Promise.all([admin.close(), (gateway as KubeClient | undefined)?.close()]);
    await api.stop();
  });

  /** What the API server says to a write, or undefined when it took it. */
  const refusal = (write: Promise<unknown>): Promise<string | undefined> =>
    write.then(
      () => undefined,
      (error: unknown) => {
        if (!(error instanceof KubeError)) throw error;
        return `${error.status} ${error.body?.message ?? ""}`;
      },
    );
  const patch = (client: KubeClient, type: ResourceType, name: string, body: unknown): Promise<unknown> =>
    client.patch(type, { namespace: ORGANIZATION, name }, { kind: "merge", body }, USER);

  it("is taken strictly, with few values and with all", async () => {
    const kinds = new Set<string>();
    for (const file of [...CI].reverse()) {
      const objects = await renderChart(BERTH_CHART, [file], NAMESPACE);
      for (const { kind } of objects) kinds.add(kind);
      await applyAll(admin, objects);
    }
    expect([...kinds].sort()).to.include.members(["HTTPRoute", "Ingress", "PrometheusRule", "ServiceMonitor"]);
    const [, first] = objectsOf(await renderChart(BERTH_CHART, [CI[0]], NAMESPACE), "Deployment");
    const bad = { ...first, spec: { ...(first?.["spec"] as object), replica: 1 } } as Rendered;
    const said = await applyAll(admin, [bad]).then(() => "", String);
    expect(said).to.contain("replica");
  });

  it("knows its own accounts from others", async () => {
    const path = `/api/v1/namespaces/${NAMESPACE}/serviceaccounts/berth-gateway/token`;
    const body = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} };
    expect(await admin.get(SERVICE_ACCOUNTS, { namespace: NAMESPACE, name: "berth-gateway" })).to.not.equal(undefined);
    const answer = (await admin.request("POST", path, { body })) as { status: { token: string } };
    gateway = createKubeClient({ server: api.server, caData: api.caData, token: answer.status.token });
    const labels = { [LABELS.organizationId]: ID };
    // Policies take effect a moment after they were made.
    await eventually(async () =>
      expect(await refusal(admin.create(NAMESPACES, namespace("org-theirs", labels), { ...USER, dryRun: true }))).to.contain(
        `422 `,
      ),
    );
    await gateway.create(NAMESPACES, namespace(ORGANIZATION, labels), USER);
  });

  it("refuses labels that say whose something is, from anyone else", async () => {
    const sentence = "are set by the platform only.";
    for (const label of [LABELS.id, LABELS.userId, LABELS.organizationId])
      expect(await refusal(admin.create(CLUSTERS, cluster("one", { metadata: { labels: { [label]: ID } } }), USER))).to.contain(
        sentence,
      );
    await admin.create(CLUSTERS, cluster("one", { metadata: { labels: { team: "blue" } } }), USER);
    const set = (client: KubeClient, id: string | null): Promise<unknown> =>
      patch(client, CLUSTERS, "one", { metadata: { labels: { [LABELS.id]: id } } });
    expect(await refusal(set(admin, ID))).to.contain(sentence);
    expect(await refusal(set(gateway, ID))).to.equal(undefined);
    for (const id of [OTHER, null]) expect(await refusal(set(admin, id)), String(id)).to.contain(sentence);
    expect(await refusal(patch(admin, CLUSTERS, "one", { metadata: { labels: { team: "red" } } }))).to.equal(undefined);
    expect(await refusal(admin.patch(NAMESPACES, { name: ORGANIZATION }, { kind: "merge", body: { metadata: { labels: { [LABELS.organizationId]: OTHER } } } }, USER))).to.contain(
      `The label ${LABELS.organizationId} is set by the platform only.`,
    );
  });

  it("refuses resources where no organization is", async () => {
    const said = await refusal(admin.create(CLUSTERS, cluster("stray", { namespace: "default" }), USER));
    expect(said).to.contain("This namespace belongs to no organization");
    expect(await refusal(gateway.create(CLUSTERS, cluster("stray", { namespace: "default" }), USER))).to.equal(said);
  });

  it("refuses changes of what is being deleted, in REST's sentence, and lets its finalizer go", async () => {
    const going = cluster("going", DELETING);
    await admin.create(CLUSTERS, { ...going, spec: { ...(going["spec"] as object), tier: "dedicated" } }, USER);
    await admin.delete(CLUSTERS, { namespace: ORGANIZATION, name: "going" });
    const grow = { spec: { nodeCount: 5 } };
    for (const client of [admin, gateway])
      expect(await refusal(patch(client, CLUSTERS, "going", grow))).to.contain(ERRORS.being_deleted.sentence);
    const fault = await patch(gateway, CLUSTERS, "going", grow).catch((error: unknown) => translateKubeFault(error, clusterResource));
    expect(fault).to.have.property("code", "being_deleted");
    expect(await refusal(patch(admin, CLUSTERS, "going", { metadata: { finalizers: [] } }))).to.equal(undefined);
    expect(await admin.get(CLUSTERS, { namespace: ORGANIZATION, name: "going" })).to.equal(undefined);
  });

  it("refuses decisions on upgrades from anyone but the gateway", async () => {
    const sentence = "Your role does not allow this. Upgrades are approved, rejected and cancelled by REST.";
    expect(await refusal(admin.create(UPGRADE_REQUESTS, upgrade("eager", "approved"), USER))).to.contain(sentence);
    await admin.create(UPGRADE_REQUESTS, upgrade("asked"), USER);
    const decide = { spec: { decision: "approved" } };
    expect(await refusal(patch(admin, UPGRADE_REQUESTS, "asked", decide))).to.contain(sentence);
    expect(await refusal(patch(gateway, UPGRADE_REQUESTS, "asked", decide))).to.equal(undefined);
    expect(await refusal(patch(admin, UPGRADE_REQUESTS, "asked", { spec: { upgradeNotes: "soon" } }))).to.equal(undefined);
    expect(await refusal(patch(admin, UPGRADE_REQUESTS, "asked", { spec: { decision: "cancelled" } }))).to.contain(sentence);
  });

  describe("to who may write everything in an organization's namespace, and nothing elsewhere,", () => {
    let tenant: KubeClient;
    const spec = { cluster: "one", appType: "web_app", dockerImage: "nginx:1.29" };
    const make = (plural: string, kind: string, name: string, wanted: object): Promise<unknown> => {
      const body = { apiVersion: "hosting.berth.dev/v1alpha1", kind, metadata: { name, namespace: ORGANIZATION }, spec: wanted };
      return tenant.request("POST", `/apis/hosting.berth.dev/v1alpha1/namespaces/${ORGANIZATION}/${plural}?dryRun=All`, { body });
    };
    const deploy = (more: object): Promise<unknown> => make("deployments", "Deployment", "shop", { ...spec, ...more });

    before(async () => {
      const metadata = { name: "tenant", namespace: ORGANIZATION };
      const rules = [{ apiGroups: ["*"], resources: ["*"], verbs: ["*"] }];
      const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "tenant" };
      const subjects = [{ kind: "ServiceAccount", ...metadata }];
      await applyAll(admin, [
        { apiVersion: "v1", kind: "ServiceAccount", metadata },
        { apiVersion: "rbac.authorization.k8s.io/v1", kind: "Role", metadata, rules },
        { apiVersion: "rbac.authorization.k8s.io/v1", kind: "RoleBinding", metadata, roleRef, subjects },
      ] as unknown as Rendered[]);
      const body = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} };
      const path = `/api/v1/namespaces/${ORGANIZATION}/serviceaccounts/tenant/token`;
      const answer = (await admin.request("POST", path, { body })) as { status: { token: string } };
      tenant = createKubeClient({ server: api.server, caData: api.caData, token: answer.status.token });
      await eventually(async () => {
        expect(await refusal(tenant.get(CLUSTERS, { namespace: ORGANIZATION, name: "one" }))).to.equal(undefined);
      });
    });
    after(() => tenant.close());

    it("leaves no cluster that nobody pays, no host, no version past its approvals", async () => {
      const { spec: wanted } = cluster("more") as unknown as { spec: object };
      expect(await refusal(make("clusters", "Cluster", "more", wanted))).to.contain("A cluster costs money");
      for (const [member, change] of [
        ["role is set by REST", { role: "host" }],
        ["kubernetesVersion moves by upgrades", { kubernetesVersion: "1.36.3" }],
        ["imported", { imported: { overridePreflight: true } }],
      ] as const)
        expect(await refusal(patch(tenant, CLUSTERS, "one", { spec: change })), member).to.contain(member);
      expect(await refusal(patch(tenant, CLUSTERS, "one", { spec: { role: "tenant", componentBundleVersion: "stable" } })), "its own").to.equal(undefined);
    });

    it("leaves no rights on the cluster, no promotion and no free database", async () => {
      expect(await refusal(deploy({}))).to.equal(undefined);
      expect(await refusal(deploy({ clusterWideRights: true }))).to.contain("clusterWideRights is set by REST");
      expect(await refusal(deploy({ promotion: { sourceId: ID, deleteSource: true } }))).to.contain("promotion is set by REST");
      const preview = { sourceId: ID, expiresAt: "2030-01-01T00:00:00Z" };
      expect(await refusal(deploy({ preview }))).to.contain("preview is set by REST");
      await admin.create(
        DEPLOYMENTS,
        { apiVersion: "hosting.berth.dev/v1alpha1", kind: "Deployment", metadata: { name: "shown", namespace: ORGANIZATION }, spec: { ...spec, preview } },
        USER,
      );
      const later = { preview: { expiresAt: "2999-01-01T00:00:00Z" } };
      expect(await refusal(patch(tenant, DEPLOYMENTS, "shown", { spec: later }))).to.contain("preview is set by REST");
      for (const who of [tenant, gateway, admin])
        for (const change of [{ preview: null }, { preview: { sourceId: ID.replace(/1$/, "2") } }])
          expect(await refusal(patch(who, DEPLOYMENTS, "shown", { spec: change }))).to.contain("preview is set when it is made");
      const database = { cluster: "one", engine: "postgresql", storageSizeGb: 1, feeExemptUntil: "2030-01-01T00:00:00Z" };
      expect(await refusal(make("databaseinstances", "DatabaseInstance", "free", database))).to.contain("feeExemptUntil is set by REST");
      const given = { apiVersion: "hosting.berth.dev/v1alpha1", kind: "Deployment", metadata: { name: "given", namespace: ORGANIZATION } };
      await admin.create(DEPLOYMENTS, { ...given, spec: { ...spec, clusterWideRights: true } }, USER);
      expect(await refusal(patch(admin, DEPLOYMENTS, "given", { spec: { preview } })), "nothing that runs becomes one").to.contain(
        "preview is set when it is made",
      );
      expect(await refusal(patch(tenant, DEPLOYMENTS, "given", { spec: { dockerImage: "evil:1" } }))).to.contain(
        "A deployment with clusterWideRights is changed by administrators",
      );
      expect(await refusal(patch(gateway, DEPLOYMENTS, "given", { spec: { dockerImage: "good:1" } }))).to.equal(undefined);
    });

    it("leaves what costs CPU, memory and storage to REST where the organization has limits, and the limits to the platform", async () => {
      const database = { cluster: "one", engine: "postgresql", storageSizeGb: 1 };
      const sized = { apiVersion: "hosting.berth.dev/v1alpha1", kind: "Deployment", metadata: { name: "sized", namespace: ORGANIZATION } };
      await admin.create(DEPLOYMENTS, { ...sized, spec: { ...spec, cpuRequest: 1, stopped: true } }, USER);
      expect(await refusal(patch(tenant, DEPLOYMENTS, "sized", { spec: { cpuRequest: 2 } })), "no limits").to.equal(undefined);
      const counts = { deployments: 50 };
      await showLimits(gateway, "acme", { counts, amounts: { cpu: 8, memory_mb: 4096 } });
      const sentence = "this organization has limits (cpu 8, memory_mb 4096)";
      await eventually(async () => expect(await refusal(deploy({}))).to.contain(sentence));
      expect(await refusal(make("databaseinstances", "DatabaseInstance", "more", database))).to.contain(sentence);
      for (const change of [{ cpuRequest: 3 }, { replicas: 2 }, { stopped: false }, { volumes: [{ path: "/data" }] }])
        expect(await refusal(patch(tenant, DEPLOYMENTS, "sized", { spec: change })), JSON.stringify(change)).to.contain(sentence);
      expect(await refusal(patch(tenant, DEPLOYMENTS, "sized", { spec: { dockerImage: "nginx:1.30" } })), "an image").to.equal(undefined);
      expect(await refusal(patch(gateway, DEPLOYMENTS, "sized", { spec: { replicas: 2 } })), "the gateway").to.equal(undefined);
      const own = { namespace: ORGANIZATION, name: LIMITS_NAME };
      expect(await refusal(tenant.delete(RESOURCE_QUOTAS, own))).to.contain("is set by the platform only");
      expect(await refusal(patch(tenant, RESOURCE_QUOTAS, LIMITS_NAME, { spec: { hard: {} } }))).to.contain("is set by the platform only");
      await showLimits(gateway, "acme", { counts });
      await eventually(async () => expect(await refusal(deploy({})), "numbers alone shut no door").to.equal(undefined));
      expect(await refusal(tenant.delete(RESOURCE_QUOTAS, own))).to.contain("is set by the platform only");
    });

    it("leaves no name that Helm would read as a template", async () => {
      const adoption = { namespace: "shop", kind: "Deployment" };
      expect(await refusal(deploy({ adoption }))).to.equal(undefined);
      expect(await refusal(deploy({ adoption: { ...adoption, workloadName: '{{ env "HOME" }}' } }))).to.contain("workloadName");
    });
  });

  it("gives the gateway's account its rights, and no status", async () => {
    await gateway.list(DEPLOYMENTS, { namespace: ORGANIZATION });
    const status = gateway.patch(CLUSTERS, { namespace: ORGANIZATION, name: "one" }, { kind: "merge", body: { status: {} } }, { ...USER, subresource: "status" });
    expect(await refusal(status)).to.match(/^403/);
  });
});

function objectsOf(objects: readonly Rendered[], kind: string): Rendered[] {
  return objects.filter((object) => object.kind === kind);
}
