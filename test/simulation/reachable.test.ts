import { expect } from "chai";
import { DEPLOYMENTS, EVENTS } from "../../adapters/kubernetes/resource-types.ts";
import type { Condition } from "../../contract/resources/conditions.ts";
import type { AddressAnswer } from "../../operator/machines/deployment/reachable.ts";
import { play } from "./world/play.ts";
import { change, createAll, rests, settle } from "./world/story.ts";
import { ORGANIZATION, type World } from "./world/world.ts";
import { deploymentStatus } from "./world/status-of.ts";

const failed = (link: Extract<AddressAnswer, { kind: "failed" }>["link"], detail = ""): AddressAnswer => ({
  kind: "failed",
  link,
  detail,
  tookMs: 5,
});
const FAULTS: readonly (readonly [string, AddressAnswer, string])[] = [
  ["a name that lies", failed("AddressRefused"), "AddressRefused"],
  ["a front that answers 503", { kind: "answered", status: 503, tookMs: 5 }, "ApplicationFails"],
  ["a certificate that has expired", failed("TlsInvalid", "it has expired"), "TlsInvalid"],
];

const reachOf = async (world: World, name: string): Promise<Condition | undefined> =>
  (await deploymentStatus(world, name)).conditions?.find(({ type }) => type === "Reachable");
const hostOf = async (world: World, name: string): Promise<string> =>
  new URL((await deploymentStatus(world, name)).endpointUrl ?? "").hostname;
const eventsOf = async (world: World): Promise<string[]> =>
  (await world.management.list(EVENTS, { namespace: ORGANIZATION })).items.map((event) => String(event["reason"]));

async function reaches(world: World, status: string, reason: string): Promise<void> {
  await world.until(async () => {
    const { status: holds, reason: why } = (await reachOf(world, "a")) ?? {};
    expect([holds, why]).to.deep.equal([status, reason]);
  });
}

async function isReached(world: World): Promise<void> {
  await createAll(world, ["a"]);
  await rests(world, DEPLOYMENTS, "a", "running");
  await reaches(world, "True", "Answered");
}

describe("The address of an application in a simulated world", function () {
  this.timeout(300_000);

  it("is said to answer once it was asked, anew for each change, and through a restart without a write", async () => {
    await play(async (world) => {
      await isReached(world);
      expect((await reachOf(world, "a"))?.observedGeneration).to.equal(1);
      await change(world, DEPLOYMENTS, "a", { replicas: 2 });
      await world.until(async () => expect((await reachOf(world, "a"))?.observedGeneration).to.equal(2));
      await settle(world);
      const [told, effects] = [await reachOf(world, "a"), world.effects.length];
      world.kill();
      await world.startOperator();
      await settle(world);
      expect(world.effects.slice(effects), "a restart is no news").to.deep.equal([]);
      expect(await reachOf(world, "a")).to.deep.equal(told);
      await change(world, DEPLOYMENTS, "a", { stopped: true });
      await reaches(world, "Unknown", "Stopped");
    });
  });

  for (const [name, answer, reason] of FAULTS)
    it(`is told of within minutes that it meets ${name}, and that it answers again`, async () => {
      await play(async (world) => {
        await isReached(world);
        world.addresses.set(await hostOf(world, "a"), answer);
        await reaches(world, "False", reason);
        expect((await deploymentStatus(world, "a")).phase, "what runs goes on").to.equal("running");
        world.addresses.clear();
        await reaches(world, "True", "Answered");
        expect(await eventsOf(world)).to.include.members(["Reachable", reason]);
      });
    });

  it("would be seen to be asked elsewhere (known bad)", async () => {
    await play(async (world) => {
      await isReached(world);
      // Whoever asks another name than the one that fails has nothing to tell.
      world.addresses.set(`www.${await hostOf(world, "a")}`, failed("NameUnknown"));
      const told = reaches(world, "False", "NameUnknown").then(
        () => "told",
        () => "never told",
      );
      expect(await told).to.equal("never told");
    });
  });
});
