import { expect } from "chai";
import type { GatewayObjects, HttpRoute, ListenerSet } from "../../../local/apps/gateway-objects.ts";
import { deriveGatewayStatuses } from "../../../local/apps/gateway-status.ts";
import { chooseRoute, deriveRoutes } from "../../../local/apps/route-table.ts";

const PARENT = { kind: "Gateway", namespace: "berth-gateway", name: "berth" };
const all = { namespaces: { from: "All" } };
const GATEWAY = {
  metadata: { namespace: "berth-gateway", name: "berth", generation: 2 },
  spec: {
    gatewayClassName: "berth",
    listeners: [
      { name: "http", port: 80, protocol: "HTTP", allowedRoutes: all },
      { name: "https", port: 443, protocol: "HTTPS", hostname: "*.apps.localhost", allowedRoutes: all },
    ],
  },
};
const SET: ListenerSet = {
  metadata: { namespace: "shop", name: "shop-domain", generation: 1 },
  spec: {
    parentRef: PARENT,
    listeners: [{ name: "https", port: 443, protocol: "HTTPS", hostname: "shop.example.org" }],
  },
};
const rules = [
  {
    matches: [{ path: { type: "Exact", value: "/.well-known/berth-health" } }],
    filters: [{ type: "URLRewrite", urlRewrite: { path: { type: "ReplaceFullPath", replaceFullPath: "/ready" } } }],
    backendRefs: [{ name: "web", port: 8080 }],
  },
  { matches: [{ path: { type: "PathPrefix", value: "/" } }], backendRefs: [{ name: "web", port: 8080 }] },
];
const route = (name: string, host: string, more: Partial<HttpRoute["spec"]> = {}): HttpRoute => ({
  metadata: { namespace: "shop", name, generation: 3 },
  spec: { parentRefs: [{ ...PARENT, sectionName: "https" }], hostnames: [host], rules, ...more },
});
const OWN = route("shop-domain", "shop.example.org", {
  parentRefs: [{ kind: "ListenerSet", name: "shop-domain", sectionName: "https" }],
});

const objects = (...routes: HttpRoute[]): GatewayObjects => ({ gateways: [GATEWAY], listenerSets: [SET], routes });
const around = { address: "127.0.0.1", services: new Set(["shop/web"]), now: "2026-11-20T10:00:00Z" };
type Said = Readonly<{ conditions: readonly Readonly<Record<string, unknown>>[] }>;
const reasonsOf = ({ conditions }: Said): string =>
  conditions.map(({ status, reason }) => `${status as string} ${reason as string}`).join(", ");

describe("The front of the local platform's applications, as a Gateway's controller", () => {
  const parentsOf = (one: HttpRoute): readonly string[] => {
    const written = deriveGatewayStatuses(objects(one), around).find(({ path }) => path.includes("/httproutes/"));
    return ((written?.status["parents"] ?? []) as Said[]).map(reasonsOf);
  };

  it("takes the routes of its listeners, and says why it does not take others", () => {
    for (const [one, said] of [
      [route("shop", "shop.apps.localhost"), "True Accepted, True ResolvedRefs"],
      [OWN, "True Accepted, True ResolvedRefs"],
      [route("shop", "shop.example.org"), "False NoMatchingListenerHostname, True ResolvedRefs"],
      [
        route("shop", "a.apps.localhost", { parentRefs: [{ ...PARENT, sectionName: "tls" }] }),
        "False NoMatchingParent, True ResolvedRefs",
      ],
      [
        {
          ...OWN,
          metadata: { ...OWN.metadata, namespace: "other" },
          spec: { ...OWN.spec, parentRefs: [{ kind: "ListenerSet", namespace: "shop", name: "shop-domain" }] },
        },
        "False NotAllowedByListeners, False BackendNotFound",
      ],
    ] as const)
      expect(parentsOf(one), JSON.stringify(one)).to.deep.equal([said]);
    expect(
      parentsOf(route("shop", "a.apps.localhost", { parentRefs: [{ name: "another" }] })),
      "another's",
    ).to.deep.equal([]);
  });

  it("says where it listens and how many routes each listener has, and writes nothing twice", () => {
    const routes = [route("shop", "shop.apps.localhost"), OWN];
    const written = deriveGatewayStatuses(objects(...routes), around);
    const statusAt = (part: string): Readonly<Record<string, unknown>> =>
      written.find(({ path }) => path.includes(part))?.status ?? {};
    const gateway = statusAt("/gateways/berth");
    expect(gateway["addresses"]).to.deep.equal([{ type: "IPAddress", value: "127.0.0.1" }]);
    const counts = (status: Readonly<Record<string, unknown>>): unknown =>
      (status["listeners"] as { name: string; attachedRoutes: number }[]).map(({ name, attachedRoutes }) => [
        name,
        attachedRoutes,
      ]);
    expect(counts(gateway)).to.deep.equal([
      ["http", 0],
      ["https", 1],
    ]);
    expect(counts(statusAt("/listenersets/shop-domain"))).to.deep.equal([["https", 1]]);
    const known: GatewayObjects = {
      gateways: [{ ...GATEWAY, status: gateway }],
      listenerSets: [{ ...SET, status: statusAt("/listenersets/shop-domain") }],
      routes: routes.map((one) => ({ ...one, status: statusAt(`/httproutes/${one.metadata.name}`) })),
    };
    expect(deriveGatewayStatuses(known, { ...around, now: "2026-11-20T11:00:00Z" })).to.deep.equal([]);
    const changed = {
      ...known,
      gateways: [{ ...GATEWAY, metadata: { ...GATEWAY.metadata, generation: 3 }, status: gateway }],
    };
    expect(deriveGatewayStatuses(changed, around)).to.have.length(1);
  });

  it("leads only what it has taken to its Service", () => {
    const services = [{ metadata: { namespace: "shop", name: "web" }, spec: { clusterIP: "10.0.0.1" } }];
    const gateway = objects(route("shop", "shop.apps.localhost"), OWN, route("thief", "bank.example.org"));
    const table = deriveRoutes([{ isReal: true, ingresses: [], services, gateway }]);
    const limits = { idleMs: undefined, isGrpc: false };
    const web = { kind: "service", address: "10.0.0.1", port: 8080, limits };
    for (const host of ["shop.apps.localhost", "shop.example.org"]) {
      expect(chooseRoute(table, { host, url: "/a?b=c" })).to.deep.equal({ ...web, path: "/a?b=c" });
      expect(chooseRoute(table, { host, url: "/.well-known/berth-health" })).to.deep.equal({ ...web, path: "/ready" });
    }
    expect(chooseRoute(table, { host: "bank.example.org", url: "/" })).to.equal(undefined);
    const plain = objects(route("shop", "a.apps.localhost", { parentRefs: [{ ...PARENT, sectionName: "http" }] }));
    expect(
      chooseRoute(deriveRoutes([{ isReal: true, ingresses: [], services, gateway: plain }]), {
        host: "a.apps.localhost",
        url: "/",
      }),
    ).to.equal(undefined);
  });
});
