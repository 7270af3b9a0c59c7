import { expect } from "chai";
import { Registry } from "prom-client";
import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import { createCapturedLogger } from "../../support/captured-logger.ts";
import { createFakeClock, type FakeClock } from "../../support/fake-clock.ts";
import { sleep } from "../../../operator/runtime/clock.ts";
import {
  runController,
  type ControllerOptions,
  type Outcome,
  type Retry,
} from "../../../operator/runtime/controller.ts";
import { KeyedQueue } from "../../../operator/runtime/keyed-queue.ts";
import { createRuntimeMetrics } from "../../../operator/runtime/metrics.ts";

type Pass = (signal: AbortSignal) => Promise<Outcome>;

const settled: Pass = () => Promise.resolve({ kind: "settled" });
const fails =
  (error: Error): Pass =>
  () =>
    Promise.reject(error);
const conflict = new KubeError("PATCH /x", { status: 409, reason: "Conflict" });

describe("runController", () => {
  let clock: FakeClock;
  let queue: KeyedQueue;
  let registry: Registry;
  let lines: Record<string, unknown>[];
  let startsMs: number[];

  /** Runs the passes one after another for one key; each further pass settles. */
  const run = (passes: Pass[], options: Partial<ControllerOptions> = {}): void => {
    clock = createFakeClock();
    queue = new KeyedQueue({ clock, concurrency: 1, random: () => 1, backoff: { baseMs: 100, maxMs: 60_000 } });
    registry = new Registry();
    const captured = createCapturedLogger();
    lines = captured.lines;
    startsMs = [];
    const begunMs = clock.monotonicMs();
    const reconcile = (_key: string, signal: AbortSignal): Promise<Outcome> => {
      startsMs.push(clock.monotonicMs() - begunMs);
      return (passes.shift() ?? settled)(signal);
    };
    const metrics = createRuntimeMetrics(registry);
    runController({ name: "things", queue, reconcile, clock, logger: captured.logger, metrics, ...options });
    queue.add("a");
  };
  const results = async (): Promise<Record<string, number>> => {
    const text = await registry.getSingleMetricAsString("berth_reconcile_seconds");
    const counts = [...text.matchAll(/_count\{controller="things",result="(\w+)"\} (\d+)/g)];
    return Object.fromEntries(counts.map(([, result = "", count]) => [result, Number(count)]));
  };

  it("stops when a pass has settled, silently", async () => {
    run([]);
    await clock.advance(1e6);
    expect([startsMs, lines, await results()]).to.eql([[0], [], { settled: 1 }]);
  });

  it("looks again when a pass asked for it", async () => {
    run([() => Promise.resolve({ kind: "wait", afterMs: 5_000, reason: "Backup running" })]);
    await clock.advance(1e6);
    expect([startsMs, await results()]).to.eql([[0, 5_000], { wait: 1, settled: 1 }]);
  });

  it("decides anew after a conflict, without a word", async () => {
    run([fails(conflict), fails(conflict)]);
    await clock.advance(1e6);
    expect([startsMs, lines, await results()]).to.eql([[0, 100, 300], [], { conflict: 2, settled: 1 }]);
  });

  it("waits two seconds at most after a conflict, however many came before: a storm of them is soon over", async () => {
    run(Array.from({ length: 12 }, () => fails(conflict)));
    await clock.advance(1e6);
    const waits = startsMs.slice(1).map((atMs, index) => atMs - (startsMs[index] ?? 0));
    expect(waits).to.deep.equal([100, 200, 400, 800, 1_600, ...Array<number>(7).fill(2_000)]);
  });

  it("takes a name that is taken for an error, not for a conflict", async () => {
    run([fails(new KubeError("POST /x", { status: 409, reason: "AlreadyExists" }))]);
    await clock.advance(1e6);
    expect(await results()).to.eql({ error: 1, settled: 1 });
  });

  it("backs off after errors, and starts small again after a good pass", async () => {
    const wait: Pass = () => Promise.resolve({ kind: "wait", afterMs: 1_000, reason: "x" });
    run([fails(new Error("a")), fails(new Error("b")), wait, fails(new Error("c"))]);
    await clock.advance(1e6);
    expect(startsMs).to.eql([0, 100, 300, 1_300, 1_400]);
    expect(lines.map((line) => [line["level"], line["key"], line["retryInMs"]])).to.eql([
      ["error", "a", 100],
      ["error", "a", 200],
      ["error", "a", 100],
    ]);
  });

  it("retries by the error's class: never, after its time, or as the API server says", async () => {
    const classify = (error: unknown): Retry =>
      (error as Error).message === "user" ? { kind: "never" } : { kind: "after", ms: 7_000 };
    run([fails(new Error("later")), fails(new Error("user"))], { classify });
    await clock.advance(1e6);
    expect([startsMs, await results()]).to.eql([[0, 7_000], { error: 1, stalled: 1 }]);
    run([fails(new KubeError("GET /x", { status: 429, reason: "TooManyRequests", retryAfterMs: 3_000 }))]);
    await clock.advance(1e6);
    expect(startsMs).to.eql([0, 3_000]);
  });

  it("tries again in silence after what was expected", async () => {
    const classify = (): Retry => ({ kind: "after", ms: 2_000, expected: true });
    run([fails(new Error("does not lead"))], { classify });
    await clock.advance(1e6);
    expect([startsMs, lines, await results()]).to.eql([[0, 2_000], [], { aborted: 1, settled: 1 }]);
  });

  it("aborts a pass at its deadline, and does not start another before it has ended", async () => {
    let running = 0;
    const slow: Pass = async (signal) => {
      running += 1;
      expect(running).to.equal(1);
      await sleep(clock, 1e6, signal);
      await sleep(clock, 40_000);
      running -= 1;
      throw new Error("aborted");
    };
    run([slow, slow], { deadlineMs: 1_000 });
    queue.add("a");
    await clock.advance(500);
    queue.add("a");
    await clock.advance(1e6);
    // The adds of the first pass run right after it; its own retry, due at 41,100, waits for the second one's end.
    expect(startsMs).to.eql([0, 41_000, 82_000, 82_200]);
    expect(await results()).to.eql({ timeout: 2, settled: 2 });
    expect(clock.pending()).to.equal(0);
  });

  it("does not call the end of the process an error", async () => {
    run([(signal) => sleep(clock, 1e6, signal).then(() => Promise.reject(new Error("aborted")))]);
    await clock.advance(1);
    const drained = queue.drain(100);
    await clock.advance(200);
    expect([await drained, lines.filter((line) => line["level"] === "error"), await results()]).to.eql([
      false,
      [],
      { aborted: 1 },
    ]);
  });
});
