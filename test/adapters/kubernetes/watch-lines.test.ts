import { expect } from "chai";
import fc from "fast-check";
import { KNOWN_BAD } from "../../support/known-bad.ts";
import { anyCharacter } from "../../support/schema-arbitrary.ts";
import { splitLines } from "../../../adapters/kubernetes/watch-lines.ts";

type Splitter = (chunks: AsyncIterable<Buffer>, lineBytesMax: number) => AsyncGenerator<string, boolean>;

async function* chunked(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  let start = 0;
  for (const size of sizes) {
    if (start < bytes.length) yield bytes.subarray(start, start + size);
    start += size;
  }
  if (start < bytes.length) yield bytes.subarray(start);
  await Promise.resolve();
}

async function collect(lines: AsyncGenerator<string, boolean>): Promise<{ lines: string[]; whole: boolean }> {
  const result: string[] = [];
  for (;;) {
    const line = await lines.next();
    if (line.done === true) return { lines: result, whole: line.value };
    result.push(line.value);
  }
}

/** States that no way of cutting the stream changes what is read, characters of several bytes included. */
function holdsFor(splitter: Splitter, parameters: Partial<typeof KNOWN_BAD> = {}): Promise<void> {
  const line = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 20 }).map((text) => JSON.stringify(text));
  const property = fc.asyncProperty(
    fc.array(line, { maxLength: 6 }),
    fc.array(fc.integer({ min: 1, max: 7 })),
    async (lines, sizes) => {
      const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(""), "utf8");
      expect(await collect(splitter(chunked(bytes, sizes), 1e6))).to.eql({
        lines: lines.map((text) => Buffer.from(text, "utf8").toString("utf8")),
        whole: true,
      });
    },
  );
  return fc.assert(property, { numRuns: 200, ...parameters });
}

describe("splitLines", function () {
  this.timeout(300_000);
  it("reads the same lines however the stream was cut", () => holdsFor(splitLines));

  it("is held to that by a property which a splitter that decodes chunks fails", async () => {
    const naive: Splitter = async function* (chunks) {
      let text = "";
      for await (const chunk of chunks) {
        const parts = (text + chunk.toString("utf8")).split("\n");
        text = parts.pop() ?? "";
        yield* parts;
      }
      return text === "";
    };
    const failure = await holdsFor(naive, KNOWN_BAD).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(Error);
  });

  it("says whether the last line was whole", async () => {
    expect(await collect(splitLines(chunked(Buffer.from("a\nb"), []), 10))).to.eql({ lines: ["a"], whole: false });
    expect(await collect(splitLines(chunked(Buffer.from("a\n\nb\n"), []), 10))).to.eql({
      lines: ["a", "b"],
      whole: true,
    });
    expect(await collect(splitLines(chunked(Buffer.alloc(0), []), 10))).to.eql({ lines: [], whole: true });
  });

  for (const [why, sizes] of [
    ["in one chunk", []],
    ["over several chunks", [4, 4, 4]],
  ] as const) {
    it(`refuses a line above the limit, ${why}`, async () => {
      const failure = await collect(splitLines(chunked(Buffer.from("0123456789AB\n"), sizes), 10)).catch(
        (e: unknown) => e,
      );
      expect(failure).to.be.instanceOf(RangeError);
    });
  }
});
