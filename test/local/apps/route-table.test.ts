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
    const route = chooseRoute(table, host, url);
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
