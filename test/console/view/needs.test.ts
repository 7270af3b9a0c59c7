import { expect } from "chai";
import { clusterActions } from "../../../console/view/cluster-actions.ts";
import { databaseActions } from "../../../console/view/database-actions.ts";
import { deploymentActions } from "../../../console/view/deployment-actions.ts";
import { needsOf, type Known } from "../../../console/view/needs.ts";

const ANYBODY = (): boolean => true;
const NOW = Date.parse("2026-11-23T12:00:00Z");
const row = { id: "1", name: "shop", status: "running", error_message: null, conditions: [], is_staged: false };
const database = {
  ...row,
  name: "orders",
  backup_enabled: true,
  backup_schedule: "daily",
  last_backup_at: null,
  created_at: "2026-11-22T00:00:00Z",
};
const harbour = { ...row, id: "c", name: "harbour", upgrade_available: false };
const NONE = { deployments: [], clusters: [], databases: [], upgrades: [], alerts: [] };
const find = (known: Partial<Known>): string[] =>
  needsOf({ ...NONE, ...known }, NOW, ANYBODY).map(({ name, urgency, sentence }) => `${urgency} ${name}: ${sentence}`);

describe("What needs the reader", () => {
  it("is nothing where all is well, or rests on purpose", () => {
    const stopped = { ...row, status: "stopped" };
    const verified = { ...row, conditions: [{ type: "DomainVerified", status: "True", message: "" }] };
    const named = { ...harbour, conditions: [{ type: "NamesPoint", status: "True", message: "" }] };
    expect(find({ deployments: [row, stopped, verified], clusters: [named], databases: [database] })).to.deep.equal([]);
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

  it("is what is on the way and cannot go on by itself", () => {
    const conditions = [{ type: "Stalled", status: "True", message: "There is no secret." }];
    const held = { ...row, status: "provisioning", conditions };
    const unhealthy = { id: "a", kind: "Deployment", resource_id: "1", resource_name: "shop" } as const;
    const alerts = [{ ...unhealthy, rule: "not_healthy", message: "Not healthy since noon." }];
    expect(find({ deployments: [held], alerts })).to.deep.equal(["now shop: There is no secret."]);
  });

  it("is what fires, unless it is told as being in trouble already", () => {
    const alert = {
      id: "a",
      kind: "Deployment",
      resource_id: "1",
      resource_name: "shop",
      message: "4 restarts.",
    } as const;
    const failed = { ...row, status: "failed", error_message: "No such image." };
    const memory = { ...alert, rule: "memory", message: "At 95 % of its limit." };
    const unhealthy = { ...alert, rule: "not_healthy", message: "Not healthy since noon." };
    expect(find({ deployments: [row], alerts: [memory, unhealthy] })).to.deep.equal([
      "now shop: At 95 % of its limit.",
      "now shop: Not healthy since noon.",
    ]);
    expect(find({ deployments: [failed], alerts: [memory, unhealthy] })).to.deep.equal([
      "now shop: No such image.",
      "now shop: At 95 % of its limit.",
    ]);
    const onDatabase = { ...memory, kind: "DatabaseInstance", resource_id: "2" } as const;
    expect(needsOf({ ...NONE, alerts: [onDatabase] }, NOW, ANYBODY).map(({ href }) => href)).to.deep.equal([
      "/databases/2?tab=alerts",
    ]);
  });

  it("is a backup that is late by its schedule, a certificate that is not ready, each with the one way that helps", () => {
    const hourly = { ...database, backup_schedule: "hourly", last_backup_at: "2026-11-23T08:00:00Z" };
    const weekly = { ...database, backup_schedule: "weekly", last_backup_at: "2026-11-17T08:00:00Z" };
    const conditions = [{ type: "CertificateReady", status: "False", message: "It ends tomorrow." }];
    // A cron line is of as seldom as it says.
    const monthly = { ...database, backup_schedule: "0 3 1 * *", last_backup_at: "2026-11-01T03:00:00Z" };
    const known = { ...NONE, deployments: [{ ...row, conditions }], databases: [hourly, weekly, monthly] };
    expect(needsOf(known, NOW, ANYBODY).map(({ sentence, href }) => [sentence, href])).to.deep.equal([
      ["It ends tomorrow.", "/deployments/1?tab=configuration"],
      ["Its last backup is of 2026-11-23.", "/databases/1?tab=backups&do=backup"],
    ]);
  });

  it("is a deployment's backup that failed, a cluster's certificate that ends, and its names that lead elsewhere", () => {
    const told = (type: string, message: string): object => ({ type, status: "False", message });
    const shop = { ...row, conditions: [told("BackedUp", "None can be restored.")] } as typeof row;
    const conditions = [told("CertificateReady", "It ends tomorrow."), told("NamesPoint", "Create the A record.")];
    const known = { ...NONE, deployments: [shop], clusters: [{ ...harbour, conditions } as typeof harbour] };
    expect(needsOf(known, NOW, ANYBODY).map(({ sentence, help, href }) => [sentence, help, href])).to.deep.equal([
      ["Create the A record.", "See the record", "/clusters/c"],
      ["It ends tomorrow.", "See its certificate", "/clusters/c"],
      ["None can be restored.", "See its backups", "/deployments/1"],
    ]);
  });

  it("is an upgrade that waits for the reader's approval, and an import that waits for its first sync", () => {
    const cluster = { ...harbour, upgrade_available: true };
    const upgrade = { id: "u", cluster_id: "c", from_version: "1.35.4", to_version: "1.36.3", upgrade_notes: "Soon." };
    const known = { ...NONE, clusters: [cluster], upgrades: [upgrade], deployments: [{ ...row, is_staged: true }] };
    expect(needsOf(known, NOW, ANYBODY).map(({ name, href, sentence }) => [name, href, sentence])).to.deep.equal([
      [
        "shop",
        "/deployments/1?do=sync",
        "It was imported, and nothing changes on its cluster before it is taken over.",
      ],
      [
        "harbour",
        "/clusters/c?tab=upgrades&do=approve.u",
        "Its upgrade from 1.35.4 to 1.36.3 waits for an approval. Soon.",
      ],
    ]);
  });

  it("has one way that helps for each, and it leads to an action that there is; who may not is led to look", () => {
    const conditions = ["DomainVerified", "DomainPoints", "CertificateReady"].map((type) => ({
      type,
      status: "False",
      message: "It waits.",
    }));
    const drifted = { type: "Drifted", status: "True", message: "By hand." };
    const known: Known = {
      deployments: [
        { ...row, id: "bad", status: "failed" },
        { ...row, id: "waits", conditions: [...conditions, drifted] },
        { ...row, id: "staged", is_staged: true },
      ],
      clusters: [
        { ...row, id: "bad cluster", status: "failed", upgrade_available: false },
        { ...row, id: "old", upgrade_available: true },
      ],
      databases: [
        { ...database, id: "bad database", status: "failed" },
        { ...database, id: "late", created_at: "2026-11-01T00:00:00Z" },
      ],
      upgrades: [],
      alerts: [
        { id: "a", kind: "Deployment", resource_id: "1", resource_name: "shop", rule: "memory", message: "95 %" },
      ],
    };
    const helps = (may: boolean): string[] => needsOf(known, NOW, () => may).map(({ help, href }) => `${help} ${href}`);
    const looks = [
      "See what is wrong /clusters/bad cluster",
      "See what is wrong /deployments/bad",
      "See what is wrong /databases/bad database",
      "See its alerts /deployments/1?tab=alerts",
      "See the record /deployments/waits?tab=configuration",
      "See where it points /deployments/waits?tab=configuration",
      "See its certificate /deployments/waits?tab=configuration",
    ];
    const acts = [
      "Deliver it anew /deployments/waits?do=sync",
      "Take it over /deployments/staged?do=sync",
      "Back it up now /databases/late?tab=backups&do=backup",
      "Upgrade it /clusters/old?tab=upgrades&do=upgrade",
    ];
    expect(helps(true)).to.deep.equal([...looks, ...acts]);
    expect(helps(false)).to.deep.equal([
      ...looks,
      "See it /deployments/waits",
      "See it /deployments/staged",
      "See it /databases/late",
      "See it /clusters/old",
    ]);
    const facts = {
      status: "running",
      app_type: "web_app",
      tier: "dedicated",
      is_imported: false,
      is_management: false,
    };
    const doable = [
      ...[false, true].flatMap((isStaged) => deploymentActions({ ...facts, is_staged: isStaged })),
      ...clusterActions(facts),
      ...databaseActions({
        ...facts,
        replication_role: null,
        promoted: false,
        connection_secret_name: "a",
        restorable_until: null,
      }),
    ].map(({ id }) => id);
    expect(doable).to.include.members(acts.map((one) => /do=(\w+)/.exec(one)?.[1]));
  });

  it("has one key each", () => {
    const bad = { ...row, status: "failed", conditions: [{ type: "Drifted", status: "True", message: "By hand." }] };
    const keys = needsOf({ ...NONE, deployments: [bad] }, NOW, ANYBODY).map(({ key }) => key);
    expect(new Set(keys).size).to.equal(2);
  });
});
