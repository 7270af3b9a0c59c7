import { expect } from "chai";
import { createCapturedLogger } from "../../../support/captured-logger.ts";
import { FINALIZER } from "../../../../contract/identity.ts";
import { SETTLED, wait, type Outcome } from "../../../../operator/machines/decision.ts";
import { GitError } from "../../../../operator/git/git-error.ts";
import type { GitWriter } from "../../../../operator/git/git-writer.ts";
import type { Commit, WriteRequest } from "../../../../operator/git/write-request.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";
import { GitDesk, REMOVED } from "../../../../operator/controllers/shared/git-desk.ts";
import { reconcileObject } from "../../../../operator/controllers/reconcile.ts";

const KEY = "Deployment/org-acme/shop";
const COMMIT: Commit = { id: "c".repeat(40), ordinal: 1, committedAtMs: 0 };

describe("GitDesk", () => {
  const setUp = (
    isRead = true,
    holds = false,
    fails: () => boolean = () => false,
  ): {
    desk: GitDesk;
    written: WriteRequest[];
    learnt: string[];
    answer: (newest: boolean) => Promise<void>;
  } => {
    const clock = createFakeClock();
    const written: WriteRequest[] = [];
    const learnt: string[] = [];
    const asked: ((learn: (() => void) | undefined) => void)[] = [];
    const writer: Pick<GitWriter, "write" | "head" | "order" | "hasContent" | "onMoved" | "isRead"> = {
      isRead,
      write: (request) =>
        fails()
          ? Promise.reject(new GitError("GitUnavailable", "It is away"))
          : Promise.resolve(COMMIT).finally(() => written.push(request)),
      head: () => COMMIT,
      order: () => "same-or-after",
      hasContent: () => holds,
      onMoved: () => undefined,
    };
    const desk = new GitDesk({
      writer: writer as GitWriter,
      clock,
      logger: createCapturedLogger().logger,
      requeue: () => undefined,
      findNewer: () => new Promise((resolve) => asked.push(resolve)),
    });
    const answer = async (newest: boolean): Promise<void> => {
      asked.shift()?.(newest ? undefined : () => learnt.push(KEY));
      await clock.advance(1);
    };
    return { desk, written, learnt, answer };
  };
  const request = (content: string | null, generation: number): WriteRequest => ({
    key: KEY,
    files: [{ path: "clusters/c/deployments/shop/values.yaml", content }],
    trailers: { resource: KEY, generation },
  });

  it("hands content over once the newest copy was found to be the one it was decided from", async () => {
    const { desk, written, answer } = setUp();
    desk.write(request("a: 1\n", 1), "one");
    expect(written).to.deep.equal([]);
    await answer(true);
    expect(written).to.have.length(1);
    expect(desk.removal(KEY)).to.deep.equal({ kind: "present" });
  });

  it("counts what waits for a commit, also while the branch takes nothing", async () => {
    let fails = true;
    const { desk, answer } = setUp(true, false, () => fails);
    expect(desk.work).to.deep.equal({ waiting: 0, isRead: true, committedAtMs: 0 });
    desk.write(request("a: 1\n", 1), "one");
    expect(desk.work.waiting, "on its way").to.equal(1);
    await answer(true);
    expect(desk.work.waiting, "the branch took nothing").to.equal(1);
    fails = false;
    desk.write(request("a: 2\n", 2), "two");
    await answer(true);
    expect(desk.work.waiting).to.equal(0);
  });

  it("drops content that was decided from an old copy, and takes it again", async () => {
    const { desk, written, learnt, answer } = setUp();
    desk.write(request("a: 1\n", 1), "one");
    await answer(false);
    expect([written, learnt]).to.deep.equal([[], [KEY]]);
    desk.write(request("a: 2\n", 2), "two");
    await answer(true);
    expect(written.map(({ trailers }) => trailers.generation)).to.deep.equal([2]);
  });

  it("puts no content over a removal that came while the newest copy was asked for", async () => {
    const { desk, written, answer } = setUp();
    desk.write(request("a: 1\n", 1), "one");
    desk.write(request(null, 2), REMOVED);
    await answer(true);
    expect(written.map(({ files }) => files[0]?.content)).to.deep.equal([null]);
    expect(desk.removal(KEY)).to.deep.equal({ kind: "removed" });
  });

  it("delivers what comes under the name of an object that has just gone", async () => {
    const { desk, written, answer } = setUp();
    desk.write(request(null, 7), REMOVED);
    await answer(true);
    const leaving = { metadata: { name: "shop", deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: [FINALIZER] } };
    const parts = { desk, caches: {}, status: {}, clock: createFakeClock() } as unknown as Parameters<
      typeof reconcileObject
    >[0];
    const step = (outcome: Outcome): Promise<Outcome> =>
      reconcileObject(
        parts,
        { deskKey: KEY, object: leaving },
        { live: () => Promise.reject(new Error("It leaves")), deleted: () => Promise.resolve(outcome) },
      );
    await step(wait(1_000, "DeletingApplication"));
    expect(desk.removal(KEY)).to.deep.equal({ kind: "removed" });
    await step(SETTLED);
    desk.write(request("a: 1\n", 1), "one");
    await answer(true);
    expect(written.map(({ files }) => files[0]?.content)).to.deep.equal([null, "a: 1\n"]);
  });

  it("takes an older generation after a restore of etcd", async () => {
    const { desk, written, answer } = setUp();
    desk.write(request("a: 3\n", 3), "three");
    await answer(true);
    desk.write(request("a: 1\n", 1), "one");
    await answer(true);
    expect(written.map(({ trailers }) => trailers.generation)).to.deep.equal([3]);
    desk.forgetGenerations();
    desk.write(request("a: 1\n", 1), "one");
    await answer(true);
    expect(written.map(({ trailers }) => trailers.generation)).to.deep.equal([3, 1]);
  });

  it("puts no older content over newer when the answers come late", async () => {
    const { desk, written, answer } = setUp();
    desk.write(request("a: 1\n", 1), "one");
    desk.write(request("a: 2\n", 2), "two");
    await answer(true);
    await answer(true);
    expect(written.map(({ trailers }) => trailers.generation)).to.deep.equal([2]);
  });

  it("calls committed what the head holds, also while it asks for a commit that can be placed", async () => {
    const { desk, written, answer } = setUp(true, true);
    const content = { contentHash: "one", files: [{ path: "clusters/c/deployments/shop/values.yaml", blobId: "b" }] };
    const recorded = { commit: "d".repeat(40), contentHash: "one", committedAtMs: 5 };
    desk.write(request("a: 1\n", 1), "one");
    const present = { kind: "present", commit: recorded.commit, committedAtMs: 5 };
    expect(desk.view(KEY, content, recorded)).to.deep.equal(present);
    expect(desk.view(KEY, content, undefined)).to.deep.equal({ kind: "pushing" });
    await answer(true);
    expect(written).to.have.length(1);
  });

  describe("until the branch was read", () => {
    const content = { contentHash: "one", files: [{ path: "clusters/c/deployments/shop/values.yaml", blobId: "b" }] };
    const recorded = { commit: "d".repeat(40), contentHash: "one", committedAtMs: 5 };

    it("goes by what the status records of the last delivery", () => {
      const { desk } = setUp(false);
      expect(desk.view(KEY, content, recorded)).to.deep.equal({
        kind: "present",
        commit: recorded.commit,
        committedAtMs: 5,
      });
      expect(desk.view(KEY, { ...content, contentHash: "two" }, recorded).kind).to.equal("unavailable");
      expect(desk.view(KEY, content, undefined).kind).to.equal("unavailable");
      expect(desk.place(KEY, "one", recorded.commit, recorded)).to.equal("reached");
    });

    it("hands nothing over, least of all a removal", async () => {
      const { desk, written } = setUp(false);
      desk.write(request("a: 1\n", 1), "one");
      desk.write(request(null, 2), REMOVED);
      await Promise.resolve();
      expect(written).to.deep.equal([]);
      expect(desk.removal(KEY).kind).to.equal("unavailable");
    });
  });
});
