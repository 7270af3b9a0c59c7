import { expect } from "chai";
import { ApplicationTracker } from "../../../operator/controllers/delivered/application-tracker.ts";
import type { ArgoApplication } from "../../../operator/delivery/argo-application.ts";

const MINUTE_MS = 60_000;
const REVISION = "5449b5c";
const CONTENT = "aa5d436";

const shown = (operation?: object): ArgoApplication =>
  ({ metadata: { name: "shop" }, revision: REVISION, sync: "OutOfSync", operation }) as unknown as ArgoApplication;

describe("A sync that was asked for", () => {
  let tracker: ApplicationTracker;
  beforeEach(() => {
    tracker = new ApplicationTracker();
    tracker.kick(shown(), CONTENT, 0);
  });

  it("is remembered while the Application may not show it yet, at its revision and content", () => {
    expect(tracker.wasKicked(shown(), CONTENT, MINUTE_MS)).to.equal(true);
    expect(tracker.wasKicked(shown(), "other", MINUTE_MS)).to.equal(false);
    expect(tracker.wasKicked({ ...shown(), revision: "other" }, CONTENT, MINUTE_MS)).to.equal(false);
  });

  it("is asked for again where the Application shows nothing of it: etcd has forgotten it", () => {
    expect(tracker.wasKicked(shown(), CONTENT, 5 * MINUTE_MS)).to.equal(false);
  });

  it("is never asked for again where the Application shows it", () => {
    const kicked = shown({ kick: CONTENT, revision: REVISION });
    expect(tracker.wasKicked(kicked, CONTENT, 500 * MINUTE_MS)).to.equal(true);
  });
});
