import { expect } from "chai";
import type { KubeObject } from "../../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient, ListOptions } from "../../../../adapters/kubernetes/kube-port.ts";
import { LISTENER_SETS } from "../../../../adapters/kubernetes/resource-types.ts";
import { deriveGatewayStatuses } from "../../../../local/apps/gateway-status.ts";
import { areServed, namesInUse } from "../../../../operator/controllers/cluster/served-names.ts";
import type { ClusterObject } from "../../../../operator/resources/objects.ts";
import { GATEWAY } from "../../../../render/charts/gateway-names.ts";
import { clustersByIndex } from "../../../support/clusters-by-index.ts";

const said = (type: string, status: string): object => ({
  type,
  status,
  reason: type,
  observedGeneration: 1,
});
const WELL = [said("Accepted", "True"), said("ResolvedRefs", "True"), said("Programmed", "True")];
type Set = Readonly<{
  conditions?: object[];
  routes?: number;
  refused?: boolean;
  generation?: number;
}>;

function setOf(handle: string, { conditions = WELL, routes = 1, refused = false, ...more }: Set = {}): KubeObject {
  const { generation = 1 } = more;
  const listeners = [{ name: "https", attachedRoutes: routes, conditions }];
  const status = { listeners, conditions: [said("Accepted", refused ? "False" : "True")] };
  return { metadata: { namespace: handle, name: handle, generation }, status } as unknown as KubeObject;
}

/** Asks a cluster that has them, with the generations that they have. */
function served(sets: readonly KubeObject[], names: readonly string[]): Promise<boolean> {
  const list = (type: unknown, { slim = (set) => set }: ListOptions): Promise<unknown> => {
    expect(type).to.equal(LISTENER_SETS);
    return Promise.resolve({ items: sets.map(slim) });
  };
  return areServed({ list } as unknown as KubeClient, names);
}

describe("The platform's names that a Gateway serves", () => {
  it("are those whose listener is programmed, as it is now, with a route", async () => {
    expect(await served([setOf("a"), setOf("b")], ["a/a", "b/b"])).to.equal(true);
    const conflicted = [...WELL, said("Conflicted", "False")];
    expect(await served([setOf("a", { conditions: conflicted })], ["a/a"]), "as Gateways say of most").to.equal(true);
    expect(await served([], [])).to.equal(true);
    const bads: Record<string, readonly KubeObject[]> = {
      "no listener": [],
      "another's": [setOf("b")],
      "not programmed": [setOf("a", { conditions: [WELL[0]!, WELL[1]!, said("Programmed", "False")] })],
      "without its certificate": [setOf("a", { conditions: [WELL[0]!, said("ResolvedRefs", "False"), WELL[2]!] })],
      "no word": [setOf("a", { conditions: [] })],
      "without a route": [setOf("a", { routes: 0 })],
      "refused as a whole": [setOf("a", { refused: true })],
      "said of an older one": [setOf("a", { generation: 2 })],
    };
    for (const [what, sets] of Object.entries(bads)) expect(await served(sets, ["a/a"]), what).to.equal(false);
    expect(await served([setOf("a")], ["a/a", "b/b"]), "not all").to.equal(false);
  });

  it("are those that the front of local applications serves", async () => {
    const parent = { group: "gateway.networking.k8s.io", kind: "Gateway", ...GATEWAY };
    const gateway = {
      metadata: GATEWAY,
      spec: {
        gatewayClassName: "berth",
        allowedListeners: { namespaces: { from: "All" } },
        listeners: [{ name: "http", port: 80, protocol: "HTTP" }],
      },
    };
    const place = { namespace: "a", name: "a" };
    const listener = {
      name: "https",
      port: 443,
      protocol: "HTTPS",
      hostname: "a.apps.test",
      allowedRoutes: { namespaces: { from: "Same" } },
    };
    const set = { metadata: place, spec: { parentRef: parent, listeners: [listener] } };
    const parentRefs = [{ group: parent.group, kind: "ListenerSet", name: "a", sectionName: "https" }];
    const route = { metadata: place, spec: { parentRefs, hostnames: ["a.apps.test"], rules: [] } };
    const around = { address: "127.0.0.1", services: new Set<string>(), now: "2026-11-20T10:00:00Z" };
    const objects = { gateways: [gateway], listenerSets: [set], routes: [route] };
    const found = deriveGatewayStatuses(objects as Parameters<typeof deriveGatewayStatuses>[0], around);
    const status = found.find(({ path }) => path.includes("/listenersets/"))?.status;
    expect(await served([{ metadata: place, status } as KubeObject], ["a/a"])).to.equal(true);
  });

  it("are awaited of what runs and may be reached, and of nothing else", () => {
    const deployment = (handle: string, spec: object = {}, status: object = {}, metadata: object = {}): object => ({
      metadata: { namespace: "org-acme", name: handle, ...metadata },
      spec: { cluster: "one", appType: "web_app", dockerImage: "web:1", containerPort: 8080, ...spec },
      status: { handle, phase: "running", ...status },
    });
    const reached = (status: string): object => ({ conditions: [{ type: "Reachable", status }] });
    const all = [
      deployment("reached", {}, reached("True")),
      deployment("unasked", {}, reached("Unknown")),
      deployment("silent", {}, reached("False")),
      deployment("failed", {}, { phase: "failed", ...reached("True") }),
      deployment("worker", { appType: "worker" }),
      deployment("leaving", {}, reached("True"), { deletionTimestamp: "2026-11-20T10:00:00Z" }),
    ];
    const deployments = {
      byIndex: (index: string, key: string) => (`${index} ${key}` === "cluster org-acme/one" ? all : []),
    };
    const caches = { deployments } as unknown as Parameters<typeof namesInUse>[0]["caches"];
    const cluster = { metadata: { namespace: "org-acme", name: "one" }, spec: {} } as ClusterObject;
    expect(namesInUse({ caches }, cluster)).to.deep.equal(["reached/reached", "unasked/unasked"]);
  });

  it("are on a host those of its shared clusters, in the namespaces of these", () => {
    const cluster = (name: string, spec: object, status: object): ClusterObject =>
      ({ metadata: { namespace: "org-acme", name }, spec, status: { handle: name, ...status } }) as ClusterObject;
    const host = cluster("h1", { role: "host" }, {});
    const clusters = [host, cluster("one", {}, { host: "h1" }), cluster("two", {}, { host: "h2" })];
    const running = (handle: string): object => ({
      metadata: { namespace: "org-acme", name: handle },
      spec: { appType: "web_app", dockerImage: "web:1", containerPort: 8080 },
      status: { handle, phase: "running" },
    });
    const on: Readonly<Record<string, object[]>> = {
      "org-acme/one": [running("shop")],
      "org-acme/two": [running("web")],
    };
    const caches = {
      clusters: clustersByIndex(() => clusters),
      deployments: { byIndex: (_index: string, key: string) => on[key] ?? [] },
    } as unknown as Parameters<typeof namesInUse>[0]["caches"];
    expect(namesInUse({ caches }, host)).to.deep.equal(["vc-one/shop"]);
  });
});
