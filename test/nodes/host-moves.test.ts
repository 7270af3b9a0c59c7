import { expect } from "chai";
import { INGRESSES } from "../../adapters/kubernetes/resource-types.ts";
import { eventually } from "../support/eventually.ts";
import { askGateway, type Answered } from "../support/last-mile/ask-gateway.ts";
import { APPS_ZONE } from "../support/last-mile/gateway-scene.ts";
import { skipWithoutLastMile } from "../support/last-mile/programs.ts";
import { canRunNodes } from "../support/real-nodes.ts";
import { SteadyLoad } from "../support/steady-load.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";
import { endIngresses, type Tenant } from "../support/virtual-clusters/host.ts";
import { deliver, deploymentOn, startRoutedHost, type RoutedHost } from "../support/virtual-clusters/routed-host.ts";

const PATIENCE_MS = 3 * 60_000;
/** Between two requests: a real Envoy and all that is behind it share this machine. */
const EVERY_MS = 20;
const soon = <T>(probe: () => Promise<T>): Promise<T> => eventually(probe, PATIENCE_MS, 500);
const [SHOP, STALL] = ["shop-aaaaaaaaaa", "stall-bbbbbbbbbb"] as const;
const nameOf = (handle: string): string => `${handle}.${APPS_ZONE}`;

/** Two tenants of a host that was made before hosts had a Gateway; the front of the embedded platform plays ingress-nginx. */
describe("A host that moves from Ingress by both to its Gateway, with real vclusters, Envoy Gateway and cert-manager", function () {
  this.timeout(40 * 60_000);
  stopAtFailure(this);
  let scene: RoutedHost;
  let alice: Tenant;
  let mallory: Tenant;
  /** Where the names lead before it moves. */
  let former: string;
  const loads: SteadyLoad[] = [];

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    await skipWithoutLastMile(this);
    scene = await startRoutedHost({ wasMadeBefore: true });
    former = scene.parts.cluster.hostAddress;
    await scene.parts.zones.write(APPS_ZONE, [`* IN A ${former}`]);
    [alice, mallory] = await Promise.all([scene.admit("alice", true), scene.admit("mallory", true)]);
  });
  after(async () => {
    await Promise.all(loads.map((load) => load.end()));
    await (scene as RoutedHost | undefined)?.stop();
  });

  const ask = (address: string, handle: string): Promise<Answered> =>
    askGateway({ address, url: `https://${nameOf(handle)}/`, ca: scene.parts.acme.root });
  const servedAt = (address: string, handle: string): Promise<void> =>
    soon(async () => {
      const { status, text } = await ask(address, handle);
      expect([status, text.startsWith(handle)], text).to.deep.equal([200, true]);
    });
  const load = (address: string, handle: string): SteadyLoad => {
    const one = new SteadyLoad(() => ask(address, handle), EVERY_MS);
    loads.push(one);
    return one;
  };
  const ingresses = async (namespace: string): Promise<readonly string[]> => {
    const { items } = await scene.client.list(INGRESSES, { namespace });
    return items.map(({ metadata }) => metadata.name);
  };

  it("serves by the Ingresses that virtual clusters write while it is where it was", async () => {
    const [shop, stall] = [deploymentOn("alice", SHOP), deploymentOn("mallory", STALL)];
    scene.deployments.push(shop, stall);
    await scene.pass();
    expect(await deliver(alice, shop, "ingress")).to.include("Ingress");
    expect(await deliver(mallory, stall, "ingress")).to.include("Ingress");
    await servedAt(former, SHOP);
    await servedAt(former, STALL);
    expect(await scene.pass()).to.deep.equal({ address: former, certifiesEachName: false });
    load(former, SHOP);
  });

  it("serves the same names both ways in `both`, and tells where they shall lead", async () => {
    await scene.move("both");
    await soon(async () => {
      expect(await scene.pass()).to.deep.equal({ address: scene.address(), certifiesEachName: true });
      expect(await scene.written("vc-mallory")).to.deep.equal([`HTTPRoute ${STALL}`, `ListenerSet ${STALL}`]);
    });
    await servedAt(scene.address(), SHOP);
    await servedAt(scene.address(), STALL);
    await servedAt(former, STALL);
    expect(await ingresses("vc-alice")).to.have.length(1);
  });

  it("gives nobody the name of another meanwhile, by whichever way", async () => {
    const backend = { service: { name: STALL, port: { number: 8080 } } };
    const rules = [{ host: nameOf(SHOP), http: { paths: [{ path: "/", pathType: "Prefix", backend }] } }];
    const metadata = { name: "mine", namespace: STALL };
    await mallory.apply({ apiVersion: "networking.k8s.io/v1", kind: "Ingress", metadata, spec: { rules } });
    await soon(async () => {
      const events = await mallory.kubectl("-n", STALL, "get", "events", "-o", "json");
      expect(events).to.contain("spec.rules: each needs a host of a deployment of this cluster");
    });
    await scene.pass();
    expect(await ingresses("vc-mallory")).to.have.length(1);
    await servedAt(former, SHOP);
    await servedAt(scene.address(), SHOP);
  });

  it("loses no request while names go over to the Gateway and Ingresses end", async () => {
    const [older] = loads;
    const newer = load(scene.address(), SHOP);
    await newer.answers(300);
    await scene.parts.zones.write(APPS_ZONE, [`* IN A ${scene.address()}`]);
    await older?.answers(100);
    expect(await older?.end(), "while anything led there").to.deep.equal([]);
    await scene.move("gateway");
    await scene.pass();
    for (const { handle } of [alice, mallory]) {
      await endIngresses(scene.client, handle);
      const rollout = ["rollout", "status", `statefulset/${handle}`, "--timeout=20s"];
      await soon(() => scene.parts.cluster.kubectl("-n", `vc-${handle}`, ...rollout));
      scene.settled.add(handle);
    }
    await soon(async () => {
      await scene.pass();
      expect([...(await ingresses("vc-alice")), ...(await ingresses("vc-mallory"))]).to.deep.equal([]);
    });
    await newer.answers(500);
    expect(await newer.end()).to.deep.equal([]);
    await soon(async () => expect((await ask(former, SHOP)).status, "by Ingress").to.equal(404));
    await servedAt(scene.address(), STALL);
    await soon(async () => expect(await alice.kubectl("-n", SHOP, "get", "ingress", "-o", "name")).to.contain(SHOP));
  });
});
