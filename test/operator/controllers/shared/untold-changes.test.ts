import { expect } from "chai";
import { UNTOLD_MAX_MS, UntoldChanges } from "../../../../operator/controllers/shared/untold-changes.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";

describe("Changes that are not told yet", () => {
  it("wait for a moment, each from its first question, however often it is asked", async () => {
    const clock = createFakeClock();
    const untold = new UntoldChanges(clock);
    expect(untold.mayWait("org-a/shop")).to.equal(true);
    await clock.advance(UNTOLD_MAX_MS - 1);
    expect(untold.mayWait("org-a/shop")).to.equal(true);
    expect(untold.mayWait("org-a/other")).to.equal(true);
    await clock.advance(1);
    expect(untold.mayWait("org-a/shop"), "asked for long").to.equal(false);
    expect(untold.mayWait("org-a/other")).to.equal(true);
  });

  it("have a moment anew once they were told", async () => {
    const clock = createFakeClock();
    const untold = new UntoldChanges(clock);
    untold.mayWait("org-a/shop");
    await clock.advance(UNTOLD_MAX_MS);
    untold.forget("org-a/shop");
    expect(untold.mayWait("org-a/shop")).to.equal(true);
  });
});
