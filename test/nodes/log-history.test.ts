import { expect } from "chai";
import { createVictoriaLogs, LogStoreFault, type LinesWish } from "../../adapters/log-store/log-store-client.ts";
import type { LinesChoice, LinesScope } from "../../adapters/log-store/log-store-query.ts";
import { eventually } from "../support/eventually.ts";
import { startVictoriaLogs } from "../support/victoria-logs/victoria-logs.ts";
import type { VictoriaStore } from "../support/victoria/start-victoria.ts";

const FROM_MS = Date.parse("2026-01-01T00:00:00Z");
const OWN: LinesScope = { cluster: "harbour-1", namespace: "shop-1" };
const RANGE = { fromMs: FROM_MS, toMs: FROM_MS + 3_600_000, linesMax: 100 };
const STREAM_FIELDS = "cluster,kubernetes.pod_namespace,kubernetes.pod_name,kubernetes.container_name";
const HOSTILE = [
  '"',
  '" or _msg:*',
  "*",
  '\\" | delete _msg',
  'x") or (_msg:~"',
  "{} or {cluster=~`.*`}",
  "`",
  "'",
  "(?i)",
  "#comment",
  "\ud800",
  "\u0007",
  "| limit 1",
  ".*",
  "$",
];

/** The real VictoriaLogs, filled as collectors fill it. */
describe("log lines that were kept", function () {
  this.timeout(20 * 60_000);
  let store: VictoriaStore;

  before(async () => {
    store = await startVictoriaLogs();
    const lines = [
      ...Array.from({ length: 30 }, (_, index) => entry({ ...OWN, pod: "web-1" }, index, `line ${index}`)),
      entry({ ...OWN, pod: "web-1" }, 40, 'GET /Search?q="x.y" 500 [Error]'),
      entry({ ...OWN, pod: "web-1" }, 41, "two\nlines"),
      entry({ ...OWN, pod: "web-7d9f8b6c5-x2x4z" }, 50, "of a ReplicaSet"),
      entry({ ...OWN, pod: "web-worker-0" }, 51, "of a neighbour"),
      entry({ cluster: "harbour-1", namespace: "other", pod: "web-1" }, 42, "another's secret"),
      entry({ cluster: "other", namespace: "shop-1", pod: "web-1" }, 43, "another's secret"),
    ];
    const body = lines.map((line) => JSON.stringify(line)).join("\n");
    const query = `_stream_fields=${STREAM_FIELDS}&_time_field=at&_msg_field=message`;
    const taken = await fetch(`${store.url}/insert/jsonline?${query}`, { method: "POST", body });
    expect(taken.status).to.equal(200);
    await eventually(async () => expect(await read()).to.have.length(34));
  });
  after(() => (store as VictoriaStore | undefined)?.stop());

  function entry(
    { cluster, namespace, pod }: Readonly<{ cluster: string; namespace: string; pod: string }>,
    seconds: number,
    message: string,
  ): object {
    return {
      at: new Date(FROM_MS + seconds * 1_000).toISOString(),
      message,
      cluster,
      kubernetes: { pod_namespace: namespace, pod_name: pod, container_name: "app" },
    };
  }

  async function read(
    choice: LinesChoice = {},
    { scope = OWN, range = RANGE }: Partial<Pick<LinesWish, "scope" | "range">> = {},
  ): Promise<string[]> {
    const client = createVictoriaLogs({ url: store.url, token: undefined, clusterField: "cluster" });
    const lines = await client.read({ scope, choice, range }, new AbortController().signal);
    return lines.map(({ text }) => text);
  }

  it("are those of one namespace of one cluster, oldest first, with pod, container and time", async () => {
    const client = createVictoriaLogs({ url: store.url, token: undefined, clusterField: "cluster" });
    const lines = await client.read({ scope: OWN, choice: {}, range: RANGE }, new AbortController().signal);
    expect(lines[0]).to.deep.equal({ at: "2026-01-01T00:00:00Z", pod: "web-1", container: "app", text: "line 0" });
    expect(lines.map(({ at }) => Date.parse(at))).to.deep.equal(
      lines.map(({ at }) => Date.parse(at)).toSorted((one, other) => one - other),
    );
    expect(lines.map(({ text }) => text)).to.not.include("another's secret");
  });

  it("are the newest where there are more than asked for", async () => {
    const range = { ...RANGE, toMs: FROM_MS + 29_500, linesMax: 3 };
    expect(await read({}, { range })).to.deep.equal(["line 27", "line 28", "line 29"]);
  });

  it("begin and end when asked for", async () => {
    const range = { ...RANGE, fromMs: FROM_MS + 5_000, toMs: FROM_MS + 7_500 };
    expect(await read({}, { range })).to.deep.equal(["line 5", "line 6", "line 7"]);
  });

  it("are found by a text wherever it stands, in small or large letters", async () => {
    for (const text of ["/search?q=", '"X.Y"', "[error]", "500 [", "EARCH"])
      expect(await read({ text }), text).to.deep.equal(['GET /Search?q="x.y" 500 [Error]']);
    expect(await read({ text: "x-y" })).to.deep.equal([]);
    expect(await read({ text: "ne 2" })).to.have.length(11);
    expect(await read({ text: "two\nlines" })).to.deep.equal(["two\nlines"]);
  });

  it("are those of a pod or container, and of what a workload makes", async () => {
    expect(await read({ pod: "web-worker-0" })).to.deep.equal(["of a neighbour"]);
    expect(await read({ container: "other" })).to.deep.equal([]);
    const scope = { ...OWN, workload: "web" };
    expect(await read({ text: "of a" }, { scope })).to.deep.equal(["of a ReplicaSet"]);
  });

  it("are never another's, whatever is searched for", async () => {
    for (const text of HOSTILE) {
      const found = await read({ text });
      expect(found, text).to.not.include("another's secret");
      expect(
        found.every((line) => line.toLowerCase().includes(text.toWellFormed().toLowerCase())),
        text,
      ).to.equal(true);
    }
    expect(await read({ text: "another's" })).to.deep.equal([]);
  });

  it("are a fault where the store answers otherwise", async () => {
    const client = createVictoriaLogs({ url: `${store.url}/nowhere`, token: undefined, clusterField: "cluster" });
    const asked = client.read({ scope: OWN, choice: {}, range: RANGE }, new AbortController().signal);
    expect(await asked.catch((error: unknown) => error)).to.be.instanceOf(LogStoreFault);
  });
});
