import { expect } from "chai";
import { createReadiness, type ReadinessParts } from "../../../operator/runtime/readiness.ts";

describe("createReadiness", () => {
  const faults = (parts: Partial<ReadinessParts>): readonly string[] =>
    createReadiness({
      caches: { clusters: { hasSynced: true } },
      lease: { secondsSinceAnswer: 1 },
      stopping: new AbortController().signal,
      ...parts,
    })();

  it("finds nothing in the way of a filled process that the API server answers", () => {
    expect(faults({})).to.eql([]);
    // What this platform does not watch is not waited for.
    expect(faults({ caches: { clusters: { hasSynced: true }, imageUpdaters: undefined } })).to.eql([]);
    expect(faults({ lease: { secondsSinceAnswer: 29 } })).to.eql([]);
  });

  it("names each cache that has no full list yet", () => {
    const caches = { clusters: { hasSynced: false }, secrets: { hasSynced: true }, databases: { hasSynced: false } };
    expect(faults({ caches })).to.eql(["cache clusters: not filled yet", "cache databases: not filled yet"]);
  });

  it("is not ready while the API server says nothing, from before its first answer", () => {
    for (const secondsSinceAnswer of [31, Infinity])
      expect(faults({ lease: { secondsSinceAnswer } })).to.eql(["lease: the API server has not answered for 30 s"]);
  });

  it("is not ready once it was told to stop", () => {
    expect(faults({ stopping: AbortSignal.abort() })).to.eql(["stopping"]);
  });

  it("tells the state as it is now", () => {
    const cache = { hasSynced: false };
    const ask = createReadiness({
      caches: { cache },
      lease: { secondsSinceAnswer: 0 },
      stopping: new AbortController().signal,
    });
    expect(ask()).to.have.length(1);
    cache.hasSynced = true;
    expect(ask()).to.eql([]);
  });
});
