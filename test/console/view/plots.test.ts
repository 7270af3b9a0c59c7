import { expect } from "chai";
import { formatAmount, unitOf } from "../../../console/view/amounts.ts";
import { plotSentence, plotsOf, type History } from "../../../console/view/plots.ts";

const at = (second: number): string => new Date(second * 1_000).toISOString();
const NOW = {
  cpu_millicores: { used: 120, requested: 100, limit: 500 },
  memory_bytes: { used: 1_024, requested: 0, limit: null },
};

function history(series: History["series"]): History {
  return { state: "available", reason: null, message: null, from: at(0), to: at(60), step_seconds: 15, series };
}

describe("plotsOf", () => {
  it("puts what was kept on even times, and leaves gaps where nothing was", () => {
    const points = [
      { at: at(0), value: 10 },
      { at: at(45), value: 30 },
      { at: at(600), value: 7 },
    ];
    const [plot] = plotsOf(history([{ metric: "cpu_millicores", points }]), undefined);
    expect(plot?.times).to.deep.equal([0, 15, 30, 45, 60]);
    expect(plot?.lines).to.deep.equal([{ name: "Used", kind: "used", values: [10, null, null, 30, null] }]);
  });

  it("draws what was requested and the limit beside it, where there are any", () => {
    const points = [{ at: at(0), value: 10 }];
    const plots = plotsOf(
      history([
        { metric: "cpu_millicores", points },
        { metric: "memory_bytes", points },
      ]),
      NOW,
    );
    expect(plots.map(({ title, lines }) => [title, lines.map(({ name, values }) => [name, values[4]])])).to.deep.equal([
      [
        "CPU",
        [
          ["Used", null],
          ["Requested", 100],
          ["Limit", 500],
        ],
      ],
      ["Memory", [["Used", null]]],
    ]);
  });

  it("has both ways of the network in one plot, and one for each metric that is new", () => {
    const metrics = ["network_sent_bytes_per_second", "network_received_bytes_per_second", "retries_per_second"];
    const series = metrics.map((metric) => ({ metric, points: [{ at: at(0), value: 2_048 }] }));
    const plots = plotsOf(history(series as History["series"]), NOW);
    expect(plots.map(({ title, unit, lines }) => [title, unit, lines.map(({ name }) => name)])).to.deep.equal([
      ["Network", "bytes_per_second", ["Sent", "Received"]],
      ["Retries", "per_second", ["Measured"]],
    ]);
  });

  it("says a plot in a sentence", () => {
    const points = [0, 15].map((second) => ({ at: at(second), value: 400 - second * 20 }));
    const [plot] = plotsOf(history([{ metric: "cpu_millicores", points }]), NOW);
    expect(plot && plotSentence(plot)).to.equal(
      "CPU. Used: at last 100 m, at most 400 m. Requested 100 m. Limit 500 m.",
    );
    const [empty] = plotsOf(history([{ metric: "cpu_millicores", points: [] }]), undefined);
    expect(empty && plotSentence(empty)).to.equal("CPU. Used: nothing was kept.");
  });
});

describe("formatAmount", () => {
  it("tells each unit with as many digits as say something", () => {
    const told = [
      [0, "millicores", "0 m"],
      [250, "millicores", "250 m"],
      [1_000, "millicores", "1 core"],
      [1_500, "millicores", "1.5 cores"],
      [0, "bytes", "0 B"],
      [1_023, "bytes", "1023 B"],
      [96 * 2 ** 20, "bytes", "96 MiB"],
      [2 ** 52, "bytes", "4096 TiB"],
      [1_234, "bytes_per_second", "1.2 KiB/s"],
      [0.004, "seconds", "4 ms"],
      [12.34, "seconds", "12 s"],
      [0.5, "per_second", "0.5/s"],
      [7, "count", "7"],
    ] as const;
    for (const [value, unit, text] of told) expect(formatAmount(value, unit)).to.equal(text);
  });

  it("knows the unit by the metric's name", () => {
    expect(unitOf("network_sent_bytes_per_second")).to.equal("bytes_per_second");
    expect(unitOf("requests_per_second")).to.equal("per_second");
    expect(unitOf("memory_bytes")).to.equal("bytes");
    expect(unitOf("restarts")).to.equal("count");
  });
});
