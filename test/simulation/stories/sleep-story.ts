import { expect } from "chai";
import { DEPLOYMENTS } from "../../../adapters/kubernetes/resource-types.ts";
import { change, createAll, rests, settle, snapshot } from "../world/story.ts";
import { type World } from "../world/world.ts";
import { deploymentStatus } from "../world/status-of.ts";

const FALLS_ASLEEP = "2026-01-01T01:00:00.000Z";
const WAKES = "2026-01-01T01:30:00.000Z";
const SLEEP = { stopSchedule: "0 2 * * *", startSchedule: "30 2 * * *", timeZone: "Europe/Berlin" };

async function until(world: World, time: string): Promise<void> {
  const leftMs = Date.parse(time) - world.clock.nowMs();
  if (leftMs > 0) await world.clock.advance(leftMs);
}

async function tells(world: World, reason: string, turns: object): Promise<void> {
  await world.until(async () => {
    const { statusReason, sleep } = await deploymentStatus(world, "a");
    expect([statusReason, sleep]).to.deep.equal([reason, turns]);
  });
}

async function valuesOf(world: World): Promise<string> {
  return world.repository.read((await deploymentStatus(world, "a")).git?.path ?? "") ?? "";
}

/** Falls asleep, is woken and stopped by hand, wakes by its schedule, and does without one. */
export async function sleepStory(world: World): Promise<unknown> {
  await createAll(world, ["a"]);
  await rests(world, DEPLOYMENTS, "a", "running");
  await settle(world);
  await change(world, DEPLOYMENTS, "a", { sleep: SLEEP });
  await rests(world, DEPLOYMENTS, "a", "running");
  await tells(world, "Running", { sleepsAt: FALLS_ASLEEP });
  world.setUpEffects = world.effects.length;
  await until(world, FALLS_ASLEEP);
  await rests(world, DEPLOYMENTS, "a", "stopped");
  await tells(world, "Asleep", { wakesAt: WAKES });
  expect(await valuesOf(world)).to.contain("stopped: true");
  const woken = "2026-01-01T01:00:01Z";
  await change(world, DEPLOYMENTS, "a", { stopped: false, switchedAt: woken });
  await rests(world, DEPLOYMENTS, "a", "running");
  await tells(world, "Running", { sleepsAt: "2026-01-02T01:00:00.000Z", switchedAt: woken });
  const halted = "2026-01-01T01:00:02Z";
  await change(world, DEPLOYMENTS, "a", { stopped: true, switchedAt: halted });
  await rests(world, DEPLOYMENTS, "a", "stopped");
  await tells(world, "Stopped", { wakesAt: WAKES, switchedAt: halted });
  await until(world, WAKES);
  await rests(world, DEPLOYMENTS, "a", "running");
  await tells(world, "Running", { sleepsAt: "2026-01-02T01:00:00.000Z", switchedAt: halted });
  expect(await valuesOf(world)).to.not.contain("stopped: true");
  await change(world, DEPLOYMENTS, "a", { sleep: null, switchedAt: null });
  await rests(world, DEPLOYMENTS, "a", "stopped");
  await tells(world, "Stopped", undefined as unknown as object);
  await settle(world);
  return snapshot(world);
}
