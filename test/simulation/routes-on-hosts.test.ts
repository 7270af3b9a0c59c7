import { expect } from "chai";
import {
  APPLICATIONS,
  CLUSTERS,
  DEPLOYMENTS,
  HTTP_ROUTE_FILTERS,
  HTTP_ROUTES,
  LISTENER_SETS,
} from "../../adapters/kubernetes/resource-types.ts";
import type { FakeKubeClient } from "../support/fake-kube-client.ts";
import { DOMAIN, SHARED, startHosts, startTenants, type Tenants } from "./stories/virtual-cluster-story.ts";
import { assertSame, assertSameAfterCrashes, play } from "./world/play.ts";
import { change, create, gone, remove, rests, settle } from "./world/story.ts";
import { ARGOCD, type World } from "./world/world.ts";
import { clusterStatus, deploymentStatus } from "./world/status-of.ts";

const APP = { appType: "web_app", dockerImage: "nginx:1.29", containerPort: 8080 };

const plain = (text: string): string => text.replace(/-[a-z2-7]{10}(?=[.-]|$)/g, "");
/** The names that routes of one virtual cluster give, by their objects. */
async function routed(host: FakeKubeClient, cluster: string): Promise<readonly string[]> {
  const found = await Promise.all(
    [LISTENER_SETS, HTTP_ROUTES].map((type) => host.list(type, { namespace: `vc-${cluster}` })),
  );
  return found
    .flatMap(({ items }) => items)
    .map((one) => {
      const { hostnames = [], listeners = [] } = one["spec"] as {
        hostnames?: string[];
        listeners?: { hostname: string }[];
      };
      const names = [...hostnames, ...listeners.map(({ hostname }) => hostname)];
      return `${one.kind} ${plain(one.metadata.name)}: ${names.map(plain).join(" ")}`;
    });
}

/** What is delivered of an application, as far as it says how requests come. */
async function delivered(world: World, name: string): Promise<string> {
  const { git } = await deploymentStatus(world, name);
  const values = world.repository.files()[git?.path ?? ""] ?? "";
  return ["ingress", "gateway"].filter((word) => new RegExp(`^${word}:`, "m").test(values)).join(" ");
}

async function hasIngresses(world: World, cluster: string): Promise<boolean> {
  const found = await world.management.get(APPLICATIONS, { namespace: ARGOCD, name: `vc-${cluster}` });
  return JSON.stringify(found).includes('"ingresses":{"enabled":true}');
}

/** Has two shared clusters on a host with a Gateway, each with an application that the domain may belong to. */
async function begin(world: World): Promise<Tenants> {
  await startHosts(world, ["h1"]);
  for (const routing of ["both", "gateway"]) await change(world, CLUSTERS, "h1", { routing });
  return startTenants(world, APP);
}

/** Holds at every moment that a name comes to one virtual cluster only once it has left the other one. */
function watchGrants(world: World, { host, a, b }: Tenants): void {
  const patch = host.patch.bind(host);
  host.patch = async (...call: Parameters<typeof patch>): Promise<never> => {
    const [type, { namespace }, { body }] = call;
    if (
      (type === HTTP_ROUTES || type === LISTENER_SETS) &&
      namespace === `vc-${b}` &&
      JSON.stringify(body).includes(DOMAIN)
    ) {
      const held = (await routed(host, a)).filter((text) => text.includes(DOMAIN));
      if (held.length > 0) world.monitor.violations.push(`${DOMAIN} is given while it is still at: ${held.join(", ")}`);
    }
    return (await patch(...call)) as never;
  };
}

/** Has a domain move from one tenant to another, and the applications go. */
async function story(world: World): Promise<unknown> {
  const sides = await begin(world);
  const { host, a, b } = sides;
  await change(world, DEPLOYMENTS, "web-a", { customDomain: DOMAIN });
  await world.until(async () => expect((await routed(host, a)).join()).to.contain(DOMAIN));
  watchGrants(world, sides);
  await change(world, DEPLOYMENTS, "web-a", { customDomain: null });
  await change(world, DEPLOYMENTS, "web-b", { customDomain: DOMAIN });
  await world.until(async () => expect((await routed(host, b)).join()).to.contain(DOMAIN));
  await settle(world);
  const middle = [
    await routed(host, a),
    await routed(host, b),
    await delivered(world, "web-a"),
    await hasIngresses(world, a),
  ];
  await remove(world, DEPLOYMENTS, "web-b");
  await gone(world, DEPLOYMENTS, "web-b");
  const end = [await routed(host, a), await routed(host, b)];
  await settle(world);
  return { middle, end, rest: await routed(host, b) };
}

/** Nobody has brought a certificate for all names: each has its own. */
const OF_A = ["ListenerSet web-a: web-a.apps.test", "HTTPRoute web-a: web-a.apps.test"];
const RESULT = {
  middle: [
    OF_A,
    [
      "ListenerSet web-b: web-b.apps.test",
      "ListenerSet web-b-domain: shop.example.com",
      "HTTPRoute web-b: web-b.apps.test",
      "HTTPRoute web-b-domain: shop.example.com",
    ],
    "",
    false,
  ],
  end: [OF_A, []],
  rest: [],
};

describe("Routes on a host in a simulated world", function () {
  this.timeout(900_000);

  it("move with a domain from one tenant to another, and are gone before their deployment is", async () => {
    const calm = await play(story);
    expect(calm.result).to.deep.equal(RESULT);
    await assertSameAfterCrashes(story, calm, { of: (effect) => /HTTPRoute|ListenerSet/.test(effect) });
  });

  it("do so with late observations, answers that are lost and writes that are contested", async () => {
    const calm = await play(story);
    for (const disturbance of [{ staleMs: 2_000 }, { conflicts: 0.3 }, { lost: 0.05 }])
      await assertSame(story, calm, { seed: 7, disturbance }, JSON.stringify(disturbance));
  });

  it("are found where an operator leaves them to the one who had them", async () => {
    const bad = play(story, { seed: 1, misbehaves: "leaves-names" });
    const told = await bad.then(({ result }) => JSON.stringify(result), String);
    expect(told).to.contain("is given while it is still at");
  });

  it("come beside the Ingress while the host has both, and instead of it afterwards, and back", async () => {
    await play(async (world) => {
      await startHosts(world, ["h1"]);
      await create(world, CLUSTERS, "a", SHARED);
      await rests(world, CLUSTERS, "a", "running");
      await create(world, DEPLOYMENTS, "web", { cluster: "a", ...APP });
      await rests(world, DEPLOYMENTS, "web", "running");
      const { host = "", handle = "" } = await clusterStatus(world, "a");
      const at = world.tenant(host) as FakeKubeClient;
      const look = async (): Promise<unknown> => [
        (await routed(at, handle)).length,
        await delivered(world, "web"),
        await hasIngresses(world, handle),
      ];
      expect(await look()).to.deep.equal([0, "ingress", true]);
      for (const [routing, seen] of [
        ["both", [2, "ingress", true]],
        ["gateway", [2, "", false]],
        ["both", [2, "ingress", true]],
        ["ingress", [0, "ingress", true]],
      ] as const) {
        await change(world, CLUSTERS, "h1", { routing });
        await world.until(async () => expect(await look(), routing).to.deep.equal(seen));
        await rests(world, DEPLOYMENTS, "web", "running");
      }
    });
  });

  it("follow what is changed of their deployment within seconds", async () => {
    await play(async (world) => {
      const { host, a } = await begin(world);
      const count = async (): Promise<number> =>
        (await host.list(HTTP_ROUTE_FILTERS, { namespace: `vc-${a}` })).items.length;
      expect(await count()).to.equal(0);
      await change(world, DEPLOYMENTS, "web-a", { maxBodySizeMb: 1 });
      await world.clock.advance(5_000);
      expect(await count()).to.equal(1);
      await change(world, DEPLOYMENTS, "web-a", { maxBodySizeMb: null });
      await world.clock.advance(5_000);
      expect(await count()).to.equal(0);
    });
  });

  it("keep a deployment that is deleted while its host is silent, and say so", async () => {
    await play(async (world) => {
      const { host, b } = await begin(world);
      const { host: handle = "" } = await clusterStatus(world, "b");
      world.hanging.add(handle);
      await remove(world, DEPLOYMENTS, "web-b");
      await world.until(async () => {
        const { errorMessage } = await deploymentStatus(world, "web-b");
        expect(errorMessage).to.contain("The host of the shared cluster does not answer");
      });
      world.hanging.clear();
      await gone(world, DEPLOYMENTS, "web-b");
      expect(await routed(host, b)).to.deep.equal([]);
    });
  });

  it("are believed of no tenant: what is told of an own domain is what the host's Gateway says", async () => {
    await play(async (world) => {
      const { host, a } = await begin(world);
      await change(world, DEPLOYMENTS, "web-a", { customDomain: DOMAIN });
      await world.until(async () => expect((await routed(host, a)).join()).to.contain(DOMAIN));
      const { handle = "" } = await deploymentStatus(world, "web-a");
      const name = `${handle}-domain`;
      const tenant = world.tenant(a) as FakeKubeClient;
      for (const type of [LISTENER_SETS, HTTP_ROUTES]) {
        await tenant.create(
          type,
          { metadata: { namespace: handle, name }, status: TAKEN },
          { fieldManager: "kubectl" },
        );
      }
      await world.clock.advance(120_000);
      expect(await conditionOf(world)).to.not.equal("True");
      for (const type of [LISTENER_SETS, HTTP_ROUTES]) {
        const ref = { namespace: `vc-${a}`, name };
        await host.patch(type, ref, { kind: "merge", body: { status: TAKEN } }, { fieldManager: "envoy-gateway" });
      }
      await world.until(async () => expect(await conditionOf(world)).to.equal("True"));
    });
  });
});

const YES = ["Accepted", "ResolvedRefs", "Programmed"].map((type) => ({ type, status: "True" }));
/** What a Gateway says of listeners and routes that it has taken. */
const TAKEN = { conditions: YES, listeners: [{ name: "https", conditions: YES }], parents: [{ conditions: YES }] };

async function conditionOf(world: World): Promise<string | undefined> {
  const { conditions = [] } = await deploymentStatus(world, "web-a");
  return conditions.find(({ type }) => type === "Routed")?.status;
}
