import { expect } from "chai";
import type { ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import {
  CLUSTERS,
  DATABASE_BACKUPS,
  DEPLOYMENTS,
  POD_DISRUPTION_BUDGETS,
  UPGRADE_REQUESTS,
} from "../../adapters/kubernetes/resource-types.ts";
import { startDatabase } from "./stories/backup-story.ts";
import { change, create, createAll, rests } from "./world/story.ts";
import { World } from "./world/world.ts";
import { statusOf } from "./world/status-of.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const WHEN = [
  ["while it runs", false],
  ["while nobody runs", true],
] as const;

/** What is under way, and how it is brought to its end. */
type UnderWay = Readonly<{ type: ResourceType; name: string; phase: string; goOn: () => Promise<unknown> }>;

async function beginBackup(world: World): Promise<UnderWay> {
  const { cnpg } = await startDatabase(world);
  cnpg.fate = () => "hangs";
  await create(world, DATABASE_BACKUPS, "kept", { database: "orders" });
  const goOn = (): Promise<void> => {
    cnpg.fate = () => "completes";
    return Promise.resolve();
  };
  return { type: DATABASE_BACKUPS, name: "kept", phase: "running", goOn };
}

async function beginPreflight(world: World): Promise<UnderWay> {
  const spec = { provider: "local", region: "local-1", tier: "dedicated", kubernetesVersion: "1.35.4" };
  await create(world, CLUSTERS, "one", spec);
  await rests(world, CLUSTERS, "one", "running");
  const { handle = "" } = await statusOf(world, CLUSTERS, "one");
  const tenant = world.tenant(handle);
  const blocked = { metadata: { name: "b", namespace: "a" }, status: { disruptionsAllowed: 0, expectedPods: 1 } };
  await tenant?.create(POD_DISRUPTION_BUDGETS, blocked, { fieldManager: "test" });
  await create(world, UPGRADE_REQUESTS, "next", { cluster: "one", toVersion: "1.36.3", decision: "approved" });
  const goOn = async (): Promise<unknown> => tenant?.delete(POD_DISRUPTION_BUDGETS, { namespace: "a", name: "b" });
  return { type: UPGRADE_REQUESTS, name: "next", phase: "preflight", goOn };
}

describe("An operator whose clock jumps", function () {
  this.timeout(900_000);

  for (const [when, restart] of WHEN)
    it(`tells in time of what never becomes healthy, though it began when all clocks were hours ahead that are set right ${when}`, async () => {
      const world = new World({ seed: 1 });
      await world.start();
      await createAll(world, ["a"]);
      await rests(world, CLUSTERS, "one", "running");
      await rests(world, DEPLOYMENTS, "a", "running");
      world.clock.jumpWall(3 * HOUR_MS);
      world.ails = (name) => (name.startsWith("a-") ? "Progressing" : undefined);
      await change(world, DEPLOYMENTS, "a", { dockerImage: "nginx:1.30" });
      await rests(world, DEPLOYMENTS, "a", "provisioning");
      if (restart) world.kill();
      world.clock.jumpWall(-3 * HOUR_MS);
      if (restart) await world.startOperator();
      await rests(world, DEPLOYMENTS, "a", "failed");
      expect((await statusOf(world, DEPLOYMENTS, "a"))["statusReason"]).to.equal("HealthTimeout");
      await world.stop();
    });

  for (const [what, begin] of Object.entries({ "a backup": beginBackup, "a preflight": beginPreflight }))
    for (const [when, restart] of WHEN)
      for (const hours of [8, -8])
        it(`brings ${what} to its end, though its clock was hours ${hours > 0 ? "ahead" : "behind"} for minutes, ${when}`, async () => {
          const world = new World({ seed: 1 });
          await world.start();
          const { type, name, phase, goOn } = await begin(world);
          // The time that a clock that is behind writes counts later.
          if (hours < 0) world.operatorSkewMs = hours * HOUR_MS;
          await world.until(async () => expect((await statusOf(world, type, name)).phase).to.equal(phase));
          if (restart) world.kill();
          world.operatorSkewMs = hours > 0 ? hours * HOUR_MS : 0;
          if (restart) await world.startOperator();
          await world.clock.advance(5 * MINUTE_MS);
          world.operatorSkewMs = 0;
          await goOn();
          await rests(world, type, name, "completed");
          await world.stop();
        });
});
