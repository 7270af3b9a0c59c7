import { expect } from "chai";
import { RequestWindows } from "../../../api/http/request-windows.ts";

const WINDOW_MS = 1_000;

describe("windows of requests", () => {
  it("count by bucket from its first request on, and begin anew when they have ended", () => {
    const windows = new RequestWindows(WINDOW_MS);
    const hits = (key: string, atMs: number): number => windows.count(key, atMs).hits;
    expect([hits("a", 100), hits("a", 200), hits("b", 200)]).to.deep.equal([1, 2, 1]);
    expect([hits("a", 1_099), hits("a", 1_100), hits("b", 1_199)], "each ends by itself").to.deep.equal([3, 1, 2]);
    expect([hits("a", 2_099), hits("a", 2_100)], "the second window is as long").to.deep.equal([2, 1]);
  });

  it("say when they end", () => {
    const windows = new RequestWindows(WINDOW_MS);
    windows.count("a", 100);
    expect(windows.count("a", 900).endsAtMs).to.equal(1_100);
  });

  it("forget no bucket before its window has ended, whenever the others turn", () => {
    for (let startMs = 0; startMs < 3 * WINDOW_MS; startMs += 50) {
      const windows = new RequestWindows(WINDOW_MS);
      windows.count("other", 0);
      windows.count("a", startMs);
      windows.count("other", startMs + 500);
      expect(windows.count("a", startMs + WINDOW_MS - 1).hits, `from ${startMs} on`).to.equal(2);
    }
  });

  it("mark a bucket by what tells nothing of its key", () => {
    const { partition } = new RequestWindows(WINDOW_MS).count("service:robot", 0);
    expect(partition).to.match(/^[A-Za-z0-9+/]{16}$/);
    expect(Buffer.from(partition, "base64").toString()).not.to.contain("robot");
  });
});
