import { expect } from "chai";
import { assertSame, play, type Played, type Story } from "./world/play.ts";
import { mainStory } from "./world/story.ts";
import type { WorldOptions } from "./world/world.ts";

/** Of what is not fenced: more places say no more. */
const CAUGHT = 3;

/** Picks of the effects after the set-up the first of each kind, at whatever object. */
function places({ world }: Played): readonly number[] {
  const found = new Map<string, number>();
  world.effects.forEach((effect, index) => {
    const kind = effect.replace(/-[a-z0-9]{6,}|[a-z0-9-]*-[a-z0-9]{10}\b/g, "…");
    if (effect !== "push" && index >= world.setUpEffects && !found.has(kind)) found.set(kind, index + 1);
  });
  return [...found.values()];
}

describe("A leader that is frozen in the middle of a pass, and goes on when another one leads", function () {
  this.timeout(900_000);
  let calm: Played;
  const frozenAt = (freezeAt: number, misbehaves?: WorldOptions["misbehaves"]): WorldOptions => ({
    seed: 1,
    disturbance: { freezeAt },
    ...(misbehaves && { misbehaves }),
  });
  const story: Story = mainStory;

  before(async () => {
    calm = await play(story);
  });

  it("changes nothing any more, on the management cluster, on tenant clusters or at the cloud", async () => {
    const chosen = places(calm);
    expect(chosen.length).to.be.greaterThan(10);
    for (const at of chosen)
      await assertSame(story, calm, frozenAt(at), `frozen after effect ${at} (${calm.world.effects[at - 1] ?? ""})`);
  });

  it("would be seen to (known bad): an operator that is not fenced", async () => {
    const caught: string[] = [];
    for (const at of places(calm)) {
      const answer = await play(story, frozenAt(at, "unfenced")).then(
        () => "",
        (error: unknown) => JSON.stringify((error as { actual?: unknown }).actual ?? String(error)),
      );
      if (/leads no more/.test(answer)) caught.push(calm.world.effects[at - 1] ?? "");
      if (caught.length === CAUGHT) break;
    }
    expect(caught).to.have.length(CAUGHT);
  });
});
