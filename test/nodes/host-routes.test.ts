import { mkdtemp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { HTTP_ROUTES, INGRESSES, LISTENER_SETS, SECRETS } from "../../adapters/kubernetes/resource-types.ts";
import { Authority } from "../../local/nodes/authority.ts";
import { certificatesOnHost } from "../../operator/provisioners/vcluster/host-certificates.ts";
import type { DeploymentObject } from "../../operator/resources/objects.ts";
import { eventually } from "../support/eventually.ts";
import { askGateway, type Answered } from "../support/last-mile/ask-gateway.ts";
import { APPS_ZONE, OWN_ZONE } from "../support/last-mile/gateway-scene.ts";
import { skipWithoutLastMile } from "../support/last-mile/programs.ts";
import { canRunNodes } from "../support/real-nodes.ts";
import { SteadyLoad } from "../support/steady-load.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";
import { APPS_DOMAIN as FORMER_DOMAIN, endIngresses, type Tenant } from "../support/virtual-clusters/host.ts";
import {
  deliver,
  deploymentOn,
  HOST,
  ownName,
  startRoutedHost,
  type RoutedHost,
} from "../support/virtual-clusters/routed-host.ts";

const PATIENCE_MS = 8 * 60_000;
const soon = <T>(probe: () => Promise<T>): Promise<T> => eventually(probe, PATIENCE_MS, 500);

const SHOP = "shop-aaaaaaaaaa";
const STALL = "stall-bbbbbbbbbb";
const DOMAIN = ownName("market");
/** Between two requests: a real Envoy and all that is behind it share this machine. */
const EVERY_MS = 20;
const [FIRST, LATER] = ["2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"];

const SINCE = (creationTimestamp: string): object => ({ creationTimestamp });
type Certificates = Readonly<{
  items: readonly Readonly<{ metadata: { namespace: string }; spec: { dnsNames: readonly string[] } }>[];
}>;
const namesIn = (listed: string): readonly string[] =>
  (JSON.parse(listed) as Certificates).items
    .map(({ metadata, spec }) => [metadata.namespace, ...spec.dnsNames].join(" "))
    .toSorted();

const certificatesOf = (handle: string): readonly string[] => certificatesOnHost("mallory", { handle, spec: {} });

const listenersFor = (hostname: string): object => ({
  parentRef: { name: "berth", namespace: "berth-gateway" },
  listeners: [{ name: "https", hostname, port: 443, protocol: "HTTPS", tls: { certificateRefs: [{ name: "mine" }] } }],
});

/** Two tenants of one host, one of whom wants what is the other's. */
describe("Routes of shared clusters that the operator writes on a host with real vclusters and Envoy Gateway", function () {
  this.timeout(40 * 60_000);
  stopAtFailure(this);
  let scene: RoutedHost;
  let alice: Tenant;
  let mallory: Tenant;

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    await skipWithoutLastMile(this);
    scene = await startRoutedHost();
    const { zones } = scene.parts;
    await zones.write(APPS_ZONE, [`* IN A ${scene.address()}`]);
    await zones.write(OWN_ZONE, [`* IN A ${scene.address()}`]);
    [alice, mallory] = await Promise.all([scene.admit("alice"), scene.admit("mallory")]);
  });
  after(() => (scene as RoutedHost | undefined)?.stop());

  /** Has the operator know these deployments and no others, and look after the host. */
  async function know(...deployments: readonly DeploymentObject[]): Promise<void> {
    scene.deployments.splice(0, Infinity, ...deployments);
    await scene.pass();
  }
  const ask = (host: string, ca = scene.parts.authority): Promise<Answered> =>
    askGateway({ address: scene.address(), url: `https://${host}/`, ca });
  const servedBy = (host: string, handle: string, ca?: string): Promise<void> =>
    soon(async () => {
      const { status, text } = await ask(host, ca);
      expect([status, text.startsWith(handle)], text).to.deep.equal([200, true]);
    });
  const platformName = (handle: string): string => `${handle}.${APPS_ZONE}`;

  /** Makes what a tenant would have served in the place of its own certificate. */
  async function forge(): Promise<object> {
    const authority = await Authority.open(await mkdtemp(join(scene.parts.dir, "mallory-")));
    const forged = await authority.issue({ commonName: "forged", names: [platformName(SHOP), platformName(STALL)] });
    const annotations = { "vcluster.loft.sh/force-sync": "true" };
    const metadata = { name: `${STALL}-tls`, namespace: STALL, annotations };
    const stringData = { "tls.crt": forged.certificate, "tls.key": forged.key };
    return { apiVersion: "v1", kind: "Secret", type: "kubernetes.io/tls", metadata, stringData };
  }

  /** Waits until what is allowed has come from a virtual cluster: what is not there then is not late. */
  async function hears(name: string): Promise<void> {
    const spec = { ports: [{ port: 80 }], selector: { a: "b" } };
    await mallory.apply({ apiVersion: "v1", kind: "Service", metadata: { name, namespace: STALL }, spec });
    await soon(async () => {
      const services = await scene.parts.cluster.kubectl("-n", "vc-mallory", "get", "services", "-o", "name");
      expect(services).to.contain(`service/${name}-x-${STALL}-x-mallory`);
    });
  }

  it("come where no tenant has brought a Secret in the place of a certificate before", async () => {
    await know();
    await mallory.apply({ apiVersion: "v1", kind: "Namespace", metadata: { name: STALL } });
    await mallory.apply(await forge());
    await hears("before");
    const { items } = await scene.client.list(SECRETS, { namespace: "vc-mallory" });
    expect(items.map(({ metadata }) => metadata.name).filter((name) => name.includes("-tls"))).to.deep.equal([]);
    const events = await mallory.kubectl("-n", STALL, "get", "events", "-o", "jsonpath={.items[*].message}");
    expect(events).to.contain("that of a deployment's certificate");
  });

  it("lead each to its own name by TLS, with a certificate of its own on a new host; the chart brings no way in", async () => {
    const [shop, stall] = [deploymentOn("alice", SHOP), deploymentOn("mallory", STALL)];
    for (const [tenant, one] of [
      [alice, shop],
      [mallory, stall],
    ] as const)
      expect(await deliver(tenant, one))
        .to.include("Service")
        .and.not.to.include.members(["Ingress"]);
    await know(shop, stall);
    expect((await scene.pass()).certifiesEachName, "nobody has one for all").to.equal(true);
    await scene.pass();
    const { root } = scene.parts.acme;
    await servedBy(platformName(SHOP), SHOP, root);
    await servedBy(platformName(STALL), STALL, root);
    expect(await scene.written("vc-alice")).to.deep.equal([`HTTPRoute ${SHOP}`, `ListenerSet ${SHOP}`]);
    const stranger = await ask(platformName(SHOP)).catch(String);
    expect(stranger, "by who signs the one for all").to.match(/self-signed|unable to/);
  });

  it("have neither listener nor certificate of a name of the platform's that is another's", async () => {
    const claim = { domain: platformName(SHOP), provenAt: FIRST };
    const named = deploymentOn("mallory", STALL, claim);
    const twin = { ...deploymentOn("mallory", SHOP), metadata: { ...named.metadata, ...SINCE(LATER), uid: "twin" } };
    const shop = deploymentOn("alice", SHOP);
    await know(twin, named, { ...shop, metadata: { ...shop.metadata, ...SINCE(FIRST) } });
    expect(await scene.written("vc-mallory")).to.deep.equal([`HTTPRoute ${STALL}`, `ListenerSet ${STALL}`]);
    const certificates = await scene.parts.cluster.kubectl("get", "certificates", "--all-namespaces", "-o", "json");
    expect(namesIn(certificates)).to.deep.equal([
      `vc-alice ${platformName(SHOP)}`,
      `vc-mallory ${platformName(STALL)}`,
    ]);
    await servedBy(platformName(SHOP), SHOP, scene.parts.acme.root);
    await know(deploymentOn("alice", SHOP), deploymentOn("mallory", STALL));
  });

  it("are served with nothing that a tenant brings in the place of a certificate", async () => {
    await mallory.apply(await forge());
    await hears("forged");
    await scene.pass();
    const { root } = scene.parts.acme;
    await servedBy(platformName(SHOP), SHOP, root);
    await servedBy(platformName(STALL), STALL, root);
    await mallory.kubectl("-n", STALL, "delete", "secret", `${STALL}-tls`);
    await hears("deleted");
    const made = await scene.client.get(SECRETS, { namespace: "vc-mallory", name: certificatesOf(STALL)[0] ?? "" });
    expect(made, "which vcluster takes for its copy").not.to.equal(undefined);
    const requests = await scene.parts.cluster.kubectl("-n", "vc-mallory", "get", "certificaterequests", "-o", "name");
    expect(requests.trim().split("\n"), "what its authority has made meanwhile").to.have.length(1);
  });

  it("move to the certificate for all names once there is one, and lose no request", async () => {
    const ca = `${scene.parts.authority}\n${scene.parts.acme.root}`;
    const load = new SteadyLoad(() => ask(platformName(SHOP), ca), EVERY_MS);
    await load.answers(100);
    await scene.certify();
    await soon(async () => expect((await scene.pass()).certifiesEachName).to.equal(false));
    expect(await scene.written("vc-alice")).to.deep.equal([`HTTPRoute ${SHOP}`]);
    await servedBy(platformName(SHOP), SHOP);
    await servedBy(platformName(STALL), STALL);
    await load.answers(500);
    expect(await load.end()).to.deep.equal([]);
  });

  it("refuse what is too large", async () => {
    const large = { method: "POST", body: Buffer.alloc(1_048_577) };
    const url = `https://${platformName(SHOP)}/`;
    const refused = await askGateway({ address: scene.address(), url, ca: scene.parts.authority, ...large });
    expect([refused.status, refused.text]).to.deep.equal([413, "A request to this application has at most 1 MB.\n"]);
  });

  it("lead nobody to who claims a name of the platform's that is another's", async () => {
    const claim = { domain: platformName(SHOP), provenAt: FIRST };
    await know(deploymentOn("alice", SHOP), deploymentOn("mallory", STALL, claim));
    expect(await scene.written("vc-mallory")).to.deep.equal([`HTTPRoute ${STALL}`]);
    await servedBy(platformName(SHOP), SHOP);
  });

  it("give an own domain its certificate from the host's issuer, and only to who had it first", async () => {
    const shop = deploymentOn("alice", SHOP, { domain: DOMAIN, provenAt: FIRST });
    await know(shop, deploymentOn("mallory", STALL, { domain: DOMAIN, provenAt: LATER }));
    await servedBy(DOMAIN, SHOP, scene.parts.acme.root);
    expect(await scene.written("vc-mallory")).to.deep.equal([`HTTPRoute ${STALL}`]);
    await servedBy(platformName(STALL), STALL);
  });

  it("take a domain from whom it was before another has it", async () => {
    await know(deploymentOn("alice", SHOP), deploymentOn("mallory", STALL, { domain: DOMAIN, provenAt: LATER }));
    expect(await scene.written("vc-alice")).to.deep.equal([`HTTPRoute ${SHOP}`]);
    await servedBy(DOMAIN, STALL, scene.parts.acme.root);
    await servedBy(platformName(SHOP), SHOP);
  });

  it("are none that a tenant writes: neither an Ingress nor a route of its own comes to the host", async () => {
    for (const kind of ["httproutes", "listenersets"]) {
      const definition = new URL(`../../local/manifests/gateway-api/${kind}.json`, import.meta.url);
      await mallory.apply(JSON.parse(await readFile(definition, "utf8")) as object);
    }
    const backend = { service: { name: STALL, port: { number: 8080 } } };
    const paths = [{ path: "/", pathType: "Prefix", backend }];
    const rules = [SHOP, STALL].map((handle) => ({ host: platformName(handle), http: { paths } }));
    const at = { name: "mine", namespace: STALL };
    await mallory.apply({ apiVersion: "networking.k8s.io/v1", kind: "Ingress", metadata: at, spec: { rules } });
    const parentRefs = [{ name: "berth", namespace: "berth-gateway", sectionName: "https" }];
    const spec = {
      parentRefs,
      hostnames: [platformName(SHOP)],
      rules: [{ backendRefs: [{ name: STALL, port: 8080 }] }],
    };
    const route = { apiVersion: "gateway.networking.k8s.io/v1", kind: "HTTPRoute", metadata: at, spec };
    await soon(() => mallory.apply(route));
    await soon(() => mallory.apply({ ...route, kind: "ListenerSet", spec: listenersFor(platformName(SHOP)) }));
    await hears("later");
    const { items: ingresses } = await scene.client.list(INGRESSES, { namespace: "vc-mallory" });
    const { items: routes } = await scene.client.list(HTTP_ROUTES, { namespace: "vc-mallory" });
    const { items: sets } = await scene.client.list(LISTENER_SETS, { namespace: "vc-mallory" });
    const names = [...ingresses, ...routes, ...sets].map(({ metadata }) => metadata.name);
    expect(names).to.include.members([STALL, `${STALL}-domain`]);
    expect(names.filter((name) => name.includes("mine"))).to.deep.equal([]);
    await servedBy(platformName(SHOP), SHOP);
  });

  it("are refused to the account of a virtual cluster, whatever rights it had", async () => {
    const kubectl = scene.parts.cluster.kubectl;
    const account = "vc-mallory";
    const rights = ["--verb=get,list,create,update,patch", "--resource=httproutes,listenersets"];
    await kubectl("-n", account, "create", "role", "more", ...rights);
    await kubectl(
      "-n",
      account,
      "create",
      "rolebinding",
      "more",
      "--role=more",
      `--serviceaccount=${account}:${account}`,
    );
    const found = await kubectl("-n", account, "get", "httproute", STALL, "-o", "json");
    const { spec } = JSON.parse(found) as { spec: object };
    const object = {
      apiVersion: "gateway.networking.k8s.io/v1",
      kind: "HTTPRoute",
      metadata: { name: "stolen", namespace: account },
      spec: { ...spec, hostnames: [platformName(SHOP)] },
    };
    const as = `system:serviceaccount:${account}:${account}`;
    const groups = ["system:serviceaccounts", `system:serviceaccounts:${account}`, "system:authenticated"];
    const answer = await scene.client
      .request("POST", `/apis/gateway.networking.k8s.io/v1/namespaces/${account}/httproutes`, {
        body: object,
        query: { dryRun: "All" },
      })
      .then(() => "taken of the platform");
    expect(answer, "a known good").to.equal("taken of the platform");
    for (const [kind, name, wanted] of [
      ["httproute", STALL, object.spec],
      ["listenerset", `${STALL}-domain`, listenersFor(platformName(SHOP))],
    ] as const) {
      const said = await kubectl(
        ...[`--as=${as}`, ...groups.map((group) => `--as-group=${group}`)],
        ...["-n", account, "patch", kind, name, "--type=merge", "-p", JSON.stringify({ spec: wanted })],
      ).then(() => "taken", String);
      expect(said).to.contain("Routes on a shared cluster's host are written by the platform");
    }
  });

  it("come instead of what a virtual cluster wrote before, which goes once it writes none, and leaves its tenant's own", async () => {
    const host = `carol.${FORMER_DOMAIN}`;
    const carol = await scene.admit("carol", true);
    const backend = { service: { name: "web", port: { number: 80 } } };
    const rules = [{ host, http: { paths: [{ path: "/", pathType: "Prefix", backend }] } }];
    const metadata = { name: "web", namespace: "default" };
    await carol.apply({ apiVersion: "networking.k8s.io/v1", kind: "Ingress", metadata, spec: { rules } });
    const onHost = async (): Promise<readonly string[]> => {
      const { items } = await scene.client.list(INGRESSES, { namespace: "vc-carol" });
      return items.map((one) => one.metadata.name);
    };
    await soon(async () => expect(await onHost()).to.deep.equal(["web-x-default-x-carol"]));
    scene.settled.add("carol");
    await scene.pass();
    expect(await onHost(), "it writes them still").to.deep.equal(["web-x-default-x-carol"]);
    await endIngresses(scene.client, "carol");
    const { kubectl } = scene.parts.cluster;
    await soon(() => kubectl("-n", "vc-carol", "rollout", "status", "statefulset/carol", "--timeout=20s"));
    expect(await onHost(), "nobody has cleared it away").to.deep.equal(["web-x-default-x-carol"]);
    await scene.pass();
    expect(await onHost()).to.deep.equal([]);
    await soon(async () => expect(await carol.kubectl("get", "ingress", "web", "-o", "name")).to.contain("/web"));
  });

  it("go with their deployment, whose deletion sees them gone; the other tenant's stay", async () => {
    const certificates = certificatesOf(STALL);
    const place = { namespace: "vc-mallory", handle: STALL, certificates };
    const secrets = async (): Promise<readonly string[]> => {
      const { items } = await scene.client.list(SECRETS, { namespace: "vc-mallory" });
      return items.map(({ metadata }) => metadata.name).filter((name) => certificates.includes(name));
    };
    expect(await secrets(), "one that it has, and one that it had").to.have.length(2);
    expect(await scene.guards.hasRoutes(HOST, place)).to.equal(true);
    await soon(async () => {
      await scene.guards.removeRoutes(HOST, place);
      expect(await scene.guards.hasRoutes(HOST, place)).to.equal(false);
    });
    expect(await secrets()).to.deep.equal([]);
    await soon(async () => expect((await ask(platformName(STALL))).status).to.equal(404));
    await servedBy(platformName(SHOP), SHOP);
  });
});
