import { expect } from "chai";
import { keepAnswer } from "../../../api/providers/keep-answer.ts";

describe("the answers of providers that are kept", () => {
  const setUp = () => {
    const state = { nowMs: 0, calls: 0, fails: false };
    const ask = keepAnswer(
      () => {
        state.calls += 1;
        return state.fails ? Promise.reject(new Error("10.0.0.1 refused")) : Promise.resolve(state.calls);
      },
      { provider: "local", keptMs: 1_000, nowMs: () => state.nowMs },
    );
    return { state, ask };
  };

  it("are asked for once by all who ask at the same time", async () => {
    const { state, ask } = setUp();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask()));
    expect([state.calls, new Set(answers.map(({ value }) => value)).size]).to.deep.equal([1, 1]);
  });

  it("are asked for anew when they are too old, or a fresh one is wanted", async () => {
    const { state, ask } = setUp();
    await ask();
    state.nowMs = 999;
    expect((await ask()).value).to.equal(1);
    expect((await ask(true)).value).to.equal(2);
    state.nowMs = 2_000;
    expect(await ask()).to.include({ value: 3, isStale: false });
  });

  it("stand, as stale, while the provider fails; a fresh one is then refused without internals", async () => {
    const { state, ask } = setUp();
    await ask();
    [state.nowMs, state.fails] = [5_000, true];
    expect(await ask()).to.include({ value: 1, isStale: true });
    const fault = await ask(true).catch((error: unknown) => error);
    expect(fault).to.include({
      code: "provider_failed",
      publicMessage: "The provider local did not answer; repeat later.",
    });
    state.fails = false;
    expect(await ask()).to.include({ isStale: false });
  });

  it("that count as fresh cost one call in that time, and faults one in theirs; what they hide is told", async () => {
    const state = { nowMs: 0, calls: 0, fails: false };
    const hidden: string[] = [];
    const read = (): Promise<number> => {
      state.calls += 1;
      return state.fails ? Promise.reject(new Error("away")) : Promise.resolve(state.calls);
    };
    const ask = keepAnswer(read, {
      provider: "local",
      keptMs: 1_000,
      freshMs: 10,
      faultKeptMs: 100,
      onHidden: ({ code }) => void hidden.push(code),
      nowMs: () => state.nowMs,
    });
    for (const atMs of [0, 9, 10, 19]) {
      state.nowMs = atMs;
      await ask(true);
    }
    expect(state.calls).to.equal(2);
    state.fails = true;
    for (const atMs of [2_000, 2_050, 2_099]) {
      state.nowMs = atMs;
      expect((await ask()).isStale).to.equal(true);
    }
    const fault = await ask(true).catch((error: unknown) => error);
    expect(fault).to.include({ code: "provider_failed" });
    expect([state.calls, hidden]).to.deep.equal([3, ["provider_failed"]]);
    [state.nowMs, state.fails] = [2_100, false];
    expect((await ask()).isStale).to.equal(false);
  });
});
