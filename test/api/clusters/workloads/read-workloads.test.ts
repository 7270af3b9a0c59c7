import { expect } from "chai";
import { readWorkloads } from "../../../../api/clusters/workloads/read-workloads.ts";
import { FOUND_KINDS, FOUND_MAX } from "../../../../contract/rest/cluster-workloads.ts";

const answering = (count: number, more?: string): Parameters<typeof readWorkloads>[0] => {
  const items = Array.from({ length: count }, (_, at) => ({ metadata: { name: `a${at}` } }));
  return { request: () => Promise.resolve({ items, metadata: { continue: more } }) };
};

describe("reading the workloads of a cluster", () => {
  it("takes all of a page, and says whether there is another one", async () => {
    expect(await readWorkloads(answering(2), undefined)).to.include({ isComplete: true });
    expect(await readWorkloads(answering(2, "token"), undefined)).to.include({ isComplete: false });
    expect((await readWorkloads(answering(FOUND_MAX), "shop")).found).to.have.length(FOUND_MAX * FOUND_KINDS.length);
  });

  it("takes no more than it asked for of an API server that sends what it likes (known bad)", async () => {
    const { found, isComplete } = await readWorkloads(answering(100_000), undefined);
    expect(found).to.have.length(FOUND_MAX * FOUND_KINDS.length);
    expect(isComplete).to.equal(false);
  });
});
