import { expect } from "chai";
import { LineQueue, type LogLine } from "../../../api/logs/line-queue.ts";
import { EVENT_FORM, logTexts, plainForm, type LogReader } from "../../../api/logs/log-texts.ts";
import { LINE_CHARACTERS_MAX, parseLogLine, splitLog } from "../../../api/logs/split-log.ts";
import type { Standing } from "../../../api/logs/stream-access.ts";

const line = (text: string): LogLine => ({ pod: "p", container: "c", at: "2026-01-01T00:00:00.1Z", text });

async function* chunksOf(...chunks: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk));
}
async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe("logs on their way to a reader", () => {
  it("are lines again, wherever the bytes were cut", async () => {
    const wave = Buffer.from("wäve");
    const chunks = chunksOf("a", "b\nc\n\n", wave.subarray(0, 2), wave.subarray(2), "\nend");
    expect(await collect(splitLog(chunks))).to.deep.equal(["ab", "c", "", "wäve", "end"]);
  });

  it("are cut where one line is without end", async () => {
    const part = "x".repeat(10_000);
    const lines = await collect(splitLog(chunksOf(part, part, part, "\nnext\n")));
    expect(lines.map((text) => text.length)).to.deep.equal([LINE_CHARACTERS_MAX, 4]);
  });

  it("carry the kubelet's time apart from the text", () => {
    expect(parseLogLine("2026-01-01T00:00:00.123456789Z a b")).to.deep.equal({
      at: "2026-01-01T00:00:00.123456789Z",
      text: "a b",
    });
    expect(parseLogLine("no time")).to.deep.equal({ at: "", text: "no time" });
  });

  it("wait at their source while the reader takes nothing: nothing is dropped, and nothing piles up", async () => {
    const queue = new LineQueue(3);
    let pushed = 0;
    const source = (async () => {
      for (; pushed < 10; pushed += 1) await queue.push(line(String(pushed)));
      queue.end();
    })();
    const taken: string[] = [];
    for (;;) {
      const lines = await queue.take(1_000);
      if (lines === undefined) break;
      expect(lines.length).to.be.at.most(3);
      expect(pushed - taken.length).to.be.at.most(3);
      taken.push(...lines.map(({ text }) => text));
    }
    await source;
    expect(taken).to.deep.equal(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]);
  });

  it("let go of sources once nobody reads", async () => {
    const queue = new LineQueue(1);
    await queue.push(line("1"));
    const waiting = queue.push(line("2"));
    queue.end();
    expect(await waiting).to.equal(false);
  });

  function reader(queue: LineQueue, standings: Standing[], other: Partial<LogReader> = {}): LogReader {
    const check = (): Promise<Standing> => Promise.resolve(standings.shift() ?? "allowed");
    return { queue, check, heartbeatMs: 60_000, form: EVENT_FORM, signal: new AbortController().signal, ...other };
  }

  it("end with the reader's access: what was taken is not told", async () => {
    const queue = new LineQueue(10);
    const texts = logTexts(reader(queue, ["allowed", "access_ended"]));
    await queue.push(line("one"));
    expect((await texts.next()).value).to.contain('"text":"one"');
    await queue.push(line("two"));
    expect((await texts.next()).value).to.equal('event: end\ndata: {"reason":"access_ended"}\n\n');
    expect((await texts.next()).done).to.equal(true);
  });

  it("are held back, not lost, while nobody can say whether they may be read", async () => {
    const queue = new LineQueue(10);
    await queue.push(line("one"));
    queue.end();
    const all = await collect(logTexts(reader(queue, ["away", "allowed"], { form: plainForm(true) })));
    expect(all.join("")).to.equal("2026-01-01T00:00:00.1Z p/c one\n");
  });

  it("show that the stream lives when there is nothing to tell", async () => {
    const queue = new LineQueue(10);
    const texts = logTexts(reader(queue, [], { heartbeatMs: 5 }));
    expect((await texts.next()).value).to.equal(": heartbeat\n\n");
    queue.end();
    expect((await texts.next()).value).to.contain("completed");
  });
});
