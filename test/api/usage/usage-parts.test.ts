import { expect } from "chai";
import type { UsageRow } from "../../../adapters/postgres/resources/usage-store.ts";
import { ListPrices } from "../../../api/providers/list-prices.ts";
import { csvText } from "../../../api/usage/csv-text.ts";
import { usageBody } from "../../../api/usage/usage-body.ts";
import { deriveUsageRange } from "../../../api/usage/usage-range.ts";

const MONTH = 730 * 3_600;
const NOW = Date.parse("2026-11-23T13:00:00Z");

const row = (more: Partial<UsageRow>): UsageRow => ({
  resourceId: "a",
  kind: "Deployment",
  name: "shop",
  clusterId: "c",
  clusterName: "harbour",
  provider: "hetzner",
  region: "fsn1",
  serverType: "",
  day: null,
  seconds: 0,
  cpuMilliSeconds: 0,
  memoryMbSeconds: 0,
  storageGbSeconds: 0,
  nodeSeconds: 0,
  ...more,
});
const asked: string[] = [];
const prices = (): ListPrices =>
  new ListPrices({
    serverTypes: (provider, region) => {
      asked.push(`${provider}/${region ?? ""}`);
      if (provider === "away") return Promise.reject(new Error("away"));
      const type = { id: "cx22", cpu: 2, memoryMb: 4096, pricePerMonth: "4.00", available: true, regions: null };
      return Promise.resolve([type]);
    },
    storagePrice: () =>
      Promise.resolve({ perGbMonth: "0.0500", source: "static", fetchedAt: new Date(NOW), isStale: false }),
  });

describe("usage as it is shown", () => {
  it("prices nodes and storage by the month, each price asked for once, and adds up by what was asked for", async () => {
    const rows = [
      row({ resourceId: "c", kind: "Cluster", name: "harbour", serverType: "cx22", nodeSeconds: 3 * MONTH }),
      row({ storageGbSeconds: 100 * MONTH, cpuMilliSeconds: 500 * MONTH, memoryMbSeconds: 2048 * MONTH }),
      row({ resourceId: "b", serverType: "cx22", nodeSeconds: MONTH, kind: "Cluster", clusterId: "b" }),
    ];
    const { rows: kinds, total, unpriced } = await usageBody(rows, "kind", prices());
    expect(kinds).to.deep.equal([
      { ...NO_LABELS, kind: "Cluster", ...NOTHING, node_hours: 2920, cost: "16.00" },
      {
        ...NO_LABELS,
        kind: "Deployment",
        cpu_core_hours: 365,
        memory_gb_hours: 1460,
        storage_gb_hours: 73_000,
        node_hours: 0,
        cost: "5.00",
      },
    ]);
    expect([total.cost, unpriced]).to.deep.equal(["21.00", false]);
    expect(asked.splice(0)).to.deep.equal(["hetzner/fsn1"]);
    const clusters = await usageBody(rows, "cluster", prices());
    expect(clusters.rows.map(({ cluster_id: id, cost }) => [id, cost])).to.deep.equal([
      ["c", "17.00"],
      ["b", "4.00"],
    ]);
  });

  it("says where something has no price, and never makes that nothing", async () => {
    const away = row({ kind: "Cluster", provider: "away", serverType: "cx22", nodeSeconds: MONTH });
    const shared = row({ kind: "Cluster", resourceId: "s" });
    const other = row({ kind: "Cluster", resourceId: "o", serverType: "gone", nodeSeconds: MONTH });
    const { rows, total, unpriced } = await usageBody([away, shared, other], "resource", prices());
    expect(rows.map(({ cost }) => cost)).to.deep.equal([null, null, null]);
    expect([total.cost, unpriced]).to.deep.equal(["0.00", true]);
  });

  it("is of this month in UTC unless days are named, and of a year at most", () => {
    const days = (range: { from: Date; to: Date }): string[] => [range.from, range.to].map((at) => at.toISOString());
    expect(days(deriveUsageRange({}, NOW))).to.deep.equal(["2026-11-01T00:00:00.000Z", "2026-11-24T00:00:00.000Z"]);
    expect(() => deriveUsageRange({ from: "2026-01-02", to: "2026-01-02" }, NOW)).to.throw();
    expect(() => deriveUsageRange({ from: "2024-01-01", to: "2026-01-02" }, NOW)).to.throw();
  });

  it("is CSV that no spreadsheet takes for a formula", () => {
    const hostile = [
      "=1+1",
      "+1",
      "-1",
      "@SUM(A1)",
      "\t=1",
      "\r=1",
      " =1",
      '=HYPERLINK("x","y")',
      "a,b",
      'say "x"',
      "two\nlines",
      "-",
      "plain",
    ];
    const text = csvText(
      ["name", "hours", "cost"],
      hostile.map((name) => ({ name, hours: -1.5, cost: null })),
    );
    const lines = text.split("\r\n");
    expect(lines[0]).to.equal("name,hours,cost");
    expect(lines.slice(1, 5)).to.deep.equal(["'=1+1,-1.5,", "'+1,-1.5,", "'-1,-1.5,", "'@SUM(A1),-1.5,"]);
    expect(text).to.contain(`"'=HYPERLINK(""x"",""y"")"`).and.to.contain('"a,b"').and.to.contain('"say ""x"""');
    expect(text).to.contain("\nplain,-1.5,\r\n").and.to.contain("\n'-,-1.5,\r\n");
    for (const cell of text.split(/\r\n|,/)) expect(/^"?\s*[=+@]/.test(cell), cell).to.equal(false);
  });
});

const NO_LABELS = { day: null, resource_id: null, name: null, cluster_id: null, cluster_name: null };
const NOTHING = { cpu_core_hours: 0, memory_gb_hours: 0, storage_gb_hours: 0, node_hours: 0 };
