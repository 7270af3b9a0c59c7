import { expect } from "chai";
import { CLUSTER_TRAITS } from "../../contract/resources/cluster-traits.ts";
import { BACKUP_TRAITS } from "../../contract/resources/database-backup.ts";
import { DATABASE_TRAITS } from "../../contract/resources/database-instance.ts";
import { DEPLOYMENT_TRAITS } from "../../contract/resources/deployment-spec.ts";
import { phasesOf, traitsOf } from "../../contract/resources/phase-traits.ts";
import { UPGRADE_TRAITS } from "../../contract/resources/upgrade-request.ts";

const TABLES = [CLUSTER_TRAITS, DEPLOYMENT_TRAITS, DATABASE_TRAITS, BACKUP_TRAITS, UPGRADE_TRAITS];

describe("What phases answer", () => {
  it("stands in one row for each", () => {
    expect(traitsOf(CLUSTER_TRAITS, "degraded")).to.equal(CLUSTER_TRAITS.degraded);
    expect(phasesOf(BACKUP_TRAITS)).to.deep.equal(["pending", "running", "completed", "failed", "deleting"]);
  });

  it("is that of pending where there is none yet, or one of a newer release", () => {
    for (const phase of [undefined, "", "hibernating", "constructor", "__proto__"])
      for (const table of TABLES) expect(traitsOf(table, phase), phase).to.equal(table.pending);
  });

  it("lets no wait end on what is under way", () => {
    for (const traits of Object.values(CLUSTER_TRAITS)) expect(traits.moving && traits.settled).to.equal(false);
    for (const traits of Object.values(DEPLOYMENT_TRAITS)) expect(traits.coming && traits.settled).to.equal(false);
    for (const traits of Object.values(DATABASE_TRAITS)) expect(traits.coming && traits.settled).to.equal(false);
    for (const traits of Object.values(BACKUP_TRAITS)) expect(traits.open && traits.settled).to.equal(false);
  });

  it("does not compile while a new phase leaves a question open", () => {
    const { settled, ...rest } = CLUSTER_TRAITS.running;
    // @ts-expect-error whether a wait ends on it is not said
    const table: Readonly<Record<string, typeof CLUSTER_TRAITS.running>> = { running: { ...rest, settled }, new: rest };
    expect(table).to.have.property("new");
  });
});
