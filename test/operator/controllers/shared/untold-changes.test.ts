import { expect } from "chai";
import { UntoldChanges } from "../../../../operator/controllers/shared/untold-changes.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";

const MAX_MS = 5_000;

describe("Changes that are not told yet", () => {
  it("wait for a moment, each from its first question, however often it is asked", async () => {
    const clock = createFakeClock();
    const untold = new UntoldChanges(clock);
    expect(untold.mayWait("org-a/shop", MAX_MS)).to.equal(true);
    await clock.advance(MAX_MS - 1);
    expect(untold.mayWait("org-a/shop", MAX_MS)).to.equal(true);
    expect(untold.mayWait("org-a/other", MAX_MS)).to.equal(true);
    await clock.advance(1);
    expect(untold.mayWait("org-a/shop", MAX_MS), "asked for long").to.equal(false);
    expect(untold.mayWait("org-a/other", MAX_MS)).to.equal(true);
  });

  it("have a moment anew once they were told", async () => {
    const clock = createFakeClock();
    const untold = new UntoldChanges(clock);
    untold.mayWait("org-a/shop", MAX_MS);
    await clock.advance(MAX_MS);
    untold.forget("org-a/shop");
    expect(untold.mayWait("org-a/shop", MAX_MS)).to.equal(true);
  });
});
