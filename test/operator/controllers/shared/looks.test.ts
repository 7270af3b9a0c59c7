import { expect } from "chai";
import type { KubeClient } from "../../../../adapters/kubernetes/kube-port.ts";
import { Looks } from "../../../../operator/controllers/shared/looks.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";

type Subject = Readonly<{ handle: string; stage: string | undefined }>;
type Answer = Readonly<{ kind: "found"; is: "there" | "coming" }>;
const CLIENT = {} as KubeClient;
const FRESH_MS = 60_000;

/** Looks of one subject by passes that come when somebody has it looked at, as the operator's do. */
class Scene {
  readonly clock = createFakeClock();
  /** When it was asked, in seconds since the scene began. */
  readonly asked: number[] = [];
  news = 0;
  is: Answer["is"] | "silent" = "coming";
  stage: string | undefined = "made";
  readonly #beganMs = this.clock.monotonicMs();
  readonly looks: Looks<Subject, Answer>;

  constructor(outlasts: "always" | "once" = "always") {
    this.looks = new Looks<Subject, Answer>({
      clock: this.clock,
      freshMs: FRESH_MS,
      ask: () => {
        this.asked.push((this.clock.monotonicMs() - this.#beganMs) / 1_000);
        return this.is === "silent"
          ? Promise.reject(new Error("timeout"))
          : Promise.resolve({ kind: "found", is: this.is });
      },
      isAwaited: (view) => view.kind !== "found" || view.is === "coming",
      onNews: () => {
        this.news += 1;
        this.pass();
      },
      outlasts,
    });
  }

  pass(): ReturnType<Scene["looks"]["look"]> {
    return this.looks.look(CLIENT, { handle: "one", stage: this.stage });
  }
}

describe("A look at what is being made", () => {
  it("is asked again soon, later and later, without anybody's pass", async () => {
    const scene = new Scene();
    scene.pass();
    await scene.clock.advance(62_000);
    expect(scene.asked).to.deep.equal([0, 2, 6, 14, 30, 46, 62]);
  });

  it("is asked at once when it comes a step closer, and soon again from there", async () => {
    const scene = new Scene();
    scene.pass();
    await scene.clock.advance(40_000);
    scene.asked.length = 0;
    scene.stage = "synced";
    scene.pass();
    scene.pass();
    await scene.clock.advance(7_000);
    expect(scene.asked).to.deep.equal([40, 42, 46]);
  });

  it("rests once it is there, whatever steps follow", async () => {
    const scene = new Scene();
    scene.pass();
    await scene.clock.advance(1_000);
    scene.is = "there";
    await scene.clock.advance(1_000);
    expect(scene.pass()).to.deep.equal({ kind: "found", is: "there" });
    scene.stage = "synced";
    scene.pass();
    await scene.clock.advance(59_000);
    scene.pass();
    await scene.clock.advance(0);
    expect(scene.asked).to.deep.equal([0, 2]);
    expect(scene.clock.pending(), "timers").to.equal(0);
    await scene.clock.advance(1_000);
    scene.pass();
    await scene.clock.advance(0);
    expect(scene.asked).to.deep.equal([0, 2, 62]);
  });

  it("rests where it has had its time, though it never came", async () => {
    const scene = new Scene();
    scene.stage = undefined;
    scene.pass();
    for (let passes = 0; passes < 10; passes += 1) {
      await scene.clock.advance(30_000);
      scene.pass();
    }
    expect(scene.asked).to.deep.equal([0, 60, 120, 180, 240, 300]);
    expect(scene.clock.pending(), "timers").to.equal(0);
  });

  it("is asked soon again where nobody answers yet", async () => {
    const scene = new Scene();
    scene.is = "silent";
    scene.pass();
    await scene.clock.advance(7_000);
    expect(scene.asked).to.deep.equal([0, 2, 6]);
  });

  it("is asked no more once it is forgotten", async () => {
    const scene = new Scene();
    scene.pass();
    await scene.clock.advance(1_000);
    scene.looks.forget("one");
    await scene.clock.advance(600_000);
    expect([scene.asked, scene.clock.pending()]).to.deep.equal([[0], 0]);
  });

  it("is due when its time is rung, should the timer be a moment early", async () => {
    const scene = new Scene();
    const { setTimeout } = scene.clock;
    Object.assign(scene.clock, {
      setTimeout: (callback: () => void, delayMs: number) => setTimeout(callback, delayMs - 1),
    });
    scene.pass();
    await scene.clock.advance(6_000);
    expect(scene.asked).to.have.length(3);
  });
});

describe("A look that nobody answers", () => {
  const AT_REST: Answer = { kind: "found", is: "there" };
  const UNREACHABLE = { kind: "unreachable", message: "timeout" };

  async function seenOnce(): Promise<Scene> {
    const scene = new Scene("once");
    scene.stage = undefined;
    scene.is = "there";
    scene.pass();
    await scene.clock.advance(FRESH_MS);
    scene.is = "silent";
    scene.pass();
    await scene.clock.advance(0);
    return scene;
  }

  it("says nothing of what the one before saw, and is asked again soon", async () => {
    const scene = await seenOnce();
    expect(scene.pass()).to.deep.equal(AT_REST);
    scene.is = "there";
    await scene.clock.advance(2_000);
    expect(scene.pass()).to.deep.equal(AT_REST);
    expect(scene.asked).to.deep.equal([0, 60, 62]);
    expect(scene.clock.pending(), "timers").to.equal(0);
  });

  it("is told when it is the second in a row, and asked for at its time from then on", async () => {
    const scene = await seenOnce();
    await scene.clock.advance(2_000);
    expect(scene.pass()).to.deep.equal(UNREACHABLE);
    await scene.clock.advance(FRESH_MS);
    scene.pass();
    await scene.clock.advance(0);
    expect(scene.pass()).to.deep.equal(UNREACHABLE);
    expect(scene.asked).to.deep.equal([0, 60, 62, 122]);
    expect(scene.clock.pending(), "timers").to.equal(0);
  });

  it("is no answer where nothing was seen before: it is asked again soon, and then told", async () => {
    const scene = new Scene("once");
    scene.stage = undefined;
    scene.is = "silent";
    scene.pass();
    await scene.clock.advance(0);
    expect(scene.pass()).to.deep.equal({ kind: "unasked" });
    await scene.clock.advance(2_000);
    expect(scene.pass()).to.deep.equal(UNREACHABLE);
    expect(scene.asked).to.deep.equal([0, 2]);
  });
});

describe("A look at what was forgotten while it was asked", () => {
  it("believes the answer to the newest question alone", async () => {
    const answers: ((is: Answer["is"]) => void)[] = [];
    const looks = new Looks<Subject, Answer>({
      clock: createFakeClock(),
      freshMs: FRESH_MS,
      ask: () => new Promise((resolve) => answers.push((is) => resolve({ kind: "found", is }))),
      onNews: () => undefined,
    });
    const look = (): ReturnType<typeof looks.look> => looks.look(CLIENT, { handle: "one", stage: undefined });
    look();
    looks.forget("one");
    look();
    for (const [index, is] of (["coming", "there"] as const).entries()) {
      answers[index]?.(is);
      await new Promise(setImmediate);
    }
    expect(look()).to.deep.equal({ kind: "found", is: "there" });
  });
});
