import { expect } from "chai";
import { needsOf, type Known } from "../../../console/view/needs.ts";

const NOW = Date.parse("2026-11-23T12:00:00Z");
const row = { id: "1", name: "shop", status: "running", error_message: null, conditions: [] };
const database = {
  ...row,
  name: "orders",
  backup_enabled: true,
  backup_schedule: "daily",
  last_backup_at: null,
  created_at: "2026-11-22T00:00:00Z",
};
const find = (known: Partial<Known>): string[] =>
  needsOf({ deployments: [], clusters: [], databases: [], ...known }, NOW).map(
    ({ name, urgency, sentence }) => `${urgency} ${name}: ${sentence}`,
  );

describe("What needs the reader", () => {
  it("is nothing where all is well, or rests on purpose", () => {
    const stopped = { ...row, status: "stopped" };
    const verified = { ...row, conditions: [{ type: "DomainVerified", status: "True", message: "" }] };
    expect(find({ deployments: [row, stopped, verified], databases: [database] })).to.deep.equal([]);
  });

  it("is what is in trouble first, with its sentence, then what waits", () => {
    const waits = {
      ...row,
      name: "web",
      conditions: [{ type: "DomainVerified", status: "False", message: "Set the TXT record." }],
    };
    const failed = { ...row, status: "failed", error_message: "No such image." };
    const old = { ...row, name: "harbour", upgrade_available: true };
    const late = { ...database, created_at: "2026-11-01T00:00:00Z" };
    expect(find({ deployments: [waits, failed], clusters: [old], databases: [late] })).to.deep.equal([
      "now shop: No such image.",
      "soon web: Set the TXT record.",
      "soon orders: It has no backup yet.",
      "soon harbour: A newer Kubernetes version is there for it.",
    ]);
  });

  it("is a backup that is late by its schedule, a certificate that is not ready, each with the one way that helps", () => {
    const hourly = { ...database, backup_schedule: "hourly", last_backup_at: "2026-11-23T08:00:00Z" };
    const weekly = { ...database, backup_schedule: "weekly", last_backup_at: "2026-11-17T08:00:00Z" };
    const conditions = [{ type: "CertificateReady", status: "False", message: "It ends tomorrow." }];
    const known = { deployments: [{ ...row, conditions }], clusters: [], databases: [hourly, weekly] };
    expect(needsOf(known, NOW).map(({ sentence, href }) => [sentence, href])).to.deep.equal([
      ["It ends tomorrow.", "/deployments/1"],
      ["Its last backup is of 2026-11-23.", "/databases/1?tab=backups&do=backup"],
    ]);
  });

  it("has one key each", () => {
    const bad = { ...row, status: "failed", conditions: [{ type: "Drifted", status: "True", message: "By hand." }] };
    const keys = needsOf({ deployments: [bad], clusters: [], databases: [] }, NOW).map(({ key }) => key);
    expect(new Set(keys).size).to.equal(2);
  });
});
