import { expect } from "chai";
import { refusalOf } from "../../client/berth-error.ts";
import type { Schemas } from "../../client/main.ts";
import type { Means } from "../../cli/means.ts";
import { Output, type Format } from "../../cli/output/output.ts";
import { sparkline } from "../../cli/output/sparkline.ts";
import { showHistory } from "../../cli/show-history.ts";

type History = Schemas["MetricsHistoryResponse"];

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
const EMPTY: History = {
  state: "available",
  reason: null,
  message: null,
  from: at(0),
  to: at(4),
  step_seconds: 60,
  series: [],
};
const KEPT: History = {
  ...EMPTY,
  series: [
    { metric: "cpu_millicores", points: [0, 1, 3, 4].map((minute) => ({ at: at(minute), value: minute * 100 })) },
    { metric: "network_sent_bytes_per_second", points: [{ at: at(4), value: 2_048 }] },
  ],
};

describe("what something took, in a terminal", () => {
  async function shown(
    read: () => Promise<History>,
    format: Format = "table",
  ): Promise<Record<"stdout" | "stderr", string>> {
    const written = { stdout: "", stderr: "" };
    const sink = (name: "stdout" | "stderr") => ({ write: (text: string) => (written[name] += text) });
    const out = new Output({ stdout: sink("stdout"), stderr: sink("stderr"), format, colours: false });
    await showHistory({ out } as Means, read);
    return written;
  }

  it("is a bar for each moment, with gaps where nothing was kept, beside the answer and not in it", async () => {
    const { stdout, stderr } = await shown(() => Promise.resolve(KEPT));
    expect(stdout).to.equal("");
    expect(stderr.trim().split("\n").slice(1)).to.deep.equal([
      "CPU  ▁▂ ▆█  400m, at most 400m",
      "SENT     █  2Ki/s, at most 2Ki/s",
    ]);
  });

  it("is nothing where nothing is kept, for programs, and of a gateway that does not know it", async () => {
    const none: History = { ...EMPTY, state: "unavailable", reason: "NoHistory", message: "None." };
    expect(await shown(() => Promise.resolve(none))).to.deep.equal({ stdout: "", stderr: "" });
    expect(await shown(() => Promise.resolve(EMPTY))).to.deep.equal({ stdout: "", stderr: "" });
    expect(await shown(() => Promise.resolve(KEPT), "json")).to.deep.equal({ stdout: "", stderr: "" });
    const unknown = await refusalOf(Response.json({ code: "not_found", detail: "No such route." }, { status: 404 }));
    expect(await shown(() => Promise.reject(unknown))).to.deep.equal({ stdout: "", stderr: "" });
  });

  it("says where the store is silent", async () => {
    const silent: History = { ...EMPTY, state: "unavailable", reason: "HistorySilent", message: "It is silent." };
    expect(await shown(() => Promise.resolve(silent))).to.deep.equal({ stdout: "", stderr: "It is silent.\n" });
  });

  it("has as many bars as there is room for, each the greatest of its moments", () => {
    expect(sparkline([0, 0, 0, 0], 4)).to.equal("▁▁▁▁");
    expect(sparkline([1, 2, 3, 4, 5, 6, 7, 8], 4)).to.equal("▂▄▆█");
    expect(sparkline([], 4)).to.equal("");
    expect(sparkline([null, 8], 2)).to.equal(" █");
  });
});
