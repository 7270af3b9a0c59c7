import { expect } from "chai";
import { chooseRoute, deriveRoutes, type Published } from "../../../local/apps/route-table.ts";

const path = (at: string, name: string, pathType = "Prefix"): object => ({
  path: at,
  pathType,
  backend: { service: { name, port: { number: 8080 } } },
});
const ingress = (name: string, host: string, paths: readonly object[], annotations = {}): object => ({
  metadata: { namespace: "shop", name, annotations },
  spec: { rules: [{ host, http: { paths } }] },
});
const service = (name: string, clusterIP?: string): object => ({
  metadata: { namespace: "shop", name },
  spec: { clusterIP },
});

const REAL = {
  isReal: true,
  ingresses: [
    ingress("shop", "shop.apps.localhost", [path("/", "web"), path("/admin", "admin"), path("/late", "late")]),
    ingress("health", "shop.apps.localhost", [path("/.well-known/berth-health", "web", "Exact")], {
      "nginx.ingress.kubernetes.io/rewrite-target": "/healthz",
    }),
  ],
  services: [service("web", "10.0.0.1"), service("admin", "10.0.0.2"), service("late")],
  gateway: { gateways: [], listenerSets: [], routes: [] },
} as unknown as Published;
const SIMULATED = {
  isReal: false,
  ingresses: [ingress("paper", "paper.apps.localhost", [path("/", "web")])],
  services: [service("web", "10.0.0.9")],
  gateway: { gateways: [], listenerSets: [], routes: [] },
} as unknown as Published;

describe("Routes of the local platform's applications", () => {
  const table = deriveRoutes([REAL, SIMULATED]);
  const to = (host: string, url: string): unknown => {
    const route = chooseRoute(table, { host, url });
    return route?.kind === "service" ? `${route.address}:${route.port}${route.path}` : route?.kind;
  };

  it("lead to the Service that the Ingress of a host names", () => {
    expect(to("shop.apps.localhost", "/?a=/admin")).to.equal("10.0.0.1:8080/?a=/admin");
    expect(to("SHOP.apps.localhost", "/admin/users")).to.equal("10.0.0.2:8080/admin/users");
  });

  it("take a prefix by whole parts of the path", () => {
    expect(to("shop.apps.localhost", "/administration")).to.equal("10.0.0.1:8080/administration");
  });

  it("ask the health path of the application itself", () => {
    expect(to("shop.apps.localhost", "/.well-known/berth-health?x=1")).to.equal("10.0.0.1:8080/healthz?x=1");
    expect(to("shop.apps.localhost", "/.well-known/berth-health/more")).to.equal(
      "10.0.0.1:8080/.well-known/berth-health/more",
    );
  });

  it("know who has an address that nobody serves, and who has none", () => {
    expect(to("shop.apps.localhost", "/late")).to.equal("nobody");
    expect(to("paper.apps.localhost", "/")).to.equal("nobody");
    expect(to("other.apps.localhost", "/")).to.equal(undefined);
    expect(to("constructor", "/")).to.equal(undefined);
  });
});

describe("What holds of requests locally", () => {
  const rule = (more: object): object => ({ backendRefs: [{ name: "web", port: 8080 }], ...more });
  const PARENT = { kind: "Gateway", namespace: "berth-gateway", name: "berth" };
  const all = { namespaces: { from: "All" } };
  const listener = { name: "https", port: 443, protocol: "HTTPS", hostname: "*.apps.localhost", allowedRoutes: all };
  const h2c = { port: 8080, appProtocol: "kubernetes.io/h2c" };
  const large = { type: "RegularExpression", name: "content-length", value: "0*([1-9][0-9]{3,})" };
  const refused = {
    matches: [{ path: { type: "PathPrefix", value: "/" }, headers: [large] }],
    filters: [{ type: "ExtensionRef", extensionRef: { kind: "HTTPRouteFilter", name: "shop-too-large" } }],
    backendRefs: [],
  };
  const policy = (namespace: string, streamIdleTimeout: string): object => ({
    metadata: { namespace, name: "shop" },
    spec: { targetRefs: [{ kind: "HTTPRoute", name: "shop" }], timeout: { http: { streamIdleTimeout } } },
  });
  const filter = (namespace: string, statusCode: number): object => ({
    metadata: { namespace, name: "shop-too-large" },
    spec: { directResponse: { statusCode, body: { inline: "Too large." } } },
  });
  const published = {
    isReal: true,
    ingresses: [
      ingress("limited", "limited.apps.localhost", [path("/", "web")], {
        "nginx.ingress.kubernetes.io/proxy-read-timeout": "90",
        "nginx.ingress.kubernetes.io/proxy-body-size": "8m",
        "nginx.ingress.kubernetes.io/backend-protocol": "GRPC",
      }),
    ],
    services: [{ metadata: { namespace: "shop", name: "web" }, spec: { clusterIP: "10.0.0.1", ports: [h2c] } }],
    gateway: {
      gateways: [
        {
          metadata: { namespace: "berth-gateway", name: "berth" },
          spec: { gatewayClassName: "berth", listeners: [listener] },
        },
      ],
      listenerSets: [],
      routes: [
        {
          metadata: { namespace: "shop", name: "shop" },
          spec: { parentRefs: [PARENT], hostnames: ["shop.apps.localhost"], rules: [refused, rule({})] },
        },
      ],
      filters: [filter("bank", 200), filter("shop", 413)],
      policies: [policy("bank", "1s"), policy("shop", "1m30s")],
    },
  } as unknown as Published;
  const table = deriveRoutes([published]);
  const ask = (host: string, length?: string): unknown =>
    chooseRoute(table, { host, url: "/", headers: length === undefined ? {} : { "content-length": length } });

  it("is what the Ingress or the policies of the route's own namespace say", () => {
    const service = { kind: "service", address: "10.0.0.1", port: 8080, path: "/" };
    const limits = { idleMs: 90_000, isGrpc: true };
    expect(ask("limited.apps.localhost")).to.deep.equal({ ...service, limits: { ...limits, bodyBytesMax: 8_388_608 } });
    for (const length of [undefined, "999", "", "1000, 1", "9".repeat(40)])
      expect(ask("shop.apps.localhost", length), length).to.deep.equal({ ...service, limits });
    expect(ask("shop.apps.localhost", "1000")).to.deep.equal({ kind: "answer", status: 413, text: "Too large." });
  });
});
