import { expect } from "chai";
import { AddressLooks } from "../../../../operator/controllers/deployment/address-looks.ts";
import type { AddressAnswer } from "../../../../operator/machines/deployment/reachable.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";

const WELL: AddressAnswer = { kind: "answered", status: 200, tookMs: 5 };
const ILL: AddressAnswer = { kind: "answered", status: 503, tookMs: 5 };

type Subject = Parameters<AddressLooks["look"]>[0];
const subject = (handle: string, more: Partial<Subject> = {}): Subject => ({
  handle,
  organization: "org-acme",
  url: `https://${handle}.apps.test`,
  path: "/",
  isProbed: true,
  generation: 1,
  wasReached: false,
  ...more,
});

class Scene {
  readonly clock = createFakeClock();
  readonly asked: string[] = [];
  readonly news: string[] = [];
  readonly reached: number[] = [];
  readonly words: string[] = [];
  readonly pending: ((answer: AddressAnswer | Error) => void)[] = [];
  readonly looks = new AddressLooks({
    clock: this.clock,
    ask: ({ url }) =>
      new Promise((resolve, reject) => {
        this.asked.push(new URL(url).hostname.replace(".apps.test", ""));
        this.pending.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
      }),
    observer: { answered: (word) => this.words.push(word), reached: (afterMs) => this.reached.push(afterMs) },
    onNews: (handle) => this.news.push(handle),
  });

  async answer(answer: AddressAnswer | Error): Promise<void> {
    this.pending.shift()?.(answer);
    await this.clock.advance(0);
  }
}

describe("The asking of addresses", () => {
  let scene: Scene;
  beforeEach(() => (scene = new Scene()));

  it("asks at once, tells of the answer, and asks again minutes later", async () => {
    const { looks, clock } = scene;
    expect(looks.look(subject("a")).view).to.deep.equal({ kind: "unasked" });
    looks.look(subject("a"));
    expect(scene.asked, "once, however many look").to.deep.equal(["a"]);
    await clock.advance(700);
    await scene.answer(WELL);
    expect([scene.news, scene.reached, scene.words]).to.deep.equal([["a"], [700], ["2xx"]]);
    const { view, recheckMs } = looks.look(subject("a"));
    expect(view).to.deep.equal({ kind: "asked", generation: 1, answer: WELL, failingMs: 0 });
    expect(recheckMs).to.be.within(240_000, 360_000);
    await clock.advance(recheckMs);
    looks.look(subject("a"));
    await scene.answer(WELL);
    expect([scene.asked.length, scene.news.length, scene.reached.length], "well as before is no news").to.deep.equal([
      2, 1, 1,
    ]);
  });

  it("asks soon again while it fails, and knows since when", async () => {
    const { looks, clock } = scene;
    looks.look(subject("a"));
    await scene.answer(ILL);
    const first = looks.look(subject("a"));
    expect(first.recheckMs).to.be.at.most(2_400);
    await clock.advance(first.recheckMs);
    looks.look(subject("a"));
    await scene.answer(new Error("a bug of ours"));
    const { view } = looks.look(subject("a"));
    expect(view).to.deep.equal({ kind: "asked", generation: 1, answer: ILL, failingMs: first.recheckMs });
    expect(scene.news).to.deep.equal(["a", "a"]);
  });

  it("asks anew for another change, and hears nothing of the one before", async () => {
    const { looks } = scene;
    looks.look(subject("a"));
    looks.look(subject("a", { generation: 2 }));
    expect(scene.asked).to.deep.equal(["a", "a"]);
    await scene.answer(ILL);
    expect(looks.look(subject("a", { generation: 2 })).view).to.deep.equal({ kind: "unasked" });
    await scene.answer(WELL);
    expect(looks.look(subject("a", { generation: 2 })).view).to.include({ kind: "asked", generation: 2 });
  });

  it("asks within minutes, each at its own time, whom it was told to have reached before it started", async () => {
    const { looks, clock } = scene;
    const many = Array.from({ length: 100 }, (_, index) => subject(`a${index}`, { wasReached: true }));
    const waits = many.map((one) => looks.look(one).recheckMs);
    expect(scene.asked.length, "at once, besides who is due in this moment").to.be.at.most(3);
    const soon = waits.filter((waitMs) => waitMs < 100_000);
    expect(soon.length, "a third in a third of the time").to.be.within(20, 46);
    expect(Math.max(...waits)).to.be.at.most(300_000);
    await clock.advance(300_000);
    for (const one of many) looks.look(one);
    while (scene.pending.length > 0) await scene.answer(WELL);
    expect(new Set(scene.asked).size).to.equal(100);
    expect(scene.reached, "how long that took was told when it was").to.deep.equal([]);
  });

  it("asks eight at once, organization by organization in turn", async () => {
    const { looks } = scene;
    const many = Array.from({ length: 40 }, (_, index) => `a${index}`);
    for (const handle of many) looks.look(subject(handle));
    for (const handle of ["b0", "b1"]) looks.look(subject(handle, { organization: "org-other" }));
    expect(scene.asked.length).to.equal(8);
    for (let count = 0; count < 4; count += 1) await scene.answer(ILL);
    expect(scene.asked.slice(8), "the flood of one holds up no other").to.include.members(["b0", "b1"]);
    expect(scene.asked.length).to.equal(12);
  });

  it("asks for nobody who was forgotten while waiting", async () => {
    const { looks } = scene;
    for (let index = 0; index < 9; index += 1) looks.look(subject(`a${index}`));
    looks.forget("a8");
    await scene.answer(WELL);
    expect(scene.asked).to.not.include("a8");
  });
});
