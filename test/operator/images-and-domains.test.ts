import { expect } from "chai";
import { APPLICATIONS, CLUSTERS, DEPLOYMENTS, IMAGE_UPDATERS } from "../../adapters/kubernetes/resource-types.ts";
import type { DeploymentStatus } from "../../contract/resources/deployment.ts";
import { domainRecordName, domainRecordValue } from "../../render/custom-domain.ts";
import type { Disturbance } from "./world/disturbance.ts";
import { change, create, rests, settle } from "./world/story.ts";
import { ARGOCD, ORGANIZATION, World } from "./world/world.ts";

const DOMAIN = "shop.example.org";

async function statusOf(world: World, name: string): Promise<DeploymentStatus> {
  const object = await world.management.get(DEPLOYMENTS, { namespace: ORGANIZATION, name });
  return object?.["status"] ?? {};
}

async function reasonOf(world: World, name: string, type: string): Promise<string | undefined> {
  return (await statusOf(world, name)).conditions?.find((one) => one.type === type)?.reason;
}

async function imageFileOf(world: World, name: string): Promise<string> {
  return ((await statusOf(world, name)).git?.path ?? "").replace("values.yaml", "image.yaml");
}

/** Lets image automation write, as a stranger on the branch does. */
async function find(world: World, name: string, image: string): Promise<void> {
  const path = await imageFileOf(world, name);
  await world.until(async () => {
    const files = new Map(Object.entries(world.repository.files())).set(path, `image:\n  reference: ${image}\n`);
    if (world.repository.push(world.repository.head(), files, world.clock.nowMs()) === undefined)
      throw new Error("the branch moved");
    await Promise.resolve();
  });
}

type Ended = Readonly<{ world: World; begin: number }>;

/** Has an image found, chooses another one, then holds it; an ImageUpdater is there as long as it is wanted. */
async function automate(disturbance: Disturbance = {}): Promise<Ended> {
  const world = new World({ seed: 11, disturbance });
  await world.start();
  try {
    const updaters = async (): Promise<number> =>
      (await world.management.list(IMAGE_UPDATERS, { namespace: ARGOCD })).items.length;
    await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "shared" });
    const spec = { cluster: "one", appType: "api", dockerImage: "nginx:1.27", imageUpdateStrategy: "semver" };
    await create(world, DEPLOYMENTS, "a", spec);
    await rests(world, DEPLOYMENTS, "a", "running");
    await world.until(async () => expect(await updaters()).to.equal(1));
    await find(world, "a", "nginx:1.27.9");
    await settle(world);
    const file = await imageFileOf(world, "a");
    expect(world.repository.read(file), "is left alone").to.contain("nginx:1.27.9");
    const begin = world.effects.length;
    await change(world, DEPLOYMENTS, "a", { dockerImage: "nginx:1.28" });
    await world.until(async () => expect(await Promise.resolve(world.repository.read(file))).to.equal(undefined));
    await rests(world, DEPLOYMENTS, "a", "running");
    await change(world, DEPLOYMENTS, "a", { imageUpdateStrategy: "none" });
    await world.until(async () => expect(await updaters()).to.equal(0));
    await rests(world, DEPLOYMENTS, "a", "running");
    await settle(world);
    expect(await reasonOf(world, "a", "ImageUpdates")).to.equal(undefined);
    expect(world.monitor.violations).to.deep.equal([]);
    return { world, begin };
  } finally {
    await world.stop();
  }
}

describe("Image automation and own domains in a simulated world", function () {
  this.timeout(240_000);

  it("take what was found away with the choice that it was found for, whatever the operator dies of", async () => {
    const { world, begin } = await automate();
    const { length } = world.effects;
    expect(length - begin).to.be.at.least(4);
    for (let at = begin + 1; at <= length; at += 1)
      for (const when of ["before", "after"] as const) {
        await automate({ crashes: [{ at, when }] }).catch((error: unknown) => {
          throw new Error(`crash ${when} effect ${at} (${world.effects[at - 1] ?? ""}): ${String(error)}`, {
            cause: error,
          });
        });
      }
  });

  it("end the same with late observations and pushes that fail", async () => {
    for (const disturbance of [{ staleMs: 2_000 }, { conflicts: 0.3 }, { pushFaults: 0.4, lost: 0.05 }])
      await automate(disturbance);
  });

  it("leave an autoscaler's number to it before they rest", async () => {
    const world = new World({ seed: 11 });
    await world.start();
    try {
      await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "shared" });
      await create(world, DEPLOYMENTS, "a", { cluster: "one", appType: "api", dockerImage: "nginx:1.27" });
      await rests(world, DEPLOYMENTS, "a", "running");
      for (const config of [{ autoscaling: { max_replicas: 4 } }, null]) {
        await change(world, DEPLOYMENTS, "a", { config });
        await rests(world, DEPLOYMENTS, "a", "running");
        const ref = { namespace: ARGOCD, name: (await statusOf(world, "a")).handle ?? "" };
        const spec = (await world.management.get(APPLICATIONS, ref))?.["spec"] as { ignoreDifferences?: unknown };
        expect(spec.ignoreDifferences !== undefined, JSON.stringify(spec)).to.equal(config !== null);
      }
    } finally {
      await world.stop();
    }
  });

  it("give a domain to one deployment alone, keep it through a restart, and let it go on another's record", async () => {
    const world = new World({ seed: 11 });
    await world.start();
    try {
      await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "shared" });
      const spec = { cluster: "one", appType: "api", dockerImage: "nginx:1.27", customDomain: DOMAIN };
      for (const name of ["a", "b"]) await create(world, DEPLOYMENTS, name, spec);
      const reasons = async (): Promise<(string | undefined)[]> =>
        Promise.all(["a", "b"].map((name) => reasonOf(world, name, "DomainVerified")));
      for (const name of ["a", "b"]) await rests(world, DEPLOYMENTS, name, "running");
      await world.until(async () => expect(await reasons()).to.deep.equal(["RecordMissing", "RecordMissing"]));
      world.txtRecords.set(domainRecordName(DOMAIN), [domainRecordValue(ORGANIZATION)]);
      await world.until(async () => expect((await reasons()).toSorted()).to.deep.equal(["DomainTaken", "Verified"]));
      await settle(world);
      const [first] = await reasons();
      const [owner, other] = first === "Verified" ? ["a", "b"] : ["b", "a"];
      const values = async (name: string): Promise<string> =>
        world.repository.read((await statusOf(world, name)).git?.path ?? "") ?? "";
      expect([(await values(owner)).includes(DOMAIN), (await values(other)).includes(DOMAIN)]).to.deep.equal([
        true,
        false,
      ]);
      world.txtRecords.delete(domainRecordName(DOMAIN));
      world.kill();
      await world.startOperator();
      await settle(world);
      expect(await reasonOf(world, owner, "DomainVerified"), "without its record").to.equal("Verified");
      world.txtRecords.set(domainRecordName(DOMAIN), [domainRecordValue("org-somebody")]);
      await world.until(async () => expect(await reasons()).to.deep.equal(["RecordForeign", "RecordForeign"]));
      await settle(world);
      expect((await values(owner)).includes(DOMAIN)).to.equal(false);
      expect(world.monitor.violations).to.deep.equal([]);
    } finally {
      await world.stop();
    }
  });
});
