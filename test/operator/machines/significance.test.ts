import { expect } from "chai";
import { z } from "zod";
import { RESOURCES } from "../../../contract/resources/all.ts";
import type { Condition } from "../../../contract/resources/conditions.ts";
import { conditionOf, deriveConditions, isMended, isShownLate } from "../../../operator/machines/conditions.ts";
import { significanceOf } from "../../../operator/machines/significance.ts";
import { backupSignificance } from "../../../operator/machines/backup/status.ts";
import { clusterSignificance } from "../../../operator/machines/cluster/status.ts";
import { databaseSignificance } from "../../../operator/machines/database/status.ts";
import { significance as deploymentSignificance } from "../../../operator/machines/deployment/status.ts";
import { upgradeSignificance } from "../../../operator/machines/upgrade/status.ts";

type Judge = (status: never) => string;
const JUDGES: Readonly<Record<string, Judge>> = {
  Cluster: clusterSignificance,
  Deployment: deploymentSignificance,
  DatabaseInstance: databaseSignificance,
  DatabaseBackup: backupSignificance,
  UpgradeRequest: upgradeSignificance,
};
const changes = (judge: Judge, before: object, after: object): boolean =>
  judge(before as never) !== judge(after as never);

describe("What of a status is worth a write", () => {
  it("is every member that is not marked as quiet: a new one is, unless it says otherwise", () => {
    for (const { kind, status } of RESOURCES)
      for (const [name, member] of Object.entries(status.shape)) {
        const quiet = (member as z.ZodType).meta()?.["quiet"];
        if (quiet !== undefined) continue;
        expect(
          changes(JUDGES[kind]!, { phase: "pending" }, { phase: "pending", [name]: "1" }),
          `${kind} ${name}`,
        ).to.equal(true);
      }
  });

  it("is what was found of a cluster only while it rests", () => {
    const later = { nodeCount: 3, clusterUid: "a" };
    for (const phase of ["running", "degraded"])
      expect(changes(clusterSignificance, { phase }, { phase, ...later }), phase).to.equal(true);
    for (const phase of ["pending", "updating", "error", "deleting"])
      expect(changes(clusterSignificance, { phase }, { phase, ...later }), phase).to.equal(false);
    expect(changes(clusterSignificance, { phase: "upgrading" }, { phase: "upgrading", step: "nodes" })).to.equal(true);
    expect(changes(clusterSignificance, { phase: "running" }, { phase: "running", step: "nodes" })).to.equal(false);
  });

  it("is that a trouble is over of which other news told as it passed, once what it befell is ready", () => {
    const told = (ready: "True" | "False", synced: "True" | "False" | "Unknown", drifted: "True" | "False" = "False") =>
      deriveConditions(
        [],
        [
          conditionOf("Ready", ready, "R"),
          conditionOf("Synced", synced, "S"),
          conditionOf("Healthy", "True", "Healthy"),
          conditionOf("Drifted", drifted, "D"),
        ],
        1,
        0,
      );
    for (const shown of ["False", "Unknown"] as const) {
      expect(isMended(told("True", shown), told("True", "True")), shown).to.equal(true);
      expect(isMended(told("False", shown), told("True", "True")), shown).to.equal(true);
      expect(isMended(told("True", shown), told("False", "True")), "not ready yet").to.equal(false);
    }
    expect(isMended(told("True", "True"), told("True", "True"))).to.equal(false);
    expect(isMended(told("True", "True"), told("True", "False")), "what passes is nobody's news").to.equal(false);
    expect(isMended(told("True", "False"), told("True", "Unknown")), "another trouble").to.equal(false);
    expect(isMended(told("True", "True"), told("True", "True", "True")), "what drifts is no step").to.equal(false);
    expect(isMended(undefined, told("True", "True"))).to.equal(false);
    const [ready, , healthy] = told("True", "True");
    const half = [ready, healthy && { ...healthy, status: "Unknown" as const }].flatMap((one) => one ?? []);
    const [shown, now] = [told("True", "False"), told("True", "True").filter(({ type }) => type !== "Healthy")];
    expect(isMended(shown, [...now, ...half]), "it would take along what passes").to.equal(false);
    expect(isMended(told("True", "False"), undefined)).to.equal(false);
  });

  it("is what the cluster has refused, which stays told while Argo CD tries again", () => {
    const told = (before: readonly Condition[], message: string) =>
      deriveConditions(before, [conditionOf("Synced", "False", "SyncFailed", message)], 1, 0);
    const facts = (conditions: readonly Condition[]) =>
      conditions.map(({ reason, message }) => `${reason}: ${message}`);
    const tries = told([], "Retrying operation with latest revisions. Attempt #1");
    expect(facts(tries)).to.deep.equal(["Syncing: "]);
    const refused = told(tries, "one or more objects failed to apply: two are enough");
    expect(facts(told(refused, "Retrying operation. Attempt #2"))).to.deep.equal(facts(refused));
    expect(facts(told(refused, "three are too many"))).to.deep.equal(["SyncFailed: three are too many"]);
  });

  it("is that a step is done which has been shown as open for 20 s, while others go on", () => {
    const told = (synced: "True" | "False", healthy: "True" | "False", drifted: "True" | "False" = "False") => {
      const wanted = [
        conditionOf("Synced", synced, "S"),
        conditionOf("Healthy", healthy, "H"),
        conditionOf("Drifted", drifted, "D"),
      ];
      return deriveConditions([], wanted, 1, 0);
    };
    const [open, done] = [told("False", "False"), told("True", "False")];
    expect([19_999, 20_000].map((nowMs) => isShownLate(open, done, nowMs))).to.deep.equal([false, true]);
    expect(isShownLate(open, open, 60_000), "still open").to.equal(false);
    expect(isShownLate(done, done, 60_000), "was told").to.equal(false);
    expect(isShownLate(done, open, 60_000), "what passes is nobody's news").to.equal(false);
    expect(isShownLate(done, told("True", "False", "True"), 60_000), "no step").to.equal(false);
    expect(isShownLate(undefined, done, 60_000)).to.equal(false);
    expect(isShownLate(open, undefined, 60_000)).to.equal(false);
  });

  it("is nothing that is quiet, and what is made of it all the same", () => {
    const schema = z.strictObject({
      loud: z.string(),
      quiet: z.string().meta({ quiet: true }),
      size: z.int().meta({ quiet: true }),
    });
    const judge = significanceOf<z.infer<typeof schema>>(schema, { also: ({ size }) => [size > 9] });
    const before = { loud: "a", quiet: "a", size: 1 };
    expect(changes(judge, before, { ...before, quiet: "b", size: 9 })).to.equal(false);
    expect(changes(judge, before, { ...before, size: 10 })).to.equal(true);
    expect(changes(judge, before, { ...before, loud: "b" })).to.equal(true);
    expect(judge(undefined)).to.equal("");
  });
});
