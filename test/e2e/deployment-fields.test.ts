import { expect } from "chai";
import type { KubeClient } from "../../adapters/kubernetes/kube-client.ts";
import { APPLICATIONS, DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { LABELS } from "../../contract/identity.ts";
import { deploymentUpdatable } from "../../contract/resources/deployment-spec.ts";
import { restName } from "../../contract/rest-case.ts";
import type { BerthClient } from "../support/berth-client.ts";
import { startChartServer, type ChartServer } from "../support/chart-server.ts";
import { DeploymentScene, TENANT_KINDS, handleOf, type DeploymentBody } from "../support/deployment-scene.ts";
import { installDefinition, readDocuments } from "../support/dry-run.ts";
import { eventually } from "../support/eventually.ts";
import { pick } from "../support/helm.ts";
import { startPlatform, tenantClient, type Platform } from "../support/platform.ts";
import { standingCluster } from "../support/standing-clusters.ts";

const DOMAIN = "shop.example.org";
const POD = "spec.template.spec";
const CONTAINER = `${POD}.containers.0`;

const conditionOf = ({ conditions }: DeploymentBody, type: string): DeploymentBody["conditions"][number] | undefined =>
  conditions.find((one) => one.type === type);

/** Every field of DeploymentUpdate is seen where it has its effect: in the objects on the tenant's API server. */
describe("Every field of a deployment has its effect on its cluster", function () {
  this.timeout(900_000);
  let platform: Platform;
  let berth: BerthClient;
  let tenant: KubeClient;
  let scene: DeploymentScene;
  let charts: ChartServer;
  let clusterId: string;
  let web: DeploymentBody;
  let files: DeploymentBody;
  let base: DeploymentBody;
  let site: DeploymentBody;
  let packaged: DeploymentBody;
  let fetched: DeploymentBody;
  let shop: DeploymentBody;

  before(async () => {
    platform = await startPlatform();
    charts = await startChartServer(platform.homeDir);
    ({ berth, id: clusterId } = await standingCluster(platform.url, "harbour"));
    tenant = await tenantClient(berth, clusterId, platform.homeDir);
    scene = new DeploymentScene(berth, tenant, clusterId);
    const image = "nginx:1.29";
    await installDefinition(tenant, readDocuments("test/fixtures/crds/cert-manager.io_certificates.yaml")[0]!);
    [web, files, base, site, packaged, fetched, shop] = await Promise.all([
      scene.create({ name: "web", app_type: "web_app", docker_image: image, container_port: 3000 }),
      scene.create({
        name: "files",
        app_type: "container",
        docker_image: image,
        volumes: [
          { path: "/data", sizeGb: 2 },
          { path: "/var/cache", purpose: "thumbnails" },
        ],
      }),
      scene.create({
        name: "base",
        app_type: "database",
        docker_image: "postgres:18",
        replicas: 2,
        storage_size_gb: 1,
      }),
      scene.create({ name: "site", app_type: "static_site", docker_image: image }),
      scene.create({
        name: "packaged",
        app_type: "helm",
        helm_repo_url: charts.repository,
        helm_chart_name: charts.chart,
        helm_chart_version: "1.0.0",
        custom_values_yaml: "greeting: ahoy",
      }),
      scene.create({
        name: "fetched",
        app_type: "helm",
        helm_repo_url: charts.registry,
        helm_chart_name: charts.chart,
        helm_chart_version: "1.0.0",
      }),
      scene.create({
        name: "shop",
        app_type: "api",
        docker_image: image,
        custom_domain: DOMAIN,
        failover_health_route: true,
        health_checks: { readiness: { type: "http", path: "/ready" } },
      }),
    ]);
  });
  after(async () => {
    await (charts as ChartServer | undefined)?.close();
    await (tenant as KubeClient | undefined)?.close();
  });

  const container = async (of: DeploymentBody): Promise<Record<string, unknown>> =>
    pick(await scene.live(of, "Deployment"), CONTAINER) as Record<string, unknown>;

  it("detects probes by app type and port, overrides them one by one, and clears the overrides by {}", async () => {
    const detected = await container(web);
    expect(detected["readinessProbe"]).to.deep.include({ httpGet: { path: "/", port: 3000, scheme: "HTTP" } });
    await scene.change(web, {
      health_checks: {
        liveness: { enabled: false },
        readiness: {
          type: "tcp",
          initial_delay_seconds: 3,
          period_seconds: 7,
          timeout_seconds: 2,
          failure_threshold: 4,
        },
        startup: { path: "/ready" },
      },
    });
    const changed = await container(web);
    expect(changed).not.to.have.property("livenessProbe");
    expect(changed["readinessProbe"]).to.deep.include({
      tcpSocket: { port: 3000 },
      initialDelaySeconds: 3,
      periodSeconds: 7,
      timeoutSeconds: 2,
      failureThreshold: 4,
    });
    expect(pick(changed, "startupProbe.httpGet.path")).to.equal("/ready");
    await scene.change(web, { health_checks: {} });
    const cleared = await container(web);
    for (const probe of ["livenessProbe", "readinessProbe", "startupProbe"])
      expect(cleared[probe], probe).to.deep.equal(detected[probe]);
    const other = await container(site);
    expect(pick(other, "readinessProbe.httpGet.port"), "of a static site").to.equal(80);
    const database = pick(await scene.live(base, "StatefulSet"), CONTAINER);
    expect(pick(database, "readinessProbe.tcpSocket.port"), "of a database").to.equal(5432);
  });

  it("opens additional ports by TCP and UDP on pod and service, while the ingress keeps to the main port", async () => {
    await scene.change(web, {
      additional_ports: [
        { port: 9090, name: "metrics" },
        { port: 5353, protocol: "UDP" },
        { port: 3000, protocol: "UDP" },
      ],
    });
    const ports = (pick(await scene.live(web, "Service"), "spec.ports") as Record<string, unknown>[]).map(
      ({ name, port, targetPort, protocol }) =>
        `${String(name)} ${String(port)}>${String(targetPort)}/${String(protocol)}`,
    );
    const wanted = [
      "http 3000>3000/TCP",
      "metrics 9090>9090/TCP",
      "port-5353 5353>5353/UDP",
      "port-3000 3000>3000/UDP",
    ];
    expect(ports).to.deep.equal(wanted);
    const open = ((await container(web))["ports"] as Record<string, unknown>[]).map((one) => one["containerPort"]);
    expect(open).to.include.members([3000, 9090, 5353]);
    const backend = `spec.rules.0.http.paths.0.backend.service.port.number`;
    expect(pick(await scene.live(web, "Ingress"), backend)).to.equal(3000);
    await scene.change(web, { container_port: 4000 });
    expect(pick(await scene.live(web, "Ingress"), backend)).to.equal(4000);
  });

  it("starts another entrypoint with other arguments, variables and resources; null takes each back", async () => {
    await scene.change(web, {
      command: ["/bin/app"],
      args: ["--greeting", "$(HOME) {{ .Values.id }}"],
      environment_variables: [{ name: "GREETING", value: "ahoy $(HOME)" }],
      cpu_request: 0.25,
      memory_request_mb: 96,
      docker_image: "nginx:1.28",
      replicas: 2,
    });
    const live = await scene.live(web, "Deployment");
    expect(pick(live, CONTAINER)).to.deep.include({
      image: "nginx:1.28",
      command: ["/bin/app"],
      args: ["--greeting", "$(HOME) {{ .Values.id }}"],
      env: [{ name: "GREETING", value: "ahoy $$(HOME)" }],
      resources: { requests: { cpu: "250m", memory: "96Mi" } },
    });
    expect([pick(live, "spec.replicas"), pick(live, "status.readyReplicas")]).to.deep.equal([2, 2]);
    await scene.change(web, { command: null, args: null, environment_variables: null, cpu_request: null });
    const after = await container(web);
    expect(after).not.to.have.any.keys("command", "args", "env");
    expect(after["resources"]).to.deep.equal({ requests: { cpu: "100m", memory: "96Mi" } });
  });

  it("puts a workload's own values on its pods, and moves nothing for another name", async () => {
    await scene.change(web, {
      custom_values_yaml: "terminationGracePeriodSeconds: 7\nresources: {limits: {memory: 256Mi}}\n",
    });
    const live = await scene.live(web, "Deployment");
    expect(pick(live, `${POD}.terminationGracePeriodSeconds`)).to.equal(7);
    expect(pick(live, `${CONTAINER}.resources.limits`)).to.deep.equal({ memory: "256Mi" });
    expect((await scene.change(web, { name: "another" })).name).to.equal("another");
    const { metadata } = await scene.live(web, "Deployment");
    expect([metadata.uid, metadata.generation]).to.deep.equal([live.metadata.uid, live.metadata.generation]);
    await scene.change(web, { custom_values_yaml: null, name: "web" });
    expect(pick(await scene.live(web, "Deployment"), `${CONTAINER}.resources`)).to.not.have.property("limits");
  });

  it("hands the number of pods to an autoscaler between its bounds, and takes it back", async () => {
    await scene.change(web, {
      config: { autoscaling: { min_replicas: 3, max_replicas: 5, target_memory_percent: 70 }, note: "kept" },
    });
    const autoscaler = await scene.live(web, "Autoscaler");
    expect(autoscaler["spec"]).to.deep.include({
      minReplicas: 3,
      maxReplicas: 5,
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: handleOf(web) },
    });
    const application = await platform.management.get(APPLICATIONS, { namespace: "argocd", name: handleOf(web) });
    expect(
      pick(application, "spec.ignoreDifferences.0.jsonPointers"),
      JSON.stringify(application?.["spec"]),
    ).to.deep.equal(["/spec/replicas"]);
    expect(pick(autoscaler, "spec.metrics.0.resource")).to.deep.equal({
      name: "memory",
      target: { type: "Utilization", averageUtilization: 70 },
    });
    await eventually(async () => expect(pick(await scene.live(web, "Deployment"), "spec.replicas")).to.equal(3));
    await scene.change(web, { config: null, replicas: 2 });
    expect(await scene.list(web, "Autoscaler")).to.deep.equal([]);
    expect(pick(await scene.live(web, "Deployment"), "spec.replicas")).to.equal(2);
  });

  const capacity = async (of: DeploymentBody, claim: string): Promise<unknown> =>
    pick(await scene.live(of, "Claim", claim), "status.capacity.storage");

  it("mounts volumes of claims that really grow, and refuses to shrink them", async () => {
    const handle = handleOf(files);
    const pod = pick(await scene.live(files, "Deployment"), POD);
    expect(
      (pick(pod, "containers.0.volumeMounts") as { mountPath: string }[]).map((one) => one.mountPath),
    ).to.have.members(["/data", "/var/cache"]);
    const cache = (await scene.list(files, "Claim"))
      .map(({ metadata }) => metadata.name)
      .find((one) => one.includes("cache"));
    expect(await capacity(files, `${handle}-data`)).to.equal("2Gi");
    expect(await capacity(files, cache ?? "")).to.equal("10Gi");
    await scene.change(files, {
      volumes: [
        { path: "/data", sizeGb: 5 },
        { path: "/var/cache", sizeGb: 10 },
      ],
    });
    await eventually(async () => expect(await capacity(files, `${handle}-data`)).to.equal("5Gi"));
    const refused = await berth.call<{ detail: { msg: string }[] }>("PATCH", `/deployments/${files.id}`, {
      volumes: [{ path: "/data", sizeGb: 4 }],
    });
    expect(refused.status).to.equal(422);
    expect(refused.body.detail[0]?.msg).to.equal("Value error, volumes can grow, never shrink");
  });

  it("keeps the claim of a volume that is dropped", async () => {
    await scene.change(files, { volumes: [{ path: "/data", sizeGb: 5 }] });
    expect(pick(await scene.live(files, "Deployment"), `${POD}.volumes`)).to.have.length(1);
    expect(await scene.list(files, "Claim")).to.have.length(2);
  });

  it("runs a database as a stateful set whose claims grow with storage_size_gb, and never publishes it", async () => {
    const handle = handleOf(base);
    const set = await scene.live(base, "StatefulSet");
    expect(pick(set, "status.readyReplicas")).to.equal(2);
    expect(pick(await scene.live(base, "Service", `${handle}-pods`), "spec.clusterIP")).to.equal("None");
    expect(await scene.list(base, "Ingress")).to.deep.equal([]);
    await scene.change(base, { storage_size_gb: 3 });
    for (const ordinal of [0, 1])
      await eventually(async () => expect(await capacity(base, `data-${handle}-${ordinal}`)).to.equal("3Gi"));
    expect((await scene.live(base, "StatefulSet")).metadata.uid, "was not replaced").to.equal(set.metadata.uid);
  });

  it("publishes a static site", async () => {
    expect(site.endpoint_url).to.equal(`https://${handleOf(site)}.apps.localhost`);
    const ingress = await scene.live(site, "Ingress");
    expect(pick(ingress, "spec.rules.0.host")).to.equal(`${handleOf(site)}.apps.localhost`);
    expect(pick(ingress, "spec.tls.0.hosts.0")).to.equal(`${handleOf(site)}.apps.localhost`);
    expect(ingress.metadata.annotations).to.have.property("cert-manager.io/cluster-issuer");
  });

  it("routes an own domain once its TXT record was seen, shows its certificate, and answers for the failover", async () => {
    const handle = handleOf(shop);
    const waiting = await scene.untilCondition(shop, "DomainVerified", "RecordMissing");
    expect([waiting.status, waiting.endpoint_url]).to.deep.equal(["running", null]);
    const told = /TXT record (\S+) with the value "(.+)"/.exec(conditionOf(waiting, "DomainVerified")?.message ?? "");
    expect(told?.[1]).to.equal(`_berth.${DOMAIN}`);
    expect(await scene.list(shop, "Ingress")).to.deep.equal([]);
    platform.dns.records.set(told?.[1] ?? "", ["unrelated", told?.[2] ?? ""]);
    await scene.untilCondition(shop, "DomainVerified", "Verified");
    const shown = await scene.untilCondition(shop, "CertificateReady", "NotRequested");
    expect(shown.endpoint_url).to.equal(`https://${DOMAIN}`);
    const [main, health] = await eventually(() =>
      Promise.all([scene.live(shop, "Ingress"), scene.live(shop, "Ingress", `${handle}-health`)]),
    );
    expect(pick(main, "spec.rules.0.host")).to.equal(DOMAIN);
    const secretName = `${handle}-domain-tls`;
    expect(pick(main, "spec.tls")).to.deep.equal([{ hosts: [DOMAIN], secretName }]);
    expect(pick(health, "spec.rules.0.http.paths.0.path")).to.equal("/.well-known/berth-health");
    expect(health.metadata.annotations).to.include({ "nginx.ingress.kubernetes.io/rewrite-target": "/ready" });
    await scene.change(shop, { request_timeout_seconds: 90, max_body_size_mb: 8 });
    await eventually(async () => {
      const { metadata } = await scene.live(shop, "Ingress");
      const nginx = "nginx.ingress.kubernetes.io";
      expect(metadata.annotations).to.include({
        [`${nginx}/proxy-read-timeout`]: "90",
        [`${nginx}/proxy-body-size`]: "8m",
      });
    });
    await certify(handle, { type: "Ready", status: "False", reason: "DoesNotExist", message: "Issuing certificate" });
    await scene.untilCondition(shop, "CertificateReady", "DoesNotExist");
    await certify(handle, { type: "Ready", status: "True", reason: "Ready", message: "Up to date" });
    expect(conditionOf(await scene.untilCondition(shop, "CertificateReady", "Issued"), "CertificateReady")).to.include({
      status: "True",
      message: "Valid until 2027-01-01T00:00:00Z",
    });
  });

  /** Stands in for cert-manager, which makes a Certificate of each host of an ingress. */
  const certify = async (handle: string, condition: Readonly<Record<string, string>>): Promise<void> => {
    const name = `${handle}-domain-tls`;
    const ref = { namespace: handle, name };
    const body = {
      apiVersion: "cert-manager.io/v1",
      kind: "Certificate",
      metadata: ref,
      spec: { secretName: name, dnsNames: [DOMAIN], issuerRef: { name: "letsencrypt", kind: "ClusterIssuer" } },
    };
    const manager = { fieldManager: "cert-manager", strict: true };
    await tenant.patch(TENANT_KINDS.Certificate, ref, { kind: "apply", body }, { ...manager, force: true });
    const lastTransitionTime = new Date().toISOString();
    const status = { notAfter: "2027-01-01T00:00:00Z", conditions: [{ ...condition, lastTransitionTime }] };
    await tenant.patch(
      TENANT_KINDS.Certificate,
      ref,
      { kind: "merge", body: { status } },
      {
        ...manager,
        subresource: "status",
      },
    );
  };

  const setWithKubectl = async ({ id }: DeploymentBody, spec: object): Promise<void> => {
    const { items } = await platform.management.list(DEPLOYMENTS, { labelSelector: `${LABELS.id}=${id}` });
    const { name = "", namespace = "" } = items[0]?.metadata ?? {};
    const patch = { kind: "merge", body: { spec } } as const;
    await platform.management.patch(DEPLOYMENTS, { namespace, name }, patch, { fieldManager: "kubectl" });
  };

  it("gives a domain to the first that proves it, and to the next once that one lets it go", async () => {
    const refused = await berth.call("PATCH", `/deployments/${site.id}`, { custom_domain: DOMAIN });
    expect([refused.status, refused.body["code"]]).to.deep.equal([409, "domain_taken"]);
    await setWithKubectl(site, { customDomain: DOMAIN });
    await scene.untilCondition(site, "DomainVerified", "DomainTaken");
    expect(pick(await scene.live(site, "Ingress"), "spec.rules")).to.have.length(1);
    await scene.change(shop, { custom_domain: null, failover_health_route: null });
    expect((await scene.read(shop)).conditions.map(({ type }) => type)).not.to.include("DomainVerified");
    await scene.untilCondition(site, "DomainVerified", "Verified");
    await eventually(async () => expect(pick(await scene.live(site, "Ingress"), "spec.rules.1.host")).to.equal(DOMAIN));
    await eventually(async () => expect(await scene.list(shop, "Ingress")).to.deep.equal([]));
    const unpublished = await berth.call("PATCH", `/deployments/${base.id}`, { custom_domain: "db.example.org" });
    expect(unpublished.status, "a database is not published").to.equal(422);
  });

  const greeting = async (of: DeploymentBody): Promise<unknown> =>
    (await scene.live(of, "ConfigMap", `${handleOf(of)}-greeting`))["data"];

  it("runs charts of a Helm repository and of an OCI registry, in the version and with the values that are named", async () => {
    expect(await greeting(packaged)).to.deep.equal({ greeting: "ahoy", version: "1.0.0" });
    expect(await greeting(fetched)).to.deep.equal({ greeting: "hello", version: "1.0.0" });
    await Promise.all([
      scene.change(packaged, { helm_chart_version: "1.1.0", custom_values_yaml: "greeting: '{{ .Release.Name }}'" }),
      scene.change(fetched, {
        helm_chart_version: "1.1.0",
        custom_values_yaml: "greeting: moin",
        cluster_wide_rights: true,
      }),
    ]);
    expect(await greeting(packaged)).to.deep.equal({ greeting: "{{ .Release.Name }}", version: "1.1.0" });
    expect(await greeting(fetched)).to.deep.equal({ greeting: "moin", version: "1.1.0" });
    expect(charts.asked).to.include("/helm/greeter-1.1.0.tgz").and.to.include("/v2/charts/greeter/manifests/1.1.0");
  });

  it("was looked for above for every field, but those of other tests", () => {
    const elsewhere =
      /^(image_|backups$|release_|run_|schedule$|time_zone$|concurrency_policy$|history_limit$|retries$|sleep$|container_port_protocol$)/;
    const fields = Object.entries(deploymentUpdatable).map(([name, schema]) => restName(name, schema));
    expect(fields.filter((field) => !scene.sent.has(field) && !elsewhere.test(field))).to.deep.equal([]);
  });
});
