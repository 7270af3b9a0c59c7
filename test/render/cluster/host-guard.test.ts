import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { createKubeClient, type KubeClient, type KubeObject } from "../../../adapters/kubernetes/kube-client.ts";
import { NAMESPACES, SECRETS } from "../../../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS, LABELS } from "../../../contract/identity.ts";
import { renderHostGuard } from "../../../render/cluster/host-guard.ts";
import { startApiServer, type ApiServer } from "../../support/api-server.ts";
import { applyAll } from "../../support/apply-all.ts";
import { eventually } from "../../support/eventually.ts";
import { makeHostTenant, refusalOf, type HostTenant } from "../../support/host-tenant.ts";

const NAMESPACE = "vc-shop";
const OWN = "shop-abcdefghij.apps.example.org";
const DOMAIN = "shop.example.com";
const VICTIM = "victim-abcdefghij.apps.example.org";
const MANAGED_BY = { "vcluster.loft.sh/managed-by": "shop" };
const NGINX = "nginx.ingress.kubernetes.io";
type Map = Readonly<Record<string, unknown>>;

const pod = (spec: Map = {}, labels: Map = MANAGED_BY): KubeObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", labels: labels as Record<string, string> },
  spec: { containers: [{ name: "web", image: "nginx" }], ...spec },
});
const nodeAffinity = (expression: Map): Map => ({
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [expression] }] },
    },
  },
});
const preferred = (expression: Map): Map => ({
  affinity: {
    nodeAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: { matchExpressions: [expression] } }],
    },
  },
});
const service = (spec: Map, annotations: Record<string, string> = {}): KubeObject => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "web", annotations },
  spec: { ports: [{ port: 80 }], selector: { app: "web" }, ...spec },
});
/** What vcluster makes as it starts, for a moment. */
const probe = (name: string): KubeObject => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name },
  spec: { ports: [{ port: 80 }], ipFamilyPolicy: "SingleStack" },
});
const backend = { service: { name: "web", port: { number: 80 } } };
const rule = (host: string | undefined, path = "/"): Map => ({
  ...(host === undefined ? {} : { host }),
  http: { paths: [{ path, pathType: "Exact", backend }] },
});
const ingress = (spec: Map, annotations: Record<string, string> = {}): KubeObject => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: { name: "web", annotations },
  spec,
});
const own = (annotations: Record<string, string>): KubeObject => ingress({ rules: [rule(OWN)] }, annotations);
const endpoints: KubeObject = {
  apiVersion: "v1",
  kind: "Endpoints",
  metadata: { name: "web" },
  subsets: [{ addresses: [{ ip: "10.1.2.3" }], ports: [{ port: 80 }] }],
};
const slice: KubeObject = {
  apiVersion: "discovery.k8s.io/v1",
  kind: "EndpointSlice",
  metadata: { name: "web", labels: { "kubernetes.io/service-name": "web" } },
  addressType: "IPv4",
  endpoints: [{ addresses: ["10.1.2.3"] }],
  ports: [{ port: 80 }],
};
const HANDLE = "shop-abcdefghij";
const secret = (name: string, called = name): KubeObject => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name, annotations: { "vcluster.loft.sh/object-name": called } },
});
/** A host of its own, so that the names are not what it is refused for. */
const route: KubeObject = {
  apiVersion: "gateway.networking.k8s.io/v1",
  kind: "HTTPRoute",
  metadata: { name: "web" },
  spec: { hostnames: [OWN], rules: [{ backendRefs: [{ name: "web", port: 80 }] }] },
};
const listeners: KubeObject = {
  apiVersion: "gateway.networking.k8s.io/v1",
  kind: "ListenerSet",
  metadata: { name: "web" },
  spec: {
    parentRef: { name: "berth", namespace: "berth-gateway" },
    listeners: [{ name: "http", port: 80, protocol: "HTTP" }],
  },
};
const answer: KubeObject = {
  apiVersion: "gateway.envoyproxy.io/v1alpha1",
  kind: "HTTPRouteFilter",
  metadata: { name: "web" },
  spec: { directResponse: { statusCode: 200 } },
};
const CONTROL_PLANE = "node-role.kubernetes.io/control-plane";

async function readDefinition(plural: string): Promise<Parameters<typeof applyAll>[1][number]> {
  const file = new URL(`../../../local/manifests/gateway-api/${plural}.json`, import.meta.url);
  return JSON.parse(await readFile(file, "utf8")) as Parameters<typeof applyAll>[1][number];
}

const ATTACKS: Readonly<Record<string, KubeObject>> = {
  "tolerates everything": pod({ tolerations: [{ operator: "Exists" }] }),
  "tolerates control planes": pod({ tolerations: [{ key: CONTROL_PLANE, operator: "Exists", effect: "NoSchedule" }] }),
  "tolerates what the host keeps free": pod({ tolerations: [{ key: "dedicated", operator: "Equal", value: "x" }] }),
  "selects control planes": pod({ nodeSelector: { [CONTROL_PLANE]: "" } }),
  "names its node": pod({ nodeName: "control-plane-1" }),
  "has an affinity to control planes": pod(nodeAffinity({ key: CONTROL_PLANE, operator: "Exists" })),
  "prefers control planes": pod(preferred({ key: CONTROL_PLANE, operator: "In", values: [""] })),
  "has a priority of the system": pod({ priorityClassName: "system-node-critical" }),
  "takes part in a snapshot": pod({}, { ...MANAGED_BY, app: "vcluster-snapshot" }),
  "takes itself for the control plane": pod({}, { ...MANAGED_BY, release: "shop" }),
  "escapes the NetworkPolicies": pod({}, { app: "web" }),
  "takes the host's network (Pod Security)": pod({ hostNetwork: true }),
  "takes the traffic of an address": service({ externalIPs: ["203.0.113.10"] }),
  "is called like what vcluster makes as it starts": probe("test-service-delete-me-abcde-x-default-x-shop"),
  "is another name for a Service of others": service({
    type: "ExternalName",
    externalName: "web.vc-victim.svc",
    selector: undefined,
  }),
  "has no selector": service({ selector: undefined }),
  "opens a port of the nodes": service({ type: "NodePort" }),
  "asks for a load balancer": service({ type: "LoadBalancer" }),
  "tells the host's DNS a name": service({}, { "external-dns.alpha.kubernetes.io/hostname": VICTIM }),
  "has endpoints of its own choosing": endpoints,
  "has slices of its own choosing": slice,
  "is a route": route,
  "is a listener": listeners,
  "is an answer of the Gateway's": answer,
  "takes a path of another's host": ingress({ rules: [rule(VICTIM, "/login")] }),
  "takes another's host beside its own": ingress({ rules: [rule(OWN), rule(VICTIM)] }),
  "takes another's API endpoint": ingress({ rules: [rule("victim.vc.example.org")] }),
  "has a wildcard": ingress({ rules: [rule("*.apps.example.org")] }),
  "has a rule without host": ingress({ rules: [rule(undefined)] }),
  "has a default backend": ingress({ defaultBackend: backend, rules: [rule(OWN)] }),
  "wants a certificate of another's host": ingress({
    tls: [{ hosts: [OWN, VICTIM], secretName: "a" }],
    rules: [rule(OWN)],
  }),
  "wants a certificate without host": ingress({ tls: [{ secretName: "a" }], rules: [rule(OWN)] }),
  ...Object.fromEntries(
    [
      "server-alias",
      "ssl-passthrough",
      "server-snippet",
      "configuration-snippet",
      "auth-url",
      "auth-tls-secret",
      "mirror-target",
      "from-to-www-redirect",
      "default-backend",
      "upstream-vhost",
      "canary",
      "stream-snippet",
    ].map((name) => [`has the annotation ${name}`, own({ [`${NGINX}/${name}`]: "true" })]),
  ),
  "names a certificate by annotation": own({ "cert-manager.io/common-name": VICTIM }),
  "tells the host's DNS another's name": own({ "external-dns.alpha.kubernetes.io/hostname": VICTIM }),
  "is in the place of a certificate": secret(`${HANDLE}-tls-x-${HANDLE}-x-shop`),
  "is in the place of an own domain's certificate": secret(`${HANDLE}-domain-tls-x-elsewhere-x-shop`),
  "is in the place of a certificate whose name was cut": secret("a-long-name-0123456789", `${HANDLE}-tls`),
};

const WORKING: Readonly<Record<string, KubeObject>> = {
  "a pod": pod(),
  "a pod of a DaemonSet": pod({
    tolerations: ["not-ready", "unreachable", "disk-pressure", "memory-pressure", "pid-pressure", "unschedulable"].map(
      (name) => ({ key: `node.kubernetes.io/${name}`, operator: "Exists" }),
    ),
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchFields: [{ key: "metadata.name", operator: "In", values: ["node-1"] }] }],
        },
      },
    },
  }),
  "a pod that chooses an architecture": pod({ nodeSelector: { "kubernetes.io/arch": "amd64" } }),
  "a pod that avoids control planes": pod(nodeAffinity({ key: CONTROL_PLANE, operator: "DoesNotExist" })),
  "a Service": service({}),
  "a headless Service": service({ clusterIP: "None" }),
  "a Service by which vcluster learns its host's range": probe("test-service-delete-me-7lqcw"),
  "a Service that is scraped": service({}, { "prometheus.io/scrape": "true" }),
  "an Ingress as charts/workload makes it": ingress(
    { ingressClassName: "nginx", tls: [{ hosts: [OWN], secretName: "a" }], rules: [rule(OWN), rule(DOMAIN)] },
    {
      "cert-manager.io/cluster-issuer": "letsencrypt",
      "argocd.argoproj.io/ignore-healthcheck": "true",
      "vcluster.loft.sh/object-name": "web",
      [`${NGINX}/rewrite-target`]: "/healthz",
    },
  ),
  "a Secret of an application": secret(`${HANDLE}-env-x-${HANDLE}-x-shop`, `${HANDLE}-env`),
  "a Secret with a certificate of its own": secret("web-tls-x-default-x-shop", "web-tls"),
  "an Ingress for the own domain alone": ingress({ rules: [rule(DOMAIN)] }, { [`${NGINX}/proxy-body-size`]: "8m" }),
};

describe("The guard of hosts on a real API server", function () {
  this.timeout(300_000);
  let api: ApiServer;
  let admin: KubeClient;
  let tenant: HostTenant;
  let stranger: HostTenant;

  before(async () => {
    api = await startApiServer();
    admin = createKubeClient({ kubeconfigPath: api.kubeconfig });
    for (const plural of ["httproutes", "listenersets", "httproutefilters"])
      await applyAll(admin, [await readDefinition(plural)]);
    const labels = { [LABELS.virtualCluster]: "shop", "pod-security.kubernetes.io/enforce": "baseline" };
    const annotations = { [ANNOTATIONS.allowedHosts]: `${OWN} ${DOMAIN}` };
    tenant = await makeHostTenant(api, admin, { name: NAMESPACE, labels, annotations });
    stranger = await makeHostTenant(api, admin, { name: "elsewhere" });
    for (const [name, object] of Object.entries(ATTACKS))
      if (!name.endsWith("(Pod Security)"))
        expect(await tenant.refusal(object), `${name}, without the guard`).to.equal(undefined);
    const older = { ...(ATTACKS["tolerates everything"] as KubeObject), metadata: { name: "older" } };
    await admin.request("POST", `/api/v1/namespaces/${NAMESPACE}/pods`, { body: older });
    await applyAll(admin, renderHostGuard(true));
    // Policies take effect a moment after they were made.
    await eventually(async () =>
      expect(await tenant.refusal(ATTACKS["has a wildcard"] as KubeObject)).to.not.equal(undefined),
    );
  });
  after(async () => {
    await Promise.all([tenant.client.close(), stranger.client.close(), admin.close()]);
    await api.stop();
  });

  for (const [name, object] of Object.entries(ATTACKS))
    it(`refuses ${object.kind ?? ""} that ${name}`, async () => expect(await tenant.refusal(object)).to.match(/^403 /));

  for (const [name, object] of Object.entries(WORKING))
    it(`lets ${name} pass`, async () => expect(await tenant.refusal(object)).to.equal(undefined));

  it("judges pods whoever makes them, for a tenant's account may change its control plane's workload", async () => {
    expect(await refusalOf(admin, NAMESPACE, ATTACKS["tolerates everything"] as KubeObject)).to.match(/^403 /);
    expect(await refusalOf(admin, NAMESPACE, pod({}, { app: "vcluster", release: "shop" }))).to.equal(undefined);
  });

  it("judges what a tenant's account writes as a pod's status: labels and addresses come with it", async () => {
    const path = `/api/v1/namespaces/${NAMESPACE}/pods`;
    const change = (client: KubeClient, body: object, name = "web"): Promise<string> =>
      client
        .request("PATCH", `${path}/${name}/status`, { body, contentType: "application/merge-patch+json" })
        .then(() => "", String);
    const address = (ip: string): object => ({ status: { podIP: ip, podIPs: [{ ip }] } });
    await tenant.client.request("POST", path, { body: pod() });
    // A kubelet, also of a pod that was there before the guard.
    for (const name of ["web", "older"]) expect(await change(admin, address("10.0.0.7"), name)).to.equal("");
    for (const body of [
      { metadata: { labels: { app: "vcluster-snapshot" } } },
      { metadata: { labels: { release: "shop" } } },
      { metadata: { labels: { "vcluster.loft.sh/managed-by": null } } },
      address("10.1.2.3"),
    ])
      expect(await change(tenant.client, body), JSON.stringify(body)).to.contain("403");
    const told = { status: { conditions: [{ type: "example.org/ready", status: "True" }] } };
    expect(await change(tenant.client, told)).to.equal("");
  });

  it("leaves the platform its own objects there, and everybody else's namespace alone", async () => {
    for (const object of [
      own({ [`${NGINX}/ssl-passthrough`]: "true" }),
      service({ type: "LoadBalancer" }),
      endpoints,
      route,
      secret(`${HANDLE}-tls-x-${HANDLE}-x-shop`),
    ])
      expect(await refusalOf(admin, NAMESPACE, object), object.kind).to.equal(undefined);
    for (const [name, object] of Object.entries(ATTACKS))
      if (!name.endsWith("(Pod Security)")) expect(await stranger.refusal(object), name).to.equal(undefined);
  });

  it("lets a tenant's account delete a Secret that it has copied, and none that cert-manager has made", async () => {
    const named = (name: string): Record<string, string> => ({ "cert-manager.io/certificate-name": name });
    const short = `${HANDLE}-tls-x-${HANDLE}-x-shop`;
    const made = ["a-long-name-0123456789", short].map((name) => ({ name, annotations: named(name) }));
    const copied = { name: `${HANDLE}-domain-tls-x-web-x-shop`, annotations: named("theirs"), labels: MANAGED_BY };
    const own = [copied, { ...copied, name: "theirs" }, { name: "theirs-x-shop", annotations: named("theirs") }];
    const path = `/api/v1/namespaces/${NAMESPACE}/secrets`;
    const remove = ({ name }: Readonly<{ name: string }>): Promise<string> =>
      tenant.client.request("DELETE", `${path}/${name}`).then(() => "deleted", String);
    for (const metadata of [...made, ...own])
      await admin.request("POST", path, { body: { apiVersion: "v1", kind: "Secret", metadata } });
    for (const one of made) expect(await remove(one), one.name).to.contain("403");
    for (const one of own) expect(await remove(one), one.name).to.equal("deleted");
    const collection = await tenant.client.request("DELETE", path).then(() => "deleted", String);
    expect(collection).to.contain("403");
    await admin.request("DELETE", path);
    expect((await admin.list(SECRETS, { namespace: NAMESPACE })).items).to.deep.equal([]);
  });

  it("refuses a change that brings in what a creation may not", async () => {
    const path = `/apis/networking.k8s.io/v1/namespaces/${NAMESPACE}/ingresses`;
    await tenant.client.request("POST", path, { body: WORKING["an Ingress for the own domain alone"] });
    const change = { body: { spec: { rules: [rule(VICTIM)] } }, contentType: "application/merge-patch+json" };
    const said = await tenant.client.request("PATCH", `${path}/web`, change).then(() => "", String);
    expect(said).to.contain("403");
  });

  it("lets vcluster note things on the Service that the platform made for it, and change its type to none", async () => {
    const path = `/api/v1/namespaces/${NAMESPACE}/services`;
    await admin.request("POST", path, { body: service({ type: "LoadBalancer" }) });
    const change = async (body: object): Promise<string> =>
      tenant.client
        .request("PATCH", `${path}/web`, { body, contentType: "application/merge-patch+json" })
        .then(() => "", String);
    expect(await change({ metadata: { annotations: { "vcluster.loft.sh/service-cidr": "10.96.0.0/12" } } })).to.equal(
      "",
    );
    expect(await change({ spec: { type: "NodePort" } })).to.contain("403");
    expect(await change({ spec: { type: "ClusterIP" } })).to.equal("");
    expect(await change({ spec: { type: "LoadBalancer" } })).to.contain("403");
  });

  it("lets a tenant keep no host that is another's by now, nor write it back where the platform has taken it out", async () => {
    const path = `/apis/networking.k8s.io/v1/namespaces/${NAMESPACE}/ingresses`;
    const merge = "application/merge-patch+json";
    const both = { rules: [rule(OWN), rule(DOMAIN)] };
    const change = (client: KubeClient, body: object): Promise<string> =>
      client.request("PATCH", `${path}/moved`, { body, contentType: merge }).then(() => "", String);
    const allow = (hosts: string): Promise<unknown> =>
      admin.patch(
        NAMESPACES,
        { name: NAMESPACE },
        { kind: "merge", body: { metadata: { annotations: { [ANNOTATIONS.allowedHosts]: hosts } } } },
        { fieldManager: "test" },
      );
    const { metadata, ...object } = ingress(both);
    await tenant.client.request("POST", path, { body: { ...object, metadata: { ...metadata, name: "moved" } } });
    await allow(OWN);
    await eventually(async () =>
      expect(await change(tenant.client, { metadata: { labels: { a: "b" } } })).to.contain("403"),
    );
    expect(await change(admin, { spec: { rules: [rule(OWN)] } })).to.equal("");
    expect(await change(tenant.client, { spec: both })).to.contain("403");
    expect(await change(tenant.client, { metadata: { labels: { a: "b" } } })).to.equal("");
    await allow(`${OWN} ${DOMAIN}`);
  });

  it("lets no host pass where the platform has named none", async () => {
    const bare = { metadata: { annotations: { [ANNOTATIONS.allowedHosts]: null } } };
    await admin.patch(NAMESPACES, { name: NAMESPACE }, { kind: "merge", body: bare }, { fieldManager: "test" });
    await eventually(async () => expect(await tenant.refusal(own({}))).to.match(/^403 /));
    expect(await tenant.refusal(ATTACKS["has a rule without host"] as KubeObject)).to.match(/^403 /);
  });

  it("lets a certificate be brought where an Ingress may name one, and keeps what cert-manager has made there, too", async () => {
    await applyAll(admin, renderHostGuard(false));
    const brought = ATTACKS["is in the place of a certificate"] as KubeObject;
    await eventually(async () => expect(await tenant.refusal(brought)).to.equal(undefined));
    const path = `/api/v1/namespaces/${NAMESPACE}/secrets`;
    const { name } = brought.metadata;
    const metadata = { name, annotations: { "cert-manager.io/certificate-name": name } };
    await admin.request("POST", path, { body: { apiVersion: "v1", kind: "Secret", metadata } });
    const said = await tenant.client.request("DELETE", `${path}/${name}`).then(() => "deleted", String);
    expect(said).to.contain("403");
  });
});
