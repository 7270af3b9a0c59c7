import { expect } from "chai";
import type { KubeObject } from "../../../../adapters/kubernetes/kube-object.ts";
import { GATEWAYS, SERVICES } from "../../../../adapters/kubernetes/resource-types.ts";
import { deriveGatewayStatuses } from "../../../../local/apps/gateway-status.ts";
import {
  createGatewayLooks,
  lookAtGateway,
  type GatewayLooks,
} from "../../../../operator/controllers/cluster/gateway-looks.ts";
import type { BundleView } from "../../../../operator/machines/cluster/bundle.ts";
import type { ClusterObject } from "../../../../operator/resources/objects.ts";
import type { ClusterRouting } from "../../../../render/bundle/component.ts";
import { GATEWAY } from "../../../../render/charts/gateway-names.ts";
import { eventually } from "../../../support/eventually.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";
import { FakeKubeClient } from "../../../support/fake-kube-client.ts";

const SERVICE = { namespace: "ingress-nginx", name: "ingress-nginx-controller" };
type Values = readonly string[];

/** What Envoy Gateway says of its listeners, with the certificate and without it. */
const listening = (programmed: boolean, observedGeneration = 1): object[] => [
  { name: "http", conditions: [{ type: "Programmed", status: "True", reason: "Programmed", observedGeneration: 1 }] },
  {
    name: "https",
    conditions: programmed
      ? [
          { type: "Accepted", status: "True", reason: "Accepted", observedGeneration },
          { type: "Programmed", status: "True", reason: "Programmed", observedGeneration },
          { type: "ResolvedRefs", status: "True", reason: "ResolvedRefs", observedGeneration },
        ]
      : [
          { type: "ResolvedRefs", status: "False", reason: "InvalidCertificateRef", observedGeneration },
          { type: "Accepted", status: "True", reason: "Accepted", observedGeneration },
          { type: "Programmed", status: "False", reason: "Invalid", observedGeneration },
        ],
  },
];
type Cluster = Readonly<{ gateway?: Values; listeners?: object[]; ingress?: object[] }>;

async function clusterOf({ gateway, listeners = listening(true), ingress }: Cluster): Promise<FakeKubeClient> {
  const client = new FakeKubeClient();
  const make = async (type: typeof SERVICES, metadata: object, status: object): Promise<void> => {
    await client.create(type, { metadata, status } as unknown as KubeObject, { fieldManager: "test" });
  };
  if (gateway !== undefined)
    await make(GATEWAYS, GATEWAY, { addresses: gateway.map((value) => ({ value })), listeners });
  if (ingress !== undefined) await make(SERVICES, SERVICE, { loadBalancer: { ingress } });
  return client;
}

type Gateway = KubeObject &
  Readonly<{ status: Readonly<{ addresses: Readonly<{ value: string }>[]; listeners: object[] }> }>;
type Found = Extract<ReturnType<GatewayLooks["look"]>, { kind: "published" }>;

/** Looks until there is an answer. */
async function lookUntil(client: FakeKubeClient, stamp: ClusterRouting, isEach = false): Promise<Found> {
  const looks = createGatewayLooks(createFakeClock(), () => undefined);
  return eventually(async () => {
    const found = looks.look(client, { handle: "one", stamp, isEach });
    await Promise.resolve();
    if (found.kind !== "published") throw new Error(found.kind);
    return found;
  });
}

/** Looks at the address; null for nowhere. */
const addressOf = async (client: FakeKubeClient, stamp: ClusterRouting): Promise<string | null> =>
  (await lookUntil(client, stamp)).address ?? null;

describe("The look at where requests come in to a cluster", () => {
  const service = [{ hostname: "lb.example.net", ip: "203.0.113.9" }];

  it("takes what the Gateway has published, else what the Ingress' load balancer has, as the routing says", async () => {
    const both = await clusterOf({ gateway: ["203.0.113.7"], ingress: service });
    expect(await addressOf(both, "both")).to.equal("203.0.113.7");
    expect(await addressOf(both, "gateway")).to.equal("203.0.113.7");
    expect(await addressOf(both, "ingress")).to.equal("203.0.113.9");
    expect(await addressOf(await clusterOf({ ingress: service }), "both"), "the Gateway is not there yet").to.equal(
      "203.0.113.9",
    );
    expect(await addressOf(await clusterOf({ ingress: service }), "gateway")).to.equal(null);
    expect(await addressOf(await clusterOf({}), "ingress")).to.equal(null);
  });

  it("stays with the Ingress while the Gateway takes no HTTPS, where both serve, and tells what the Gateway lacks", async () => {
    for (const [listeners, verdict] of [
      [listening(false), "uncertified"],
      [listening(true).slice(0, 1), "silent"],
      [[], "silent"],
    ] as const) {
      const cluster = await clusterOf({ gateway: ["203.0.113.7"], listeners: [...listeners], ingress: service });
      expect(await lookUntil(cluster, "both")).to.include({ address: "203.0.113.9", gateway: verdict });
      expect(await lookUntil(cluster, "gateway"), "nothing else serves").to.include({
        address: "203.0.113.7",
        gateway: verdict,
      });
    }
    const alone = await clusterOf({ gateway: ["203.0.113.7"], listeners: listening(false) });
    expect(await addressOf(alone, "both"), "neither serves").to.equal(null);
    expect(await lookUntil(await clusterOf({ ingress: service }), "both")).to.include({ gateway: "absent" });
    expect(await lookUntil(await clusterOf({ gateway: [], ingress: service }), "both")).to.include({
      address: "203.0.113.9",
      gateway: "unaddressed",
    });
    expect(await lookUntil(alone, "ingress")).not.to.have.property("gateway");
  });

  it("asks for no certificate of the Gateway's own where each name brings one", async () => {
    const at = (listeners: object[]): Promise<FakeKubeClient> =>
      clusterOf({ gateway: ["203.0.113.7"], listeners, ingress: service });
    const [plain, certified] = [listening(false), listening(true)];
    const all = { all: "uncertified", gateway: "listens", address: "203.0.113.7" };
    for (const routing of ["both", "gateway"] as const) {
      expect(await lookUntil(await at(plain), routing, true)).to.include(all);
      expect(await lookUntil(await at(certified), routing, true)).to.include({ ...all, all: "listens" });
      expect(await lookUntil(await at(plain), routing)).to.include({ all: "uncertified", gateway: "uncertified" });
      const [, https] = plain;
      expect(await lookUntil(await at([https ?? {}]), routing, true), "nobody answers an authority").to.include({
        all: "uncertified",
        gateway: "silent",
      });
    }
    expect(await lookUntil(await clusterOf({ ingress: service }), "gateway", true)).to.include({ all: "absent" });
  });

  it("leads nobody astray while the Gateway comes, changes and falls silent; an address alone would", async () => {
    const gatewayAnd = (programmed: boolean, observed: number, generation = 1): Partial<Gateway> => ({
      metadata: { ...GATEWAY, generation },
      status: { addresses: [{ value: "203.0.113.7" }], listeners: listening(programmed, observed) },
    });
    const steps: readonly (readonly [string, Partial<Gateway> | "silent", string])[] = [
      ["it has no address", { metadata: GATEWAY }, "203.0.113.9"],
      ["it has no certificate", gatewayAnd(false, 1), "203.0.113.9"],
      ["its certificate came", gatewayAnd(true, 1), "203.0.113.7"],
      ["it changed, and nobody has looked yet", gatewayAnd(true, 1, 2), "203.0.113.7"],
      ["the cluster does not answer", "silent", "203.0.113.7"],
      ["its controller has looked", gatewayAnd(true, 2, 2), "203.0.113.7"],
      ["its certificate went", gatewayAnd(false, 2, 2), "203.0.113.9"],
      ["it changed again, and nobody has looked yet", gatewayAnd(true, 2, 3), "203.0.113.9"],
      ["the cluster does not answer again", "silent", "203.0.113.9"],
      ["all is well", gatewayAnd(true, 3, 3), "203.0.113.7"],
    ];
    const clock = createFakeClock();
    const looks = createGatewayLooks(clock, () => undefined);
    const base = await clusterOf({ ingress: service });
    const byAddressAlone: boolean[] = [];
    for (const [what, gateway, wanted] of steps) {
      const client = Object.assign(Object.create(base) as FakeKubeClient, {
        get: async (type: typeof GATEWAYS, ref: typeof GATEWAY) => {
          if (type !== GATEWAYS) return base.get(type, ref);
          if (gateway === "silent") throw new Error("timeout");
          return gateway;
        },
      });
      await clock.advance(61_000);
      looks.look(client, { handle: "one", stamp: "both" });
      await clock.advance(0);
      const found = looks.look(client, { handle: "one", stamp: "both" });
      expect(found, what).to.include({ kind: "published", address: wanted });
      const alone = gateway === "silent" ? undefined : (gateway.status?.addresses[0]?.value ?? "203.0.113.9");
      byAddressAlone.push(alone === undefined || alone === wanted);
    }
    expect(byAddressAlone, "known to be bad").to.include(false);
  });

  it("takes what the front of local applications says", async () => {
    const listeners = [{ name: "https", port: 443, protocol: "HTTPS" }];
    const gateway = { metadata: GATEWAY, spec: { gatewayClassName: "berth", listeners } };
    const around = { address: "127.0.0.1", services: new Set<string>(), now: "2026-11-20T10:00:00Z" };
    const [written] = deriveGatewayStatuses({ gateways: [gateway], listenerSets: [], routes: [] }, around);
    const said = written?.status["listeners"] as object[];
    const cluster = await clusterOf({ gateway: ["127.0.0.1"], listeners: said, ingress: service });
    expect(await lookUntil(cluster, "both")).to.include({ address: "127.0.0.1", gateway: "listens" });
  });

  it("takes names where there are no addresses, and nothing else that stands on a cluster", async () => {
    const named = (hostname: string): Promise<string | null> =>
      clusterOf({ ingress: [{ hostname }] }).then((client) => addressOf(client, "ingress"));
    expect(await named("A1.elb.example.net")).to.equal("a1.elb.example.net");
    const refused = [
      "<script>",
      "*.example.net",
      "lb..example.net",
      "-lb.example.net",
      "lb-.example.net",
      "lb.example.net.",
      "999.1.1.1",
      "fe80::1%eth0",
      "lb",
      "lb.example.net evil",
      `${"a".repeat(64)}.example.net`,
      `${"a.".repeat(126)}example`,
    ];
    for (const hostname of refused) expect(await named(hostname), hostname).to.equal(null);
    const mixed = await clusterOf({ gateway: ["2001:db8::7", "203.0.113.7"] });
    expect(await addressOf(mixed, "gateway")).to.equal("203.0.113.7");
  });
});

describe("Looks at where requests come in to many clusters", () => {
  const HOUR_MS = 3_600_000;
  const [CLUSTERS, MINUTES, PASS_MS] = [1_000, 10, 30_000];
  const BUNDLE: BundleView = { channel: { kind: "known" }, wanted: [], surplus: [], released: [] };
  const reported = (sync: string): BundleView => ({
    ...BUNDLE,
    wanted: [{ component: "gateway", version: "1.1.0", report: { component: "gateway", sync } }],
  });

  function clusterSince(handle: string, phaseSinceMs: number): ClusterObject {
    const metadata = { namespace: "org-acme", name: handle };
    const spec = { provider: "hetzner", region: "fsn1", tier: "dedicated", routing: "gateway" };
    const status = { handle, phase: "running", phaseSince: new Date(phaseSinceMs).toISOString() };
    return { metadata, spec, status } as unknown as ClusterObject;
  }

  /** Passes over clusters that run for so long, half of them without a Gateway: each 30 s, and when one is to be looked at. */
  async function requestsOf(runningForMs: number): Promise<Readonly<{ requests: number; timers: number }>> {
    const clock = createFakeClock();
    let requests = 0;
    const listens = await clusterOf({ gateway: ["203.0.113.7"] });
    const get = listens.get.bind(listens) as typeof listens.get;
    const clientOf = (handle: string): FakeKubeClient =>
      Object.assign(Object.create(listens) as FakeKubeClient, {
        get: (type: typeof GATEWAYS, ref: typeof GATEWAY) => {
          requests += 1;
          return handle.endsWith("0") ? Promise.resolve(undefined) : get(type, ref);
        },
      });
    const handles = Array.from({ length: CLUSTERS }, (_, index) => `c-${index.toString(2)}`);
    const clients = new Map(handles.map((handle) => [handle, clientOf(handle)]));
    const tenants = { client: (handle: string) => clients.get(handle) };
    const pass = (handle: string): unknown => lookAtGateway(context, clusterSince(handle, sinceMs), BUNDLE);
    const [sinceMs, settings] = [clock.nowMs() - runningForMs, { clusterIssuer: "" }];
    const gateways = createGatewayLooks(clock, pass);
    const context = { clock, tenants, gateways, settings } as unknown as Parameters<typeof lookAtGateway>[0];
    for (let passes = 0; passes < (MINUTES * 60_000) / PASS_MS; passes += 1) {
      for (const handle of handles) pass(handle);
      await clock.advance(PASS_MS);
    }
    return { requests, timers: clock.pending() };
  }

  it("cost one request a minute of each that rests, whether its Gateway came or never did", async () => {
    expect(await requestsOf(HOUR_MS)).to.deep.equal({ requests: CLUSTERS * MINUTES, timers: 0 });
  });

  it("cost more for some minutes where a Gateway is still to come, and then no more", async () => {
    const { requests, timers } = await requestsOf(0);
    // Five minutes at most each 16 s, and what is sooner in the beginning.
    expect(requests).to.be.within(CLUSTERS * MINUTES + 1, CLUSTERS * MINUTES + (CLUSTERS / 2) * 23);
    expect(timers).to.equal(0);
  });

  it("come at once when Argo CD has brought a Gateway that is awaited", async () => {
    const clock = createFakeClock();
    const client = await clusterOf({});
    const gateways = createGatewayLooks(clock, () => undefined);
    const around = { clock, tenants: { client: () => client }, gateways, settings: { clusterIssuer: "" } };
    const context = around as unknown as Parameters<typeof lookAtGateway>[0];
    const object = clusterSince("one", clock.nowMs());
    const look = async (bundle: BundleView): Promise<unknown> => {
      lookAtGateway(context, object, bundle);
      await clock.advance(0);
      return lookAtGateway(context, object, bundle).address;
    };
    expect(await look(reported("OutOfSync"))).to.equal(null);
    const status = { addresses: [{ value: "203.0.113.7" }], listeners: listening(true) };
    await client.create(GATEWAYS, { metadata: GATEWAY, status } as unknown as KubeObject, { fieldManager: "test" });
    expect(await look(reported("OutOfSync")), "nobody has heard of it").to.equal(null);
    expect(await look(reported("Synced"))).to.equal("203.0.113.7");
  });
});
