import { expect } from "chai";
import { BoundedWorker, TooCostlyError } from "../../../adapters/worker/bounded-worker.ts";
import { BerthError } from "../../../contract/errors.ts";

const MODULE = new URL("../../fixtures/worker/hostile-tasks.ts", import.meta.url);

describe("a thread with a budget", function () {
  this.timeout(300_000);
  let worker: BoundedWorker;

  beforeEach(() => (worker = new BoundedWorker(MODULE, { cpuMs: 400, heapMb: 64 })));
  afterEach(() => worker.close());

  const fault = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );

  it("does one task after the other", async () => {
    const all = [1, 2, 3].map((input) => worker.run("echo", { input }, "a"));
    expect(await Promise.all(all)).to.deep.equal([{ input: 1 }, { input: 2 }, { input: 3 }]);
  });

  it("serves those who ask in turn: whoever asks for much that is dear holds up others by one task each", async () => {
    const done: string[] = [];
    const ask = async (task: string, input: string, whose: string): Promise<unknown> => {
      const answer = await fault(worker.run(task, input, whose));
      return done.push(answer instanceof TooCostlyError ? `${input} was ended` : input);
    };
    const dear = ["a1", "a2", "a3"].map((input) => ask("spin", input, "a"));
    await Promise.all([...dear, ask("echo", "b1", "b"), ask("echo", "c1", "c")]);
    expect(done).to.deep.equal(["a1 was ended", "b1", "c1", "a2 was ended", "a3 was ended"]);
  });

  for (const [task, input] of [
    ["spin", undefined],
    ["match", "&".repeat(1_000_000)],
    ["eat", undefined],
  ] as const)
    it(`ends ${task} when it has taken its budget, and serves whoever waited behind it`, async () => {
      const [ended, next] = [fault(worker.run(task, input, "a")), worker.run("echo", "next", "a")];
      expect(await ended).to.be.instanceOf(TooCostlyError);
      expect(await next).to.equal("next");
    });

  it("tells whoever waits for a thread that has ended without a word, and serves the next", async () => {
    const [left, next] = [fault(worker.run("leave", undefined, "a")), worker.run("echo", "next", "a")];
    expect(await left).to.be.instanceOf(Error);
    expect(await next).to.equal("next");
  });

  it("hands on what a task refuses, and no more than the name of what broke", async () => {
    const refused = await fault(worker.run("refuse", undefined, "a"));
    expect(refused).to.be.instanceOf(BerthError);
    expect(refused).to.include({ code: "render_failed", publicMessage: "config is wrong" });
    expect(await fault(worker.run("fail", undefined, "a")))
      .to.be.instanceOf(Error)
      .and.not.instanceOf(TooCostlyError);
    expect(await worker.run("echo", 1, "a")).to.equal(1);
  });
});
