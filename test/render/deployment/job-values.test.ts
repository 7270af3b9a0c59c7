import { expect } from "chai";
import type { DeploymentSpec } from "../../../contract/resources/deployment-spec.ts";
import { deriveJob } from "../../../render/deployment/job-values.ts";
import { deploymentInput } from "../../support/deployment-input.ts";

const of = (members: Partial<DeploymentSpec>): string => {
  try {
    return JSON.stringify(deriveJob(deploymentInput({ appType: "cron_job", schedule: "0 4 * * *", ...members }).spec));
  } catch (error) {
    return String((error as { publicMessage?: string }).publicMessage);
  }
};

describe("When a cron job is due", () => {
  it("is said in a zone that clusters know by that name", () => {
    for (const timeZone of [
      "Europe/Berlin",
      "Etc/UTC",
      "UTC",
      "America/New_York",
      "US/Eastern",
      "Asia/Kolkata",
      "Etc/GMT+5",
    ])
      expect(of({ timeZone }), timeZone).to.contain(`"timeZone":"${timeZone}"`);
    expect(of({})).to.contain('"timeZone":"Etc/UTC"');
    expect(of({ timeZone: "EUROPE/BERLIN" })).to.contain("time_zone is no time zone; Europe/Berlin is one");
    for (const timeZone of ["Mars/Olympus", "Local", "Europe", "A".repeat(64)])
      expect(of({ timeZone }), timeZone).to.contain("time_zone is no time zone; use a name such as");
  });

  it("is refused where it never comes", () => {
    expect(of({ schedule: "0 0 31 2 *" })).to.contain("schedule never comes");
    expect(of({ schedule: "0 6-2 * * *" })).to.contain("schedule has a range that runs downwards");
  });
});
