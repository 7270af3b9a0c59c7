import { expect } from "chai";
import { releaseJobName } from "../../api/runs/release-run.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { renderDeployment } from "../../render/deployment/render-deployment.ts";
import { METADATA_ADDRESSES } from "../../contract/node-addresses.ts";
import { reaches, type EgressRule } from "../support/egress-rules.ts";
import { FEATURES, JOB_FEATURES, SERVER_TYPES, deploymentInput } from "../support/deployment-input.ts";
import { WORKLOAD_CHART, pick, renderMany, renderRelease, type Rendered } from "../support/helm.ts";

const HANDLE = "web-abcdefghij";

async function render(members: Partial<DeploymentSpec>, feature = ""): Promise<Rendered[]> {
  return renderRelease(WORKLOAD_CHART, renderDeployment(deploymentInput(members, feature)).valuesYaml, { name: HANDLE, namespace: HANDLE });
}
const of = (objects: readonly Rendered[], kind: string): Rendered[] => objects.filter((object) => object.kind === kind);
const workload = (objects: readonly Rendered[]): Rendered => objects.find((object) => ["Deployment", "StatefulSet"].includes(object.kind)) as Rendered;

describe("charts/workload", function () {
  this.timeout(300_000);

  it("gives each app type what it stands for", async () => {
    const types = SERVER_TYPES;
    const rendered = await renderMany(WORKLOAD_CHART, types.map((appType) => renderDeployment(deploymentInput({ appType, containerPort: 3000 })).valuesYaml), HANDLE);
    const kinds = Object.fromEntries(types.map((appType, index) => [appType, (rendered[index] ?? []).map((object) => object.kind).sort().join(" ")]));
    expect(kinds).to.deep.equal({
      web_app: "Deployment Ingress NetworkPolicy Service",
      api: "Deployment NetworkPolicy Service",
      database: "NetworkPolicy Service Service StatefulSet",
      static_site: "Deployment Ingress NetworkPolicy Service",
      container: "Deployment NetworkPolicy Service",
    });
  });

  it("makes of a job what runs are made from: due by its schedule in its zone, never by itself without one or while it is stopped", async () => {
    const jobs = await Promise.all(Object.values(JOB_FEATURES).map(async (members) => of(await render(members), "CronJob")[0]));
    const told = jobs.map((job) => ["suspend", "schedule", "timeZone", "concurrencyPolicy", "failedJobsHistoryLimit", "jobTemplate.spec.backoffLimit", "jobTemplate.spec.activeDeadlineSeconds"].map((member) => pick(job, `spec.${member}`)));
    expect(told).to.deep.equal([
      [true, "0 0 1 1 *", undefined, "Forbid", 3, 0, 3600],
      [true, "0 0 1 1 *", undefined, "Forbid", 3, 2, 60],
      [false, "*/5 * * * *", "Etc/UTC", "Forbid", 3, 0, 3600],
      [false, "0 3 1,15 JAN-JUN MON", "Europe/Berlin", "Replace", 0, 10, 60],
      [true, "0 0 * * *", "Etc/UTC", "Forbid", 3, 0, 3600],
    ]);
    for (const job of jobs) {
      expect(job?.metadata.annotations).to.deep.equal({ "argocd.argoproj.io/ignore-healthcheck": "true" });
      expect(pick(job, "spec.jobTemplate.spec.template.metadata.labels")).to.not.have.property("app.kubernetes.io/instance");
      expect(pick(job, "spec.jobTemplate.spec.template.spec.restartPolicy")).to.equal("Never");
    }
  });

  it("runs a release command under a name of what makes it run again, and of nothing else", async () => {
    const name = async (members: Partial<DeploymentSpec>, image = ""): Promise<string | undefined> => {
      const { valuesYaml } = renderDeployment(deploymentInput({ releaseCommand: ["./migrate"], ...members }));
      const objects = await renderRelease(WORKLOAD_CHART, image === "" ? valuesYaml : valuesYaml.replace(/(reference: "?)nginx:1.27/, `$1${image}`), { name: HANDLE, namespace: HANDLE });
      return of(objects, "Job")[0]?.metadata.name;
    };
    const first = await name({});
    expect(first).to.match(/^web-abcdefghij-[0-9a-f]{10}$/);
    for (const same of [{ replicas: 3 }, { restartedAt: "2026-11-20T10:00:00Z" }, { cpuRequest: 2 }, { stopped: true }, { releaseTimeoutSeconds: 5 }] as const)
      expect(await name(same), JSON.stringify(same)).to.equal(first);
    const others = await Promise.all([name({ dockerImage: "nginx:2" }), name({ releaseCommand: ["./migrate", ""] }), name({ environmentVariables: [{ name: "A", value: "" }] }), name({}, "nginx:1.28"), name({}, "nginx:1.29")]);
    expect(new Set([first, ...others]).size).to.equal(6);
  });

  it("gives the run of a release command an id that says its Job's name, also of an image that was chosen since", async () => {
    const { valuesYaml } = renderDeployment(deploymentInput({ releaseCommand: ["./migrate"] }));
    const chosen = valuesYaml.replace(/(reference: "?)nginx:1.27/, "$1nginx:1.28");
    const jobs = await Promise.all([valuesYaml, chosen].map(async (values) => of(await renderRelease(WORKLOAD_CHART, values, { name: HANDLE, namespace: HANDLE }), "Job")[0]));
    for (const job of jobs) {
      const { name, labels = {} } = job?.metadata ?? { name: "" };
      const run = labels["hosting.berth.dev/run"] ?? "";
      expect(releaseJobName({ deploymentId: labels["hosting.berth.dev/id"] ?? "", handle: HANDLE }, run), run).to.equal(name);
      expect(pick(job, "spec.template.metadata.labels")).to.include({ "hosting.berth.dev/run": run });
    }
    expect(new Set(jobs.map((job) => job?.metadata.name)).size).to.equal(2);
  });

  it("waits for a release command before what rolls out, and not at all for that of one that is stopped", async () => {
    const told = async (members: Partial<DeploymentSpec>): Promise<unknown> => {
      const objects = await render({ releaseCommand: ["./migrate"], ...members });
      return [...of(objects, "Job"), workload(objects)].map((object) => pick(object, "metadata.annotations"));
    };
    expect(await told({})).to.deep.equal([{ "argocd.argoproj.io/sync-wave": "-1" }, undefined]);
    expect(await told({ stopped: true })).to.deep.equal([{ "argocd.argoproj.io/ignore-healthcheck": "true" }, undefined]);
  });

  it("lets pods reach everything but what a cloud answers to a machine alone", async () => {
    const [policy] = of(await render({ containerPort: 3000 }), "NetworkPolicy");
    const rules = pick(policy, "spec.egress") as EgressRule[];
    const anywhere = rules.filter((rule) => rule.ports === undefined);
    for (const range of METADATA_ADDRESSES) expect(reaches(anywhere, range.split("/")[0] ?? ""), range).to.equal(false);
    for (const address of ["169.254.0.1", "fe80::1"]) expect(reaches(anywhere, address), address).to.equal(false);
    for (const address of ["1.1.1.1", "10.0.0.1", "2606:4700::1111", "fd00::1"]) expect(reaches(anywhere, address), address).to.equal(true);
    const dns = rules.filter((rule) => reaches([rule], "169.254.20.10"));
    expect(dns.map((rule) => rule.ports)).to.deep.equal([[{ port: 53, protocol: "UDP" }, { port: 53, protocol: "TCP" }]]);
  });

  it("never changes a selector or a name on a rename", async () => {
    const facts = async (name: string): Promise<unknown> => (await render({ name, replicas: 2, containerPort: 3000, storageSizeGb: 1, appType: "database" })).map((object) => [object.kind, object.metadata.name, object["spec"]]);
    expect(await facts("one")).to.deep.equal(await facts("two"));
    expect(pick(workload(await render({})), "spec.selector.matchLabels")).to.deep.equal({ "app.kubernetes.io/instance": HANDLE });
  });

  it("keeps claims apart from what uses them", async () => {
    const claims = of(await render({ appType: "database", replicas: 2, volumes: [{ path: "/data", sizeGb: 10 }] }), "PersistentVolumeClaim");
    expect(claims.map((claim) => claim.metadata.name)).to.deep.equal([`data-${HANDLE}-0`, `data-${HANDLE}-1`]);
    for (const claim of claims) {
      expect(claim.metadata.annotations).to.include({ "argocd.argoproj.io/sync-options": "Prune=false,Delete=false", "argocd.argoproj.io/compare-options": "IgnoreExtraneous" });
      expect(pick(claim, "spec.resources.requests.storage")).to.equal("10Gi");
    }
    const single = await render({ storageSizeGb: 5 });
    expect(pick(workload(single), "spec.strategy.type")).to.equal("Recreate");
    expect(pick(workload(single), "spec.template.spec.volumes.0.persistentVolumeClaim.claimName")).to.equal(of(single, "PersistentVolumeClaim")[0]?.metadata.name);
    expect(pick(workload(single), "spec.template.spec.containers.0.volumeMounts.0.mountPath")).to.equal("/data");
  });

  it("changes no member of a stateful set that cannot change when a volume grows", async () => {
    const templates = async (sizeGb: number): Promise<unknown> => pick(workload(await render({ appType: "database", storageSizeGb: sizeGb })), "spec.volumeClaimTemplates");
    expect(await templates(1)).to.deep.equal(await templates(500));
  });

  it("stops by leaving no pods, no autoscaler and no budget", async () => {
    const objects = await render({ replicas: 3, stopped: true });
    expect(pick(workload(objects), "spec.replicas")).to.equal(0);
    expect(of(objects, "PodDisruptionBudget")).to.have.length(0);
    expect(of(await render({ replicas: 3 }), "PodDisruptionBudget")).to.have.length(1);
    const autoscaling = { autoscaling: { min_replicas: 2, max_replicas: 4 } };
    expect(of(await render({ config: autoscaling }), "HorizontalPodAutoscaler").map((object) => pick(object, "spec.maxReplicas"))).to.deep.equal([4]);
    expect(of(await render({ config: autoscaling, stopped: true }), "HorizontalPodAutoscaler")).to.have.length(0);
  });

  it("restarts by an annotation of the pods alone", async () => {
    const [before, after] = [await render({}), await render({ restartedAt: "2026-11-20T10:00:00Z" })];
    expect(pick(workload(before), "spec.template.metadata.annotations")).to.equal(undefined);
    expect(pick(workload(after), "spec.template.metadata.annotations")).to.deep.equal({ "hosting.berth.dev/restarted-at": "2026-11-20T10:00:00Z" });
  });

  it("exposes additional ports on the service while the ingress keeps to the main one", async () => {
    const objects = await render(FEATURES["additional ports"] ?? {});
    expect((pick(of(objects, "Service")[0], "spec.ports") as { name: string; port: number; protocol: string }[]).map((port) => `${port.name} ${port.port}/${port.protocol}`)).to.deep.equal([
      "http 3000/TCP", "port-53 53/TCP", "port-53-udp 53/UDP", "metrics 9090/TCP", "port-3000 3000/UDP",
    ]);
    expect(pick(of(objects, "Ingress")[0], "spec.rules.0.http.paths.0.backend.service.port.number")).to.equal(3000);
  });

  it("is asked each second whether it has started, where nobody has set the pace", async () => {
    const paceOf = async (startup: Partial<NonNullable<NonNullable<DeploymentSpec["healthChecks"]>["startup"]>>): Promise<readonly unknown[]> => {
      const made = workload(await render({ healthChecks: { startup: { enabled: true, ...startup } } }));
      const probe = pick(made, "spec.template.spec.containers.0.startupProbe") as Record<string, unknown>;
      return [probe["periodSeconds"], probe["failureThreshold"], probe["timeoutSeconds"]];
    };
    expect(await paceOf({})).to.deep.equal([1, 300, 5]);
    expect(await paceOf({ timeoutSeconds: 2 })).to.deep.equal([1, 300, 2]);
    expect(await paceOf({ failureThreshold: 12 }), "who says how often it may fail").to.deep.equal([5, 12, 5]);
    expect(await paceOf({ periodSeconds: 10 }), "who says how often it is asked").to.deep.equal([10, 60, 5]);
  });

  it("lets a pod that goes answer until everybody has heard of it, wherever others reach it and its grace allows", async () => {
    const sleepOf = async (members: Partial<DeploymentSpec>): Promise<unknown> => pick(workload(await render(members)), "spec.template.spec.containers.0.lifecycle.preStop.sleep.seconds");
    expect(await sleepOf({ appType: "web_app", containerPort: 3000 })).to.equal(10);
    expect(await sleepOf({ appType: "api", containerPort: 3000 }), "without an Ingress too").to.equal(10);
    expect(await sleepOf({ appType: "api", containerPort: 3000, customValuesYaml: "terminationGracePeriodSeconds: 10" })).to.equal(5);
    expect(await sleepOf({ appType: "api", containerPort: 3000, customValuesYaml: "terminationGracePeriodSeconds: 5" })).to.equal(undefined);
    expect(await sleepOf({ appType: "container" }), "whom nobody asks").to.equal(undefined);
  });

  it("routes the own domain beside the platform's, each with its certificate, and the failover path to the readiness path", async () => {
    const [main, health] = of(await render({ customDomain: "shop.example.org", failoverHealthRoute: true, healthChecks: { readiness: { enabled: true, path: "/ready" } } }), "Ingress");
    expect((pick(main, "spec.tls") as { hosts: string[] }[]).map((entry) => entry.hosts)).to.deep.equal([[`${HANDLE}.apps.example.com`], ["shop.example.org"]]);
    expect(pick(health, "spec.rules.0.http.paths.0.path")).to.equal("/.well-known/berth-health");
    expect(health?.metadata.annotations).to.include({ "nginx.ingress.kubernetes.io/rewrite-target": "/ready" });
  });

  it("attaches each host to the Gateway where the cluster has one: the platform's to the Gateway's listener, an own domain to a listener of its own", async () => {
    const members = { customDomain: "shop.example.org", failoverHealthRoute: true, healthChecks: { readiness: { enabled: true, path: "/ready" } } };
    const objects = await render(members, "gateway");
    expect(of(objects, "Ingress")).to.deep.equal([]);
    const [main, own] = of(objects, "HTTPRoute");
    const [listeners] = of(objects, "ListenerSet");
    const gateway = { group: "gateway.networking.k8s.io", kind: "Gateway", namespace: "berth-gateway", name: "berth" };
    expect([pick(main, "spec.hostnames"), pick(own, "spec.hostnames")]).to.deep.equal([[`${HANDLE}.apps.example.com`], ["shop.example.org"]]);
    expect(pick(main, "spec.parentRefs")).to.deep.equal([{ ...gateway, sectionName: "https" }]);
    expect([pick(listeners, "spec.parentRef"), pick(listeners, "spec.listeners.0.hostname")]).to.deep.equal([gateway, "shop.example.org"]);
    expect(pick(listeners, "spec.listeners.0.tls.certificateRefs.0.name")).to.equal(`${HANDLE}-domain-tls`);
    expect(pick(own, "spec.parentRefs.0")).to.include({ kind: "ListenerSet", name: listeners?.metadata.name });
    for (const route of [main, own]) {
      const [health, all] = pick(route, "spec.rules") as { matches: object[]; filters?: object[]; backendRefs: object[]; timeouts: object }[];
      expect([health?.matches, all?.matches]).to.deep.equal([[{ path: { type: "Exact", value: "/.well-known/berth-health" } }], [{ path: { type: "PathPrefix", value: "/" } }]]);
      expect(health?.filters).to.deep.equal([{ type: "URLRewrite", urlRewrite: { path: { type: "ReplaceFullPath", replaceFullPath: "/ready" } } }]);
      // Events and sockets are open for hours.
      expect([health?.timeouts, all?.timeouts]).to.deep.equal([{ request: "0s" }, { request: "0s" }]);
      expect(all?.backendRefs).to.deep.equal([{ group: "", kind: "Service", name: of(objects, "Service")[0]?.metadata.name, port: 8080, weight: 1 }]);
    }
  });

  it("gives the platform's host a listener and a certificate of its own beside the Gateway's where nobody has one for all, and rolls no pod for it", async () => {
    const members = { customDomain: "shop.example.org", requestTimeoutSeconds: 90 };
    const [objects, shared] = [await render(members, "each name"), await render(members, "gateway")];
    const names = (kind: string): string[] => of(objects, kind).map(({ metadata }) => metadata.name);
    expect([names("ListenerSet"), names("HTTPRoute")]).to.deep.equal([[HANDLE, `${HANDLE}-domain`], [HANDLE, `${HANDLE}-domain`]]);
    const [own, domain] = of(objects, "ListenerSet");
    expect(own?.metadata.annotations).to.deep.equal({ "argocd.argoproj.io/ignore-healthcheck": "true", "cert-manager.io/cluster-issuer": "letsencrypt" });
    const told = (set: Rendered | undefined): unknown => JSON.parse(JSON.stringify(set).replaceAll(`${HANDLE}-domain`, HANDLE).replaceAll("shop.example.org", `${HANDLE}.apps.example.com`));
    expect(told(domain), "as an own domain's").to.deep.equal(own);
    // The Secret that an Ingress of it has: what is there serves by either way.
    expect(pick(own, "spec.listeners.0.tls.certificateRefs.0.name")).to.equal(`${HANDLE}-tls`);
    const [route] = of(objects, "HTTPRoute");
    const [before] = of(shared, "HTTPRoute");
    const parent = { group: "gateway.networking.k8s.io", kind: "ListenerSet", name: HANDLE, sectionName: "https" };
    expect(pick(route, "spec.parentRefs")).to.deep.equal([...(pick(before, "spec.parentRefs") as object[]), parent]);
    const rest = (all: readonly Rendered[]): Rendered[] => all.filter((one) => one !== route && one !== own && one !== before);
    expect(rest(objects)).to.deep.equal(rest(shared));
  });

  it("makes ports public by listeners of their own, each with a route to the Service, and lets in no one more for it", async () => {
    const ports = FEATURES["public ports"] ?? {};
    const [objects, inside] = [await render({ ...ports, appType: "container" }, "gateway"), await render({ ...ports, appType: "container" }, "ingress")];
    const [listeners] = of(objects, "ListenerSet");
    expect(listeners?.metadata.name).to.equal(`${HANDLE}-ports`);
    expect((pick(listeners, "spec.listeners") as { name: string; port: number; protocol: string }[]).map(({ name, port, protocol }) => [name, port, protocol])).to.deep.equal([["port-5432", 5432, "TCP"], ["port-2525", 2525, "TCP"]]);
    const routes = of(objects, "TCPRoute");
    const service = of(objects, "Service")[0]?.metadata.name;
    expect(routes.map((route) => [pick(route, "spec.parentRefs.0.name"), pick(route, "spec.parentRefs.0.sectionName"), pick(route, "spec.rules.0.backendRefs.0.name"), pick(route, "spec.rules.0.backendRefs.0.port")])).to.deep.equal([[`${HANDLE}-ports`, "port-5432", service, 5432], [`${HANDLE}-ports`, "port-2525", service, 25]]);
    expect(objects.filter(({ kind }) => !["ListenerSet", "TCPRoute"].includes(kind)), "the network policy is as it was").to.deep.equal(inside);
  });

  function expectRefusal(route: Rendered, filter: Rendered | undefined): void {
    const [refused, health, all] = pick(route, "spec.rules") as { matches: { path: object; headers?: { value: string }[] }[] }[];
    const matches = refused?.matches ?? [];
    // Else what a failover asks would be a way around.
    expect(matches.map(({ path }) => path)).to.deep.equal([health, all].map((rule) => rule?.matches[0]?.path));
    expect(pick(refused, "filters.0.extensionRef")).to.deep.equal({ group: "gateway.envoyproxy.io", kind: "HTTPRouteFilter", name: filter?.metadata.name });
    for (const { headers } of matches) {
      expect(headers).to.have.length(1);
      const tooLarge = new RegExp(`^(?:${headers?.[0]?.value})$`);
      expect(["8388608", "8388609"].map((length) => tooLarge.test(length))).to.deep.equal([false, true]);
    }
  }

  it("holds requests to their limits by both ways, and says of gRPC that it is", async () => {
    const members = { customDomain: "shop.example.org", failoverHealthRoute: true, requestTimeoutSeconds: 90, maxBodySizeMb: 8 } as const;
    const objects = await render(members, "both");
    const nginx = (name: string): unknown => of(objects, "Ingress")[0]?.metadata.annotations?.[`nginx.ingress.kubernetes.io/${name}`];
    expect(["proxy-read-timeout", "proxy-send-timeout", "proxy-body-size", "proxy-request-buffering", "backend-protocol"].map(nginx)).to.deep.equal(["90", "90", "8m", "off", undefined]);
    const [policy] = of(objects, "BackendTrafficPolicy");
    const [filter] = of(objects, "HTTPRouteFilter");
    expect(pick(policy, "spec.timeout")).to.deep.equal({ http: { streamIdleTimeout: "90s" } });
    expect((pick(policy, "spec.targetRefs") as { name: string }[]).map(({ name }) => name)).to.deep.equal(of(objects, "HTTPRoute").map(({ metadata }) => metadata.name));
    expect([pick(filter, "spec.directResponse.statusCode"), pick(filter, "spec.directResponse.body.inline")]).to.deep.equal([413, "A request to this application has at most 8 MB.\n"]);
    for (const route of of(objects, "HTTPRoute")) expectRefusal(route, filter);
    const grpc = await render({ containerPortProtocol: "grpc" }, "both");
    expect(of(grpc, "Ingress")[0]?.metadata.annotations).to.include({ "nginx.ingress.kubernetes.io/backend-protocol": "GRPC" });
    expect(pick(of(grpc, "Service")[0], "spec.ports.0.appProtocol")).to.equal("kubernetes.io/h2c");
    expect(pick(workload(grpc), "spec.template.spec.containers.0.readinessProbe")).to.have.property("tcpSocket");
  });

  it("publishes by Ingress and Gateway while a cluster has both, and changes no pod on the way from one to the other", async () => {
    const ways = await Promise.all(["ingress", "both", "gateway"].map((routing) => render({ customDomain: "shop.example.org" }, routing)));
    const kinds = ways.map((objects) => [...new Set(objects.map(({ kind }) => kind))].sort().join(" "));
    expect(kinds).to.deep.equal([
      "Deployment Ingress NetworkPolicy Service",
      "Deployment HTTPRoute Ingress ListenerSet NetworkPolicy Service",
      "Deployment HTTPRoute ListenerSet NetworkPolicy Service",
    ]);
    const rest = ways.map((objects) => objects.filter(({ kind }) => !["HTTPRoute", "Ingress", "ListenerSet"].includes(kind)));
    expect(rest[1]).to.deep.equal(rest[0]);
    expect(rest[2]).to.deep.equal(rest[0]);
  });

  it("takes secrets by reference, and asks the store for them only where there is one", async () => {
    const members = FEATURES["vault"] ?? {};
    const objects = await render(members, "vault");
    expect(pick(workload(objects), "spec.template.spec.containers.0.env.0.valueFrom.secretKeyRef")).to.deep.equal({ name: `${HANDLE}-secrets`, key: "token" });
    expect((pick(of(objects, "ExternalSecret")[0], "spec.data") as { remoteRef: { key: string } }[]).map((entry) => entry.remoteRef.key)).to.deep.equal(["other", "token"].map((name) => `orgs/acme/clusters/prod-klmnopqrst/${HANDLE}/${name}`));
    expect(of(await render(members), "ExternalSecret")).to.have.length(0);
  });

  it("lets no pod gain rights, and lets one be root only where its owner did not refuse it", async () => {
    const container = "spec.template.spec.containers.0.securityContext";
    const baseline = workload(await render({}));
    expect(pick(baseline, container)).to.include({ allowPrivilegeEscalation: false }).and.have.nested.property("capabilities.drop").that.deep.equals(["ALL"]);
    expect(pick(baseline, "spec.template.spec.securityContext.seccompProfile.type")).to.equal("RuntimeDefault");
    expect(pick(baseline, "spec.template.spec.automountServiceAccountToken")).to.equal(false);
    const restricted = workload(await render({ customValuesYaml: "securityProfile: restricted" }));
    expect(pick(restricted, "spec.template.spec.securityContext.runAsNonRoot")).to.equal(true);
    expect(pick(restricted, container)).not.to.have.nested.property("capabilities.add");
  });

  it("keeps an adopted workload's name, selector and labels, and adds nothing of its own to its pods", async () => {
    const objects = await render(FEATURES["a workload that ran before"] ?? {});
    const live = workload(objects);
    expect(live.metadata.name).to.equal("shop");
    expect(pick(live, "spec.selector.matchLabels")).to.deep.equal({ app: "shop", yes: "no" });
    expect(pick(live, "spec.template.metadata.labels")).to.deep.equal({ app: "shop", yes: "no", tier: "1" });
    expect(live["spec"]).not.to.have.property("replicas");
    expect(Object.keys(pick(live, "spec.template.spec") as object).sort()).to.deep.equal(["containers", "hostname", "serviceAccountName", "volumes"]);
    expect(of(objects, "NetworkPolicy")).to.have.length(0);
  });

  it("renders a manifest verbatim, template marks included", async () => {
    const objects = await render(FEATURES["a manifest that ran before"] ?? {});
    expect(objects).to.have.length(1);
    expect(objects[0]?.metadata.annotations).to.deep.equal({ note: "{{ .Values.id }}" });
    expect(pick(objects[0], "spec.template.spec.securityContext.runAsUser")).to.equal(1000650000);
  });

  it("runs what image automation found instead of what was asked for", async () => {
    const { valuesYaml } = renderDeployment(deploymentInput({ dockerImage: "nginx:1.27" }));
    const objects = await renderRelease(WORKLOAD_CHART, valuesYaml.replace('"nginx:1.27"', '"nginx:1.28"'), { name: HANDLE, namespace: HANDLE });
    expect(pick(workload(objects), "spec.template.spec.containers.0.image")).to.equal("nginx:1.28");
  });
});
