import { expect } from "chai";
import {
  CLUSTERS,
  CUSTOM_RESOURCE_DEFINITIONS,
  DEPLOYMENTS,
  SECRETS,
} from "../../adapters/kubernetes/resource-types.ts";
import { LABELS } from "../../contract/identity.ts";
import type { ClusterStatus } from "../../contract/resources/cluster-status.ts";
import type { DeploymentObject } from "../../operator/resources/objects.ts";
import { importCluster } from "./world/import-cluster.ts";
import { assertSameAfterCrashes, play } from "./world/play.ts";
import { change, create, rests, settle } from "./world/story.ts";
import { ORGANIZATION, type World } from "./world/world.ts";

const APP = { cluster: "theirs", appType: "web_app", dockerImage: "web:1", containerPort: 8080 };
const THEIRS = { fieldManager: "their-mesh" };
const KIND = { name: "gateways.gateway.networking.k8s.io" };
const MARKS = {
  "gateway.networking.k8s.io/bundle-version": "v1.2.1",
  "gateway.networking.k8s.io/channel": "standard",
};

/** What the registration says to come, which way is in force, how the deployment is rendered, and what is said of the Gateway. */
async function seen(world: World): Promise<unknown[]> {
  const cluster = await world.management.get(CLUSTERS, { namespace: ORGANIZATION, name: "theirs" });
  const { routing, conditions = [] } = (cluster?.["status"] ?? {}) as ClusterStatus;
  const { items } = await world.management.list(SECRETS);
  const labels = items.map(({ metadata }) => metadata.labels?.[LABELS.bundleProfile]);
  const profile = labels.find((label) => label !== undefined);
  return [profile, routing, await rendered(world), conditions.find(({ type }) => type === "GatewayListens")?.reason];
}

async function rendered(world: World): Promise<string> {
  const app = await world.management.get<DeploymentObject>(DEPLOYMENTS, { namespace: ORGANIZATION, name: "a" });
  const values = world.repository.read(app?.status?.git?.path ?? "") ?? "";
  return ["ingress:", "gateway:"].filter((way) => new RegExp(`[ \\n]${way}`).test(values)).join(" ");
}
const says = (world: World, ...wanted: unknown[]): Promise<void> =>
  world.until(async () => expect(await seen(world)).to.deep.equal(wanted));
const move = (world: World, routing: string): Promise<void> => change(world, CLUSTERS, "theirs", { routing });

/** What Git says of it, by which a cluster that is made anew from there has its Gateway before anybody looks. */
async function remembers(world: World, routing: string | undefined): Promise<void> {
  await world.until(async () => {
    const cluster = await world.management.get(CLUSTERS, { namespace: ORGANIZATION, name: "theirs" });
    const file = world.repository.read((cluster?.["status"] as ClusterStatus).git?.path ?? "") ?? "";
    expect(/status:\n {2}routing: "(.*)"/.exec(file)?.[1]).to.equal(routing);
  });
}

async function deploy(world: World): Promise<void> {
  await create(world, DEPLOYMENTS, "a", APP);
  await rests(world, DEPLOYMENTS, "a", "running");
}

/** The kinds of somebody else's: of a network or a mesh of theirs, or of their provider. */
async function bringKinds(world: World): Promise<void> {
  await world.until(() => Promise.resolve(expect(world.tenantHandles()).not.to.be.empty));
  const tenant = world.tenant(world.tenantHandles()[0] ?? "");
  await tenant?.create(CUSTOM_RESOURCE_DEFINITIONS, { metadata: { ...KIND, annotations: MARKS } }, THEIRS);
}

describe("An imported cluster", function () {
  this.timeout(600_000);

  it("moves from Ingress to a Gateway and back, by both, as any other one does, whatever the operator dies of", async () => {
    const story = async (world: World): Promise<unknown> => {
      await importCluster(world, "theirs");
      await deploy(world);
      await says(world, "imported", "ingress", "ingress:", undefined);
      await move(world, "both");
      await says(world, "imported-both-own", "both", "ingress: gateway:", "GatewayMissing");
      await remembers(world, "both");
      await move(world, "gateway");
      await says(world, "imported-gateway-own", "gateway", "gateway:", "GatewayMissing");
      await remembers(world, "gateway");
      await move(world, "both");
      await says(world, "imported-both-own", "both", "ingress: gateway:", "GatewayMissing");
      await move(world, "ingress");
      await says(world, "imported", "ingress", "ingress:", undefined);
      await remembers(world, undefined);
      await settle(world);
      return seen(world);
    };
    const calm = await play(story);
    await assertSameAfterCrashes(story, calm, { sides: "either" });
    for (const disturbance of [{ staleMs: 2_000 }, { conflicts: 0.3 }, { lost: 0.05 }])
      await play(story, { seed: 7, disturbance });
  });

  it("stays at Ingress, with its applications, while its kinds of the Gateway API are somebody else's, and moves once they are gone", async () => {
    const story = async (world: World): Promise<unknown> => {
      await importCluster(world, "theirs");
      await deploy(world);
      await bringKinds(world);
      await move(world, "both");
      await says(world, "imported", "ingress", "ingress:", "GatewayApiTaken");
      await world.clock.advance(600_000);
      await says(world, "imported", "ingress", "ingress:", "GatewayApiTaken");
      const tenant = world.tenant(world.tenantHandles()[0] ?? "");
      const kept = await tenant?.get(CUSTOM_RESOURCE_DEFINITIONS, KIND);
      expect(kept?.metadata.annotations).to.deep.equal(MARKS);
      await tenant?.delete(CUSTOM_RESOURCE_DEFINITIONS, KIND);
      await says(world, "imported-both-own", "both", "ingress: gateway:", "GatewayMissing");
      // What came once is not asked again: kinds that only now are somebody else's take nothing away.
      await bringKinds(world);
      await world.clock.advance(600_000);
      await settle(world);
      return seen(world);
    };
    const calm = await play(story);
    expect(calm.result).to.deep.equal(["imported-both-own", "both", "ingress: gateway:", "GatewayMissing"]);
    await assertSameAfterCrashes(story, calm, { sides: "either" });
    for (const disturbance of [{ staleMs: 2_000 }, { conflicts: 0.3 }, { lost: 0.05 }])
      await play(story, { seed: 7, disturbance });
  });

  it("that begins at a Gateway is registered without a component until it is seen that it may have one", async () => {
    const profiles = async (taken: boolean): Promise<unknown[]> => {
      const { result } = await play(async (world) => {
        const told: unknown[] = [];
        const kind = { metadata: { ...KIND, annotations: MARKS } };
        if (taken) world.onPodAsked = (path) => (path.endsWith(`/${KIND.name}`) ? kind : undefined);
        await importCluster(world, "theirs", { routing: "gateway", ownComponents: [] });
        await world.until(async () => {
          const [profile] = await seen(world);
          if (profile !== undefined && told.at(-1) !== profile) told.push(profile);
          expect(profile).to.be.oneOf(["imported-own", "imported-gateway-own"]);
        });
        await rests(world, CLUSTERS, "theirs", "running");
        await says(world, told.at(-1), taken ? "ingress" : "gateway", "", taken ? "GatewayApiTaken" : "GatewayMissing");
        return told;
      });
      return result;
    };
    expect((await profiles(false)).filter((profile) => profile !== "none")).to.deep.equal(["imported-gateway-own"]);
    expect((await profiles(true)).filter((profile) => profile !== "none")).to.deep.equal(["imported-own"]);
  });

  it("whose Envoy Gateway is its own waits until that serves what Berth writes", async () => {
    await play(async (world) => {
      await importCluster(world, "theirs", { ownComponents: ["envoy-gateway"] });
      await deploy(world);
      await move(world, "both");
      await says(world, "imported-own", "ingress", "ingress:", "GatewayApiMissing");
    });
  });
});
