import { connect } from "node:tls";
import { expect } from "chai";
import { domainCertificateName } from "../../render/custom-domain.ts";
import { GATEWAY } from "../../render/charts/gateway-names.ts";
import { eventually } from "../support/eventually.ts";
import { askGateway, type Answered } from "../support/last-mile/ask-gateway.ts";
import { GatewayDeployments } from "../support/last-mile/gateway-deployments.ts";
import { ORGANIZATIONS, OWN_ZONE, startGatewayScene, type GatewayScene } from "../support/last-mile/gateway-scene.ts";
import { skipWithoutLastMile } from "../support/last-mile/programs.ts";
import { canRunNodes } from "../support/real-nodes.ts";
import { SteadyLoad } from "../support/steady-load.ts";

const PATIENCE_MS = 5 * 60_000;
const [ACME] = ORGANIZATIONS;
/** Between two requests: a real Envoy and all that is behind it share this machine. */
const EVERY_MS = 20;
const ROUTES = 1_000;
/** As many as one request to the API server may well have. */
const AT_ONCE = 200;
/** bücher.own.test, as DNS and certificates have it. */
const FOREIGN = `xn--bcher-kva.${OWN_ZONE}`;
const PROXIES = ["-n", "envoy-gateway-system", "-l", "gateway.envoyproxy.io/owning-gateway-name=berth"];
const ALL = ["DomainVerified", "DomainPoints", "CertificateReady", "Routed", "Reachable"];

type Route = Readonly<{ metadata: object; spec: Readonly<{ hostnames: readonly string[] }> }>;

/** What goes on at a Gateway of the real programs while all around it changes. */
describe("A Gateway endures", function () {
  this.timeout(25 * 60_000);
  let scene: GatewayScene;
  let behind: GatewayDeployments;
  let handle: string;

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    await skipWithoutLastMile(this);
    scene = await startGatewayScene();
    behind = new GatewayDeployments(scene);
    await behind.create("shop", { replicas: 2 });
    await behind.rests("shop");
    await behind.says("shop", { Reachable: "True" });
    handle = (await behind.statusOf("shop")).handle ?? "";
  });
  after(() => (scene as GatewayScene | undefined)?.stop());

  const kubectl = (...args: string[]): Promise<string> => scene.cluster.kubectl(...args);
  const askOwn = (): Promise<Answered> =>
    askGateway({ address: scene.address, url: `https://${FOREIGN}/`, ca: scene.acme.root });

  /** What is lost while something is done, of a steady load that goes on for a while after it. */
  async function lostWhile(ask: () => Promise<Answered>, doIt: () => Promise<unknown>): Promise<readonly string[]> {
    const load = new SteadyLoad(ask, EVERY_MS);
    await load.answers(100);
    await doIt();
    await load.answers(1_000);
    return load.end();
  }

  it("a thousand routes, and takes one more", async () => {
    const own = JSON.parse(await kubectl("-n", handle, "get", "httproute", handle, "-o", "json")) as Route;
    const hostOf = (index: number): string => `r${index}.${scene.handle}.apps.test`;
    const routeOf = (index: number): object => ({
      apiVersion: "gateway.networking.k8s.io/v1",
      kind: "HTTPRoute",
      metadata: { name: `r${index}`, namespace: handle },
      spec: { ...own.spec, hostnames: [hostOf(index)] },
    });
    const answers = (index: number): Promise<void> =>
      eventually(async () => {
        const url = `https://${hostOf(index)}/`;
        const { status } = await askGateway({ address: scene.address, url, ca: scene.authority });
        expect(status).to.equal(200);
      }, PATIENCE_MS);
    const lost = await lostWhile(
      () => behind.ask("shop"),
      async () => {
        for (let from = 0; from < ROUTES; from += AT_ONCE) {
          const items = Array.from({ length: AT_ONCE }, (_, index) => routeOf(from + index));
          await scene.cluster.apply({ apiVersion: "v1", kind: "List", items });
        }
        await answers(ROUTES - 1);
      },
    );
    expect(lost).to.deep.equal([]);
    const startedAtMs = performance.now();
    await scene.cluster.apply(routeOf(ROUTES));
    await answers(ROUTES);
    console.log(`      one more answered after ${Math.round(performance.now() - startedAtMs)} ms`);
    const { status } = JSON.parse(
      await kubectl("-n", GATEWAY.namespace, "get", "gateway", GATEWAY.name, "-o", "json"),
    ) as { status: { listeners: readonly { name: string; attachedRoutes: number }[] } };
    const https = status.listeners.find(({ name }) => name === "https");
    expect(https?.attachedRoutes).to.be.above(ROUTES);
  });

  it("that its controller dies: no request is lost, and the next change is taken", async () => {
    const force = ["--force", "--grace-period=0"];
    const lost = await lostWhile(
      () => behind.ask("shop"),
      () =>
        kubectl("-n", "envoy-gateway-system", "delete", "pod", "-l", "control-plane=envoy-gateway", "--wait", ...force),
    );
    expect(lost).to.deep.equal([]);
    await behind.create("later");
    await behind.says("later", { Reachable: "True" });
  });

  it("that its proxies are replaced one after the other, as an upgrade does: no request is lost", async () => {
    const pod = { annotations: { "berth.test/upgraded": "once" } };
    const patch = JSON.stringify({ spec: { provider: { kubernetes: { envoyDeployment: { pod } } } } });
    const lost = await lostWhile(
      () => behind.ask("shop"),
      async () => {
        await kubectl("-n", GATEWAY.namespace, "patch", "envoyproxy", "berth", "--type=merge", "-p", patch);
        await eventually(async () => {
          const of = "jsonpath={.items[*].metadata.annotations.berth\\.test/upgraded}";
          expect(await kubectl("get", "pods", ...PROXIES, "-o", of)).to.equal("once once");
        }, PATIENCE_MS);
      },
    );
    expect(lost).to.deep.equal([]);
  });

  it("a name that is not written in ASCII", async () => {
    await behind.publish(...behind.proofOf(FOREIGN, ACME), behind.leadsHere(FOREIGN));
    await behind.change("shop", { customDomain: FOREIGN });
    await behind.says("shop", Object.fromEntries(ALL.map((type) => [type, "True"])));
    expect((await askOwn()).status).to.equal(200);
  });

  it("that a certificate is renewed: no request is lost, and the newer one is served", async () => {
    const certificate = ["-n", handle, "certificate", domainCertificateName(handle)] as const;
    const served = (): Promise<string> => serialOf(scene.address, FOREIGN);
    const before = await served();
    const issuing = { type: "Issuing", status: "True", reason: "ManuallyTriggered", message: "renewal asked for" };
    const value = { ...issuing, lastTransitionTime: "2026-01-01T00:00:00Z" };
    const patch = JSON.stringify([{ op: "add", path: "/status/conditions/-", value }]);
    const lost = await lostWhile(askOwn, async () => {
      await kubectl("patch", ...certificate, "--subresource=status", "--type=json", "-p", patch);
      await eventually(async () => expect(await served()).to.not.equal(before), PATIENCE_MS);
    });
    expect(lost).to.deep.equal([]);
  });

  it("that nobody answers for DNS: what is served is served on, and what waits says for what", async () => {
    await scene.zones.process.kill();
    await behind.change("later", { customDomain: `dark.${OWN_ZONE}` });
    await behind.says("later", { DomainVerified: "DnsUnavailable", Routed: "DomainUnverified" });
    expect([(await behind.ask("shop")).status, (await askOwn()).status]).to.deep.equal([200, 200]);
  });
});

/** Answers the serial number of the certificate that is shown for a name. */
function serialOf(host: string, servername: string): Promise<string> {
  return new Promise((resolve, reject) => {
    // Whether it is believed is another test's matter.
    const socket = connect({ host, port: 443, servername, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    });
    socket.on("error", reject);
  });
}
