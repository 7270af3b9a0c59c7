import { expect } from "chai";
import { CLUSTERS, DEPLOYMENTS, JOBS } from "../../../adapters/kubernetes/resource-types.ts";
import type { FakeKubeClient } from "../../support/fake-kube-client.ts";
import { ReleaseDouble } from "../world/release-double.ts";
import { change, create, gone, remove, rests, settle } from "../world/story.ts";
import type { World } from "../world/world.ts";
import { deploymentStatus } from "../world/status-of.ts";

const TRIES_MS = 300_000;
/** The world begins at midnight. */
const NIGHT = { stopSchedule: "0 0 * * *", startSchedule: "0 8 * * *", timeZone: "Etc/UTC" };

/** What people see of a change, and what its cluster runs. */
type Seen = Readonly<{ phase: string | undefined; reason: string | undefined; image: unknown; jobs: number }>;

async function placeOf(world: World): Promise<Readonly<{ server: FakeKubeClient; namespace: string }>> {
  const { handle: namespace = "" } = await deploymentStatus(world, "a");
  const [cluster = ""] = world.tenantHandles();
  const server = world.tenant(cluster);
  if (server === undefined) throw new Error("there is no cluster");
  return { server, namespace };
}

async function createReleased(world: World): Promise<void> {
  await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "shared" });
  const spec = { cluster: "one", appType: "api", dockerImage: "nginx:1.27", releaseCommand: ["./migrate"] };
  await create(world, DEPLOYMENTS, "a", { ...spec, releaseTimeoutSeconds: 60 });
}

/**
 * Releases an image whose command succeeds, one whose command fails until a sync is asked for, changes what no
 * release comes of, and where that is wished releases one that is not found (why it was ended is told by the status alone);
 * tells whose commands were run and what was seen each time.
 */
export async function releaseCommandStory(world: World, isWithMissingImage = false): Promise<unknown> {
  const double = new ReleaseDouble(world);
  const seen: Seen[] = [];
  const look = async (phase: string): Promise<void> => {
    await rests(world, DEPLOYMENTS, "a", phase);
    // Argo CD tries five times more, and nobody has asked for any of it.
    if (phase === "failed") await world.clock.advance(TRIES_MS);
    await settle(world);
    const { server, namespace } = await placeOf(world);
    const { phase: shown, statusReason: reason } = await deploymentStatus(world, "a");
    const jobs = (await server.list(JOBS, { namespace })).items.length;
    seen.push({ phase: shown, reason, image: await double.image(server, namespace), jobs });
  };
  await createReleased(world);
  await look("running");
  world.setUpEffects = world.effects.length;
  double.fate = () => "fails";
  await change(world, DEPLOYMENTS, "a", { dockerImage: "nginx:1.28" });
  await look("failed");
  expect((await deploymentStatus(world, "a")).errorMessage).to.match(
    /failed with exit code 3\. Nothing was rolled out\./,
  );
  double.fate = () => "succeeds";
  const syncRequestedAt = new Date(world.clock.nowMs()).toISOString();
  await change(world, DEPLOYMENTS, "a", { syncRequestedAt });
  await look("running");
  await change(world, DEPLOYMENTS, "a", { replicas: 2 });
  await look("running");
  if (isWithMissingImage) {
    double.fate = () => "is not found";
    await change(world, DEPLOYMENTS, "a", { dockerImage: "nginx:no" });
    await look("failed");
    double.fate = () => "succeeds";
    await change(world, DEPLOYMENTS, "a", { dockerImage: "nginx:1.29" });
    await look("running");
  }
  await remove(world, DEPLOYMENTS, "a");
  await gone(world, DEPLOYMENTS, "a");
  await settle(world);
  return { seen, runs: double.runs };
}

/**
 * Releases an image whose command fails, and fails again when a sync is asked for, on a cluster whose clock is so far ahead;
 * tells whose commands were run, after every further try of Argo CD.
 */
export async function failingAgainStory(world: World, skewMs: number): Promise<unknown> {
  world.tenantSkewMs = skewMs;
  const double = new ReleaseDouble(world);
  const comesToRest = async (phase: string): Promise<void> => {
    await rests(world, DEPLOYMENTS, "a", phase);
    await world.clock.advance(TRIES_MS);
    await settle(world);
  };
  await createReleased(world);
  await rests(world, DEPLOYMENTS, "a", "running");
  world.setUpEffects = world.effects.length;
  double.fate = () => "fails";
  await change(world, DEPLOYMENTS, "a", { dockerImage: "nginx:1.28" });
  await comesToRest("failed");
  await change(world, DEPLOYMENTS, "a", { syncRequestedAt: new Date(world.clock.nowMs()).toISOString() });
  await comesToRest("failed");
  await change(world, DEPLOYMENTS, "a", { dockerImage: "nginx:1.29" });
  await comesToRest("failed");
  return double.runs;
}

/** Stops one whose release command has failed, starts it and has it put to sleep; tells what was seen, and whose commands were run. */
export async function stoppedStory(world: World): Promise<unknown> {
  const double = new ReleaseDouble(world);
  const seen: unknown[] = [];
  const look = async (phase: string, reason: string): Promise<void> => {
    await world.until(async () => {
      const { phase: shown, statusReason } = await deploymentStatus(world, "a");
      expect([shown, statusReason]).to.deep.equal([phase, reason]);
    });
    await world.clock.advance(TRIES_MS);
    await settle(world);
    const { server, namespace } = await placeOf(world);
    const { phase: shown, statusReason } = await deploymentStatus(world, "a");
    seen.push([shown, statusReason, await double.image(server, namespace)]);
  };
  await createReleased(world);
  await rests(world, DEPLOYMENTS, "a", "running");
  world.setUpEffects = world.effects.length;
  double.fate = () => "fails";
  await change(world, DEPLOYMENTS, "a", { dockerImage: "nginx:1.28" });
  await look("failed", "ReleaseFailed");
  await change(world, DEPLOYMENTS, "a", { stopped: true });
  await look("stopped", "Stopped");
  await change(world, DEPLOYMENTS, "a", { stopped: false });
  await look("failed", "ReleaseFailed");
  await change(world, DEPLOYMENTS, "a", { sleep: NIGHT });
  await look("stopped", "Asleep");
  double.fate = () => "succeeds";
  await change(world, DEPLOYMENTS, "a", { dockerImage: "nginx:1.29" });
  await look("stopped", "Asleep");
  await change(world, DEPLOYMENTS, "a", { sleep: null });
  await look("running", "Running");
  return { seen, runs: double.runs };
}
