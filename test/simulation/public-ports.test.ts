import { expect } from "chai";
import {
  CLUSTERS,
  DEPLOYMENTS,
  GATEWAYS,
  LISTENER_SETS,
  TCP_ROUTES,
} from "../../adapters/kubernetes/resource-types.ts";
import { GATEWAY, portListenersName, portRouteName } from "../../render/charts/gateway-names.ts";
import { change, create, remove, rests, settle } from "./world/story.ts";
import { play } from "./world/play.ts";
import type { World } from "./world/world.ts";
import { deploymentStatus } from "./world/status-of.ts";

const BY = { fieldManager: "test" };
const spec = (publicPort: number): object => ({
  cluster: "one",
  appType: "container",
  dockerImage: "mail:1",
  additionalPorts: [{ port: 25, publicPort }],
});

/** The reason of the condition, the numbers that are its own, and those that Git has. */
async function seen(world: World, name: string): Promise<unknown[]> {
  const { conditions = [], publicPorts = [], git } = await deploymentStatus(world, name);
  const values = world.repository.read(git?.path ?? "") ?? "";
  const told = conditions.find(({ type }) => type === "PortsPublic")?.reason;
  return [
    told,
    publicPorts.map(({ publicPort }) => publicPort),
    [...values.matchAll(/publicPort: (\d+)/g)].map(([, n]) => Number(n)),
  ];
}

const says = (world: World, name: string, ...wanted: unknown[]): Promise<void> =>
  world.until(async () => expect(await seen(world, name)).to.deep.equal(wanted));

/** Has the cluster's Gateway take what a deployment brings. */
async function take(world: World, name: string, publicPort: number): Promise<void> {
  const { handle = "" } = await deploymentStatus(world, name);
  const tenant = world.tenant(world.tenantHandles()[0] ?? "");
  const conditions = ["Accepted", "ResolvedRefs", "Programmed"].map((type) => ({ type, status: "True", reason: type }));
  const listeners = [{ name: `port-${publicPort}`, conditions }];
  const set = { metadata: { name: portListenersName(handle), namespace: handle }, status: { listeners } };
  const route = { metadata: { name: portRouteName(handle, publicPort), namespace: handle } };
  await tenant?.create(LISTENER_SETS, set, BY);
  await tenant?.create(TCP_ROUTES, { ...route, status: { parents: [{ conditions }] } }, BY);
}

async function begin(world: World, routing: string): Promise<void> {
  await create(world, CLUSTERS, "one", { provider: "hetzner", region: "fsn1", tier: "dedicated", routing });
  await create(world, DEPLOYMENTS, "a", spec(2525));
  await rests(world, DEPLOYMENTS, "a", "running");
}

describe("Public ports", () => {
  it("are the oldest one's, through a restart, until it lets them go: then who waits gets them", async () => {
    await play(async (world) => {
      await begin(world, "gateway");
      await says(world, "a", "RouteMissing", [2525], [2525]);
      await create(world, DEPLOYMENTS, "b", spec(2525));
      await rests(world, DEPLOYMENTS, "b", "running");
      await says(world, "b", "PortTaken", [], []);
      await take(world, "a", 2525);
      const status = { addresses: [{ type: "IPAddress", value: "203.0.113.9" }] };
      await world.tenant(world.tenantHandles()[0] ?? "")?.create(GATEWAYS, { metadata: GATEWAY, status }, BY);
      await says(world, "a", "Public", [2525], [2525]);
      const { publicPorts: [own] = [] } = await deploymentStatus(world, "a");
      expect(own?.address).to.equal("203.0.113.9:2525");
      await settle(world);
      const effects = world.effects.length;
      world.kill();
      await world.startOperator();
      await settle(world);
      const news = world.effects.slice(effects).filter((effect) => !effect.includes(" Cluster one "));
      expect(news, "a restart is no news").to.deep.equal([]);
      await says(world, "a", "Public", [2525], [2525]);
      await change(world, DEPLOYMENTS, "a", { additionalPorts: [{ port: 25 }] });
      await says(world, "b", "RouteMissing", [2525], [2525]);
      await says(world, "a", undefined, [], []);
    });
  });

  it("are another's once their deployment is deleted", async () => {
    await play(async (world) => {
      await begin(world, "both");
      await says(world, "a", "RouteMissing", [2525], [2525]);
      await create(world, DEPLOYMENTS, "b", spec(2525));
      await says(world, "b", "PortTaken", [], []);
      await remove(world, DEPLOYMENTS, "a");
      await says(world, "b", "RouteMissing", [2525], [2525]);
    });
  });

  it("are one deployment's in the end, whatever is seen late and is lost", async () => {
    for (const [index, disturbance] of [
      { staleMs: 2_000 },
      { conflicts: 0.3 },
      { pushFaults: 0.4, lost: 0.05 },
    ].entries())
      await play(
        async (world) => {
          await begin(world, "gateway");
          for (const name of ["b", "c"]) await create(world, DEPLOYMENTS, name, spec(2525));
          await change(world, DEPLOYMENTS, "a", { additionalPorts: [{ port: 25 }] });
          const all = (): Promise<unknown[][]> => Promise.all(["a", "b", "c"].map((name) => seen(world, name)));
          await world.until(async () => {
            const [a, ...others] = await all();
            expect(a).to.deep.equal([undefined, [], []]);
            expect(others.toSorted((one, other) => String(one[0]).localeCompare(String(other[0])))).to.deep.equal([
              ["PortTaken", [], []],
              ["RouteMissing", [2525], [2525]],
            ]);
          });
        },
        { seed: 11 + index, disturbance },
      );
  });

  it("wait for a Gateway, and keep their numbers when it goes", async () => {
    await play(async (world) => {
      await begin(world, "ingress");
      await says(world, "a", "GatewayMissing", [], []);
      await change(world, CLUSTERS, "one", { routing: "both" });
      await says(world, "a", "RouteMissing", [2525], [2525]);
      await change(world, CLUSTERS, "one", { routing: "ingress" });
      await says(world, "a", "GatewayMissing", [2525], []);
      expect((await deploymentStatus(world, "a")).phase).to.equal("running");
    });
  });
});
