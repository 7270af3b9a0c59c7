import { expect } from "chai";
import { GitError } from "../../../operator/git/git-error.ts";
import { PendingWrites, rejectWrites, type PendingWrite } from "../../../operator/git/pending-writes.ts";
import type { WriteRequest } from "../../../operator/git/write-request.ts";

function requestOf(key: string, content = key): WriteRequest {
  return {
    key,
    files: [{ path: `clusters/one/${key.toLowerCase()}/values.yaml`, content }],
    trailers: { resource: key, generation: 1 },
  };
}

function keysOf(batch: readonly PendingWrite[]): readonly string[] {
  return batch.map(({ key }) => key);
}

/** What waits is rejected by the test's end, so that no promise is left behind. */
function add(writes: PendingWrites, request: WriteRequest): void {
  writes.add(request).catch(() => undefined);
}

describe("PendingWrites", () => {
  it("has one write of an organization in the next commit, however many of another wait", () => {
    const writes = new PendingWrites();
    for (let index = 0; index < 5_000; index += 1) add(writes, requestOf(`Deployment/org-a/d${index}`));
    add(writes, requestOf("Deployment/org-b/shop"));
    const batch = writes.takeBatch();
    expect(batch.length).to.be.within(100, 1_000);
    expect(keysOf(batch).indexOf("Deployment/org-b/shop")).to.equal(1);
    expect(writes.size).to.equal(5_001 - batch.length);
    expect(keysOf(writes.takeBatch())[0]).to.match(/^Deployment\/org-a\/d\d+$/);
  });

  it("keeps a key's place when a newer request replaces the one that waits", () => {
    const writes = new PendingWrites();
    for (const key of ["Deployment/o/a", "Deployment/o/b"]) add(writes, requestOf(key));
    add(writes, requestOf("Deployment/o/a", "newer"));
    const [first, second] = writes.takeBatch();
    expect([first?.edits[0]?.body?.toString(), second?.key, writes.size]).to.eql(["newer", "Deployment/o/b", 0]);
  });

  it("takes no more than it is told", () => {
    const writes = new PendingWrites();
    for (let index = 0; index < 20; index += 1) add(writes, requestOf(`Deployment/o/d${index}`));
    expect([writes.takeBatch(7).length, writes.takeBatch(1).length, writes.takeBatch().length]).to.eql([7, 1, 12]);
  });

  it("rejects everything that waits", async () => {
    const writes = new PendingWrites();
    const answers = ["Deployment/a/x", "Deployment/b/x"].map((key) => writes.add(requestOf(key)));
    const error = new GitError("GitUnavailable", "away");
    writes.rejectAll(error);
    expect(await Promise.allSettled(answers)).to.eql(answers.map(() => ({ status: "rejected", reason: error })));
    expect([writes.size, writes.takeBatch()]).to.eql([0, []]);
    rejectWrites([], error);
  });
});
