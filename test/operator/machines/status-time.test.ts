import { expect } from "chai";
import { parseClusterState } from "../../../operator/machines/cluster/status.ts";
import { parseDeploymentState } from "../../../operator/machines/deployment/status.ts";
import { isSetRight } from "../../../operator/machines/status-time.ts";
import { parseUpgradeState } from "../../../operator/machines/upgrade/status.ts";
import { NOW } from "../../support/delivered.ts";

const [TO_COME, AT_ONCE] = [NOW + 3_600_000, NOW].map((ms) => new Date(ms).toISOString()) as [string, string];
const rollover = { serverType: "large", attempt: 0, step: "DrainOne", since: TO_COME, incomplete: false } as const;
const git = { path: "p", commit: "c", contentHash: "h", committedAt: TO_COME };

describe("Times to come, which a clock has written that was ahead", () => {
  it("count from now on, whatever lasts since then", () => {
    const deployment = parseDeploymentState({ phaseSince: TO_COME, unhealthySince: TO_COME, git }, NOW);
    expect([deployment.phaseSinceMs, deployment.unhealthySinceMs, deployment.git?.committedAtMs]).to.eql([
      NOW,
      NOW,
      NOW,
    ]);
    const cluster = parseClusterState({ attemptStartedAt: TO_COME, rollover }, NOW);
    expect([cluster.attemptStartedAtMs, cluster.rollover?.sinceMs]).to.eql([NOW, NOW]);
    expect(parseUpgradeState({ startedAt: TO_COME }, NOW).startedAtMs).to.equal(NOW);
  });

  for (const [name, at] of Object.entries({
    phaseSince: (time: string) => ({ phaseSince: time }),
    unhealthySince: (time: string) => ({ unhealthySince: time }),
    attemptStartedAt: (time: string) => ({ attemptStartedAt: time }),
    rollover: (time: string) => ({ rollover: { since: time } }),
    git: (time: string) => ({ git: { committedAt: time } }),
  }))
    it(`are set right in a status, once: ${name}`, () => {
      expect(isSetRight(at(TO_COME), at(AT_ONCE), NOW)).to.equal(true);
      expect(isSetRight(at(AT_ONCE), at(AT_ONCE), NOW)).to.equal(false);
      expect(isSetRight(at(TO_COME), at(TO_COME), NOW), "no write would mend it").to.equal(false);
      expect(isSetRight(at(new Date(NOW + 59_000).toISOString()), at(AT_ONCE), NOW), "another leader's").to.equal(
        false,
      );
    });
});
