import { expect } from "chai";
import { LogStoreFault } from "../../../adapters/log-store/log-store-client.ts";
import { createLoki } from "../../../adapters/log-store/loki-client.ts";
import { SecretText } from "../../../contract/secret-text.ts";
import { AnsweringServer, type Answering } from "../../support/answering-server.ts";

const MS = 1_000_000n;
const DAY_MS = 86_400_000;
const TO_MS = Date.parse("2026-02-01T00:00:00Z");
const SCOPE = { cluster: "harbour-1", namespace: "shop-1" };

type Stored = Readonly<{ ns: bigint; pod: string; text: string }>;

/** A Loki as its interface is described: refuses what its defaults refuse, and answers streams, the newest line first. */
describe("lines of a Loki", () => {
  const server = new AnsweringServer();
  let url = "";
  let stored: readonly Stored[] = [];
  const asked: URLSearchParams[] = [];

  const loki: Answering = (path) => {
    const { pathname, searchParams } = new URL(path, "http://loki");
    asked.push(searchParams);
    const [start, end] = [BigInt(searchParams.get("start") ?? ""), BigInt(searchParams.get("end") ?? "")];
    const limit = Number(searchParams.get("limit"));
    const isRefused = limit > 5_000 || end - start > (30n * 24n + 1n) * 3_600_000n * MS;
    if (pathname !== "/loki/api/v1/query_range" || isRefused) return { status: 400, body: "refused" };
    const found = stored.filter(({ ns }) => ns >= start && ns < end).toSorted((a, b) => Number(b.ns - a.ns));
    const streams = Map.groupBy(found.slice(0, limit), ({ pod }) => pod);
    const result = [...streams].map(([pod, rows]) => ({
      stream: { cluster: "harbour-1", namespace: "shop-1", pod, container: "app", detected_level: "info" },
      values: rows.map(({ ns, text }) => [String(ns), text]),
    }));
    return { body: JSON.stringify({ status: "success", data: { resultType: "streams", result, stats: {} } }) };
  };

  before(async () => {
    url = await server.start();
  });
  beforeEach(() => {
    server.answer = loki;
    asked.length = 0;
  });
  after(() => server.stop());

  async function read(linesMax: number): Promise<string[]> {
    const client = createLoki({ kind: "loki", url: `${url}/`, token: new SecretText("t"), clusterField: "cluster" });
    const wish = { scope: SCOPE, choice: {}, range: { fromMs: TO_MS - 31 * DAY_MS, toMs: TO_MS, linesMax } };
    const lines = await client.read(wish, new AbortController().signal);
    return lines.map(({ at, pod, container, text }) => `${at} ${pod} ${container} ${text}`);
  }
  const store = (count: number, nsOf: (index: number) => bigint): void => {
    stored = Array.from({ length: count }, (_, index) => ({
      ns: nsOf(index),
      pod: `web-${index % 2}`,
      text: `${index}`,
    }));
  };
  const textsOf = (lines: readonly string[]): number[] => lines.map((line) => Number(line.split(" ").at(-1)));

  it("are told oldest first, with pod, container and the time to the nanosecond", async () => {
    store(3, (index) => BigInt(TO_MS - 10) * MS + BigInt(index));
    expect(await read(10)).to.deep.equal([
      "2026-01-31T23:59:59.990000000Z web-0 app 0",
      "2026-01-31T23:59:59.990000001Z web-1 app 1",
      "2026-01-31T23:59:59.990000002Z web-0 app 2",
    ]);
    expect(textsOf(await read(2))).to.deep.equal([1, 2]);
    expect(asked[0]?.get("query")).to.equal('{cluster="harbour-1",namespace="shop-1"}');
  });

  it("are read in pieces that Loki answers, each line once, though many share a nanosecond", async () => {
    const first = BigInt(TO_MS - 31 * DAY_MS) * MS;
    store(12_000, (index) => first + BigInt(Math.floor(index / 7)) * 200_000n * MS);
    const lines = textsOf(await read(10_000));
    expect(lines).to.have.length(10_000);
    expect(new Set(lines).size).to.equal(10_000);
    expect(Math.min(...lines)).to.be.at.least(2_000 - 7);
    store(100, (index) => first + BigInt(index));
    expect(textsOf(await read(10_000))).to.deep.equal(Array.from({ length: 100 }, (_, index) => index));
  });

  it("come to an end where one nanosecond has more than an answer holds, and where a store answers what it was not asked", async () => {
    store(6_000, () => BigInt(TO_MS - 10) * MS);
    expect((await read(10_000)).length).to.equal(5_000);
    const value = [String(BigInt(TO_MS + DAY_MS) * MS), "later"];
    const result = [{ stream: { pod: "web-1" }, values: Array.from({ length: 5_000 }, () => value) }];
    server.answer = () => ({ body: JSON.stringify({ status: "success", data: { resultType: "streams", result } }) });
    expect(await read(10_000)).to.deep.equal([]);
  });

  it("are a fault where it refuses, where it answers otherwise, and where they are more than is taken", async () => {
    const faultOf = async (answer: Answering): Promise<string> => {
      server.answer = answer;
      const fault: unknown = await read(10_000).catch((error: unknown) => error);
      return fault instanceof LogStoreFault ? fault.kind : String(fault);
    };
    expect(await faultOf(() => ({ status: 429, body: "too many" }))).to.equal("silent");
    expect(await faultOf(() => ({ body: '{"status":"success","data":{"resultType":"matrix","result":[]}}' }))).to.equal(
      "silent",
    );
    stored = Array.from({ length: 10_000 }, (_, index) => ({
      ns: BigInt(TO_MS - 1_000 - index) * MS,
      pod: "web-1",
      text: "x".repeat(1_000),
    }));
    expect(await faultOf(loki)).to.equal("too much");
  });
});
