import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { z } from "zod";
import { loadConfig as loadGatewayConfig, GATEWAY_SETTINGS } from "../../api/config.ts";
import { loadConfig as loadOperatorConfig, OPERATOR_SETTINGS } from "../../operator/config.ts";
import { CHART_SETTINGS, DECIDED_BY_CHART, chartSchema } from "../../scripts/chart-schema.ts";
import { environmentOf, type DeploymentManifest } from "../support/berth-release.ts";
import { reaches, type EgressRule } from "../support/egress-rules.ts";
import { BERTH_CHART, lintChart, pick, renderChart, type Rendered } from "../support/helm.ts";

const NAMESPACE = "berth-system";
const CI = ["minimal", "everything"].map((name) => join(BERTH_CHART, "ci", `${name}-values.yaml`)) as [string, string];
const [MINIMAL, EVERYTHING] = CI;
const PROCESSES = ["gateway", "operator"] as const;
const SETTINGS = { gateway: GATEWAY_SETTINGS, operator: OPERATOR_SETTINGS } as const;

const isNumber = (setting: z.ZodType): boolean => ["1", "150"].some((value) => typeof setting.safeParse(value).data === "number");
const find = (objects: readonly Rendered[], kind: string, name: string): Rendered =>
  objects.find((object) => object.kind === kind && object.metadata.name === name) ?? expect.fail(`no ${kind} ${name}`);
const deployment = (objects: readonly Rendered[], process: string): DeploymentManifest =>
  find(objects, "Deployment", `berth-${process}`) as unknown as DeploymentManifest;

describe("charts/berth", function () {
  this.timeout(300_000);
  let dir: string;
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), "berth-chart-"));
  });
  after(() => rm(dir, { recursive: true, force: true }));

  /** Renders the minimal values and some more. */
  const renderWith = async (values: unknown): Promise<Rendered[]> => {
    const file = join(dir, "values.json");
    await writeFile(file, JSON.stringify(values));
    return renderChart(BERTH_CHART, [MINIMAL, file], NAMESPACE);
  };
  const refusal = (values: unknown): Promise<string> => renderWith(values).then(() => "taken", String);

  for (const file of CI)
    it(`passes helm's strict lint with ${file.split("/").at(-1) ?? ""}`, async () => {
      expect(await lintChart(BERTH_CHART, file)).to.contain("0 chart(s) failed");
    });

  it("asks for what it cannot do without", async () => {
    const said = await renderChart(BERTH_CHART, [], NAMESPACE).then(() => "", String);
    expect(said).to.contain("/existingPostgres/secretName").and.to.contain("/settings/BERTH_GIT_URL");
  });

  it("asks who may come in, lets out whither it was told, and holds images to a digest", async () => {
    const open = "networkPolicy.restNamespaceSelector=null";
    const said = await renderChart(BERTH_CHART, [MINIMAL], NAMESPACE, ["--set", open]).then(() => "", String);
    expect(said).to.contain("networkPolicy.restNamespaceSelector must name who may come in");
    const digest = `sha256:${"a".repeat(64)}`;
    const set = `image.digests.gateway=${digest},networkPolicy.egress[0].ports[0].port=443`;
    const objects = await renderChart(BERTH_CHART, [MINIMAL], NAMESPACE, ["--set", set]);
    const policies = objects.filter(({ kind, metadata }) => kind === "NetworkPolicy" && metadata.name !== "berth-repo-server").map(({ spec }) => spec as { policyTypes: string[]; egress: unknown });
    expect(policies.map(({ policyTypes, egress }) => [policyTypes, egress])).to.deep.equal(
      [1, 2].map(() => [["Ingress", "Egress"], [{ ports: [{ port: 443 }] }]]),
    );
    const images = objects.filter(({ kind }) => kind === "Deployment").map((one) => String(pick(one, "spec.template.spec.containers.0.image")));
    expect(images.map((image) => image.endsWith(`@${digest}`))).to.deep.equal([true, false]);
  });

  it("lets in ranges, for whoever has the address of a node, beside a namespace or in its place", async () => {
    const namespace = { namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "ingress-nginx" } } };
    const range = { ipBlock: { cidr: "10.1.0.0/16" } };
    for (const [restNamespaceSelector, from] of [[undefined, [namespace, range]], [null, [range]]] as const) {
      const objects = await renderWith({ networkPolicy: { restNamespaceSelector, restCidrs: ["10.1.0.0/16"] } });
      const rules = pick(find(objects, "NetworkPolicy", "berth-gateway"), "spec.ingress") as readonly { from: unknown }[];
      expect(rules[0]?.from).to.deep.equal(from);
    }
    expect(await refusal({ networkPolicy: { restCidrs: ["everybody"] } })).to.contain("/networkPolicy/restCidrs");
  });

  it("lets Argo CD's repo-server out to DNS, its Redis, public addresses and Git, and asks for the way to Git", async () => {
    const said = await renderChart(BERTH_CHART, [MINIMAL], NAMESPACE, ["--set", "networkPolicy.gitEgress=null"]).then(() => "", String);
    expect(said).to.contain("networkPolicy.gitEgress must say how");
    const policy = find(await renderChart(BERTH_CHART, [EVERYTHING], NAMESPACE), "NetworkPolicy", "berth-repo-server");
    expect([policy.metadata.namespace, pick(policy, "spec.podSelector.matchLabels"), pick(policy, "spec.policyTypes")]).to.deep.equal([
      "gitops",
      { "app.kubernetes.io/name": "argocd-repo-server" },
      ["Egress"],
    ]);
    const rules = pick(policy, "spec.egress") as (EgressRule & { ports: { port: number }[] })[];
    expect(rules.map(({ ports }) => ports.map(({ port }) => port))).to.deep.equal([[53, 53], [6379], [443, 22, 80], [443]]);
    const asked = ["1.1.1.1", "10.0.4.7", "10.0.4.8", "10.96.0.1", "127.0.0.1", "169.254.169.254", "192.168.0.1", "fd00:ec2::254"];
    expect(asked.filter((address) => reaches(rules, address))).to.deep.equal(["1.1.1.1", "10.0.4.7"]);
  });

  it("refuses what it does not know, wherever it stands", async () => {
    for (const values of [
      { gateways: {} },
      { gateway: { replica: 3 } },
      { gateway: { replicas: -1 } },
      { existingArgoCD: { clusterName: "prod.eu" } },
      { existingArgoCD: { namespace: "prod.eu" } },
      { ingress: { enabled: true } },
      { httpRoute: { enabled: true, hostnames: ["berth.example.org"] } },
      { settings: { BERTH_REGISTRATON: "open" } },
      { settings: { BERTH_REGISTRATION: "everybody" } },
      { settings: { BERTH_QUOTA_FACTOR: "many" } },
      { settings: { BERTH_QUOTA_FACTOR: 3 } },
      { settings: { BERTH_QUOTA_FACTOR: "0" } },
      { settings: { BERTH_DRAIN_SECONDS: "121" } },
      { settings: { BERTH_KUBECONFIG: "/mine" } },
      { credentials: { BERTH_GIT_TOKEN: { value: "in plain sight" } } },
      { credentials: { BERTH_GIT_TOKEN: { secretName: "git" } } },
      { admission: { trustedAccounts: ["a', 'b"] } },
    ])
      expect(await refusal(values), JSON.stringify(values)).to.contain("values don't meet the specifications");
  });

  it("takes for a number what every process that reads it takes", () => {
    const numbers = PROCESSES.flatMap((process) =>
      Object.entries<z.ZodType>(SETTINGS[process].schema.shape)
        .filter(([name, member]) => CHART_SETTINGS[process].settings.includes(name) && isNumber(member)),
    );
    expect(numbers.map(([name]) => name)).to.include.members(["BERTH_RESYNC_SECONDS", "BERTH_NODE_DRAIN_SECONDS", "BERTH_ARCHIVE_DAYS"]);
    const { settings } = chartSchema()["properties"] as { settings: { properties: Record<string, { pattern: string }> } };
    const tried = [-1, ...[0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap((power) => [10 ** power - 1, 10 ** power, 10 ** power + 1])].map(String);
    for (const [name, member] of numbers) {
      const pattern = new RegExp(settings.properties[name]?.pattern ?? "^$");
      const taken = tried.filter((value) => member.safeParse(value).success);
      expect(tried.filter((value) => pattern.test(value)), name).to.deep.equal(taken);
    }
  });

  it("takes no secret for a setting", async () => {
    for (const process of PROCESSES)
      for (const name of SETTINGS[process].secrets)
        expect(CHART_SETTINGS[process].settings, name).not.to.include(name);
    expect(await refusal({ settings: { BERTH_SECRET_KEY: "0123456789".repeat(4) } })).to.contain("BERTH_SECRET_KEY");
  });

  it("promises a file of secret settings only", () => {
    for (const process of PROCESSES)
      for (const [name, member] of Object.entries(SETTINGS[process].schema.shape))
        if (!(SETTINGS[process].secrets as readonly string[]).includes(name))
          expect((member as { description?: string }).description ?? "", name).not.to.include("_FILE");
  });

  it("has no setting that names a file but the one that its pods have: the token of their account", () => {
    const names = PROCESSES.flatMap((process) => CHART_SETTINGS[process].settings.filter((name) => name.endsWith("_FILE")));
    expect(new Set(names)).to.deep.equal(new Set(["BERTH_VAULT_JWT_FILE"]));
  });

  it("hands certificates to the operator line by line", async () => {
    const pem = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
    const objects = await renderWith({ settings: { BERTH_ACME_CA: pem, BERTH_APPS_CA: pem } });
    const env = deployment(objects, "operator").spec.template.spec.containers[0]?.env.filter(({ value }) => value === pem);
    expect(env?.map(({ name }) => name)).to.deep.equal(["BERTH_ACME_CA", "BERTH_APPS_CA"]);
  });

  it("brings every secret setting to the processes that know it, from a Secret that is there, and to no other", async () => {
    const all = new Set(PROCESSES.flatMap((process) => [...SETTINGS[process].secrets] as string[]));
    all.delete("BERTH_POSTGRES_URL");
    const credentials = Object.fromEntries([...all].map((name) => [name, { secretName: "one", key: `key-of.${name}` }]));
    const objects = await renderWith({ credentials });
    for (const process of PROCESSES) {
      const { spec } = deployment(objects, process).spec.template;
      const sources = spec.volumes[0]?.projected.sources.map(({ secret }) => [secret.name, secret.items[0]]);
      const wanted = [...(SETTINGS[process].secrets as readonly string[])].sort().map((name) =>
        name === "BERTH_POSTGRES_URL"
          ? ["berth-postgres-app", { key: "uri", path: name }]
          : ["one", { key: `key-of.${name}`, path: name }],
      );
      expect(sources, process).to.deep.equal(wanted);
      const files = spec.containers[0]?.env.filter(({ name }) => name.endsWith("_FILE") && name !== "BERTH_VAULT_JWT_FILE");
      expect(files?.map(({ name, value }) => [name, value]), process).to.deep.equal(
        wanted.map(([, item]) => (item as { path: string }).path).map((name) => [`${name}_FILE`, `/etc/berth/credentials/${name}`]),
      );
    }
  });

  it("can set every setting, or sets it itself", async () => {
    const value = (name: string): string => (name === "BERTH_GIT_URL" ? "https://git.test/x" : "1");
    for (const process of PROCESSES) {
      const names = Object.keys(SETTINGS[process].schema.shape);
      const { settings, credentials } = CHART_SETTINGS[process];
      const missing = names.filter((name) => ![...settings, ...credentials, ...DECIDED_BY_CHART].includes(name));
      expect(missing).to.deep.equal([]);
      const given = Object.fromEntries(settings.map((name) => [name, value(name)]));
      const file = join(dir, "settings.json");
      await writeFile(file, JSON.stringify({ settings: given }));
      const objects = await renderChart(BERTH_CHART, [MINIMAL, file], NAMESPACE, ["--skip-schema-validation"]);
      const env = deployment(objects, process).spec.template.spec.containers[0]?.env.map(({ name }) => name) ?? [];
      const left = names.filter((name) => !env.includes(name) && !env.includes(`${name}_FILE`) && !credentials.includes(name));
      // In a pod the account is its own.
      expect(left).to.deep.equal(["BERTH_KUBECONFIG"]);
      expect(env).to.have.length(new Set(env).size);
    }
  });

  it("hands both processes an environment that they take", async () => {
    for (const file of CI) {
      const objects = await renderChart(BERTH_CHART, [file], NAMESPACE);
      const secrets = join(dir, "credentials");
      await mkdir(secrets, { recursive: true });
      const read = (process: (typeof PROCESSES)[number]): Promise<Record<string, string>> =>
        environmentOf(deployment(objects, process), {
          dir: secrets,
          podName: "pod-1",
          secret: (_name, key) => (key === "url" ? "smtp://u:p@mail.test:25" : "harbour-crane-4711-lighthouse-quay-0815-x"),
        });
      const operator = loadOperatorConfig(await read("operator"));
      expect(operator.gatewayUser).to.equal("system:serviceaccount:berth-system:berth-gateway");
      expect([operator.namespace, operator.identity]).to.deep.equal([NAMESPACE, "pod-1"]);
      const gateway = loadGatewayConfig(await read("gateway"));
      expect([gateway.port, gateway.metricsHost]).to.deep.equal([8080, "0.0.0.0"]);
      expect(gateway.argocdNamespace).to.equal(file === EVERYTHING ? "gitops" : "argocd");
    }
  });

  it("would hear of an environment that a process does not take", async () => {
    const objects = await renderChart(BERTH_CHART, [MINIMAL], NAMESPACE);
    const env = await environmentOf(deployment(objects, "gateway"), { dir, podName: "pod-1", secret: () => "x" });
    expect(() => loadGatewayConfig({ ...env, BERTH_GATEWAY_PORT: "tcp://10.0.0.1:80" })).to.throw("BERTH_GATEWAY_PORT");
  });

  it("installs what a recovery needs with no replicas", async () => {
    const objects = await renderWith({ operator: { replicas: 0 }, gateway: { replicas: 0 } });
    for (const process of PROCESSES) {
      expect(pick(find(objects, "Deployment", `berth-${process}`), "spec.replicas"), process).to.equal(0);
      expect(find(objects, "ServiceAccount", `berth-${process}`).metadata.namespace).to.equal(NAMESPACE);
      // It counts pods that are unavailable, of which there are none: nothing waits for it.
      expect(pick(find(objects, "PodDisruptionBudget", `berth-${process}`), "spec.maxUnavailable")).to.equal(1);
    }
  });

  it("gives a gateway the time that it drains for, and some more to end in", async () => {
    const graces = async (settings: object): Promise<unknown[]> => {
      const objects = await renderWith({ settings });
      return PROCESSES.map((process) => pick(deployment(objects, process), "spec.template.spec.terminationGracePeriodSeconds"));
    };
    expect(await graces({})).to.deep.equal([40, 40]);
    expect(await graces({ BERTH_DRAIN_SECONDS: "20" })).to.deep.equal([40, 40]);
    expect(await graces({ BERTH_DRAIN_SECONDS: "120" })).to.deep.equal([140, 40]);
  });

  it("locks both pods up", async () => {
    const objects = await renderChart(BERTH_CHART, [EVERYTHING], NAMESPACE);
    for (const process of PROCESSES) {
      const { spec } = deployment(objects, process).spec.template;
      expect(spec.enableServiceLinks).to.equal(false);
      expect(spec.securityContext).to.deep.include({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
      for (const container of [...spec.initContainers, ...spec.containers]) {
        expect(container.securityContext).to.deep.equal({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        });
        expect(pick(container, "resources.limits.memory"), container.name).to.be.a("string");
      }
    }
  });

  it("works with the Argo CD and the Postgres that are named, and brings neither", async () => {
    const existingArgoCD = { namespace: "delivery", clusterName: "home" };
    const objects = await renderWith({ existingArgoCD, existingPostgres: { secretName: "records", key: "dsn" } });
    for (const process of PROCESSES) {
      const { containers, volumes } = deployment(objects, process).spec.template.spec;
      const value = (name: string): string | undefined => containers[0]?.env.find((one) => one.name === name)?.value;
      expect(value("BERTH_ARGOCD_NAMESPACE"), process).to.equal("delivery");
      expect(value("BERTH_MANAGEMENT_CLUSTER"), process).to.equal(process === "operator" ? "home" : undefined);
      const sources = volumes[0]?.projected.sources.map(({ secret }) => secret) ?? [];
      expect(sources, process).to.deep.include({
        name: "records",
        items: [{ key: "dsn", path: "BERTH_POSTGRES_URL" }],
      });
    }
    const roles = objects.filter(({ kind, metadata }) => kind === "Role" && metadata.namespace === "delivery");
    expect(roles.map(({ metadata }) => metadata.name)).to.deep.equal(["berth-operator-argocd"]);
    // Of other kinds, or named after them, there is nothing.
    const kinds = new Set(objects.map(({ kind }) => kind));
    expect([...kinds].filter((kind) => ["StatefulSet", "PersistentVolumeClaim", "Secret", "Job"].includes(kind))).to.deep.equal([]);
    expect(await refusal({ existingArgoCD: { name: "argocd" } })).to.contain("existingArgoCD");
    expect(await refusal({ existingPostgres: { secretName: "" } })).to.contain("existingPostgres");
    expect(await refusal({ existingPostgres: { secretName: "a", url: "postgres://in-plain-sight" } })).to.contain("existingPostgres");
  });

  it("asks an operator for readiness apart from its life, so that what is away elsewhere restarts nothing", async () => {
    const objects = await renderChart(BERTH_CHART, [MINIMAL], NAMESPACE);
    const [container] = deployment(objects, "operator").spec.template.spec.containers;
    const path = (probe: string): unknown => pick(container, `${probe}Probe.httpGet.path`);
    expect(["startup", "readiness", "liveness"].map(path)).to.deep.equal(["/healthz", "/readyz", "/healthz"]);
    for (const process of PROCESSES) {
      const strategy = pick(deployment(objects, process), "spec.strategy.rollingUpdate");
      expect(strategy, process).to.deep.equal({ maxUnavailable: 0, maxSurge: 1 });
      const budget = find(objects, "PodDisruptionBudget", `berth-${process}`);
      expect(pick(budget, "spec.unhealthyPodEvictionPolicy"), process).to.equal("AlwaysAllow");
    }
  });

  it("lets the operator have certificates made in its own namespace, where the setting names an issuer", async () => {
    const rolesWith = async (settings: object): Promise<readonly Rendered[]> =>
      (await renderWith({ settings })).filter(({ kind, metadata }) => kind.startsWith("Role") && metadata.name.endsWith("-certificates"));
    expect(await rolesWith({})).to.deep.equal([]);
    const roles = await rolesWith({ BERTH_WILDCARD_ISSUER: "Issuer/dns" });
    expect(roles.map(({ kind, metadata }) => [kind, metadata.namespace])).to.deep.equal([["Role", NAMESPACE], ["RoleBinding", NAMESPACE]]);
    expect(pick(roles[0], "rules.0")).to.deep.equal({ apiGroups: ["cert-manager.io"], resources: ["certificates"], verbs: ["get", "create", "patch", "delete"] });
    expect(await refusal({ settings: { BERTH_WILDCARD_ISSUER: "ClusterIssuer/dns" } })).to.contain("BERTH_WILDCARD_ISSUER");
  });

  it("renders the same CRDs, and keeps them when it goes", async () => {
    const objects = await renderChart(BERTH_CHART, [MINIMAL], NAMESPACE);
    const crds = objects.filter(({ kind }) => kind === "CustomResourceDefinition");
    expect(crds).to.have.length(5);
    for (const crd of crds) expect(crd.metadata.annotations).to.deep.equal({ "helm.sh/resource-policy": "keep" });
    const without = await renderWith({ crds: { install: false } });
    expect(without.filter(({ kind }) => kind === "CustomResourceDefinition")).to.deep.equal([]);
  });
});
