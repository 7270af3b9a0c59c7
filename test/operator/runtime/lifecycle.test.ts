import { expect } from "chai";
import { createCapturedLogger } from "../../support/captured-logger.ts";
import { Lifecycle } from "../../../operator/runtime/lifecycle.ts";

describe("Lifecycle", () => {
  const make = (stopTimeoutMs?: number): { lifecycle: Lifecycle; log: string[]; lines: Record<string, unknown>[] } => {
    const { logger, lines } = createCapturedLogger();
    return { lifecycle: new Lifecycle(logger, stopTimeoutMs), log: [], lines };
  };
  const part = (log: string[], name: string): Parameters<Lifecycle["add"]>[0] => ({
    name,
    start: () => void log.push(`+${name}`),
    stop: () => void log.push(`-${name}`),
  });

  it("starts in order and stops in reverse, once", async () => {
    const { lifecycle, log } = make();
    await lifecycle.add(part(log, "a")).add(part(log, "b")).start();
    await Promise.all([lifecycle.stop(), lifecycle.stop()]);
    expect(log).to.eql(["+a", "+b", "-b", "-a"]);
  });

  it("stops what a failed start has left behind, the failed part included", async () => {
    const { lifecycle, log } = make();
    lifecycle
      .add(part(log, "a"))
      .add({ ...part(log, "b"), start: () => Promise.reject(new Error("no")) })
      .add(part(log, "c"));
    const failure: unknown = await lifecycle.start().catch((error: unknown) => error);
    await lifecycle.stop();
    expect([String(failure), log]).to.eql(["Error: no", ["+a", "-b", "-a"]]);
  });

  it("breaks off a start that waits, such as a standby's, and starts nothing after it", async () => {
    const { lifecycle, log } = make();
    const waiting = (signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    lifecycle.add(part(log, "a")).add({ name: "lease", start: waiting }).add(part(log, "work"));
    const started = lifecycle.start();
    await lifecycle.stop();
    await started;
    expect(log).to.eql(["+a", "-a"]);
  });

  it("stops the others when one fails or does not end", async () => {
    const { lifecycle, log, lines } = make(20);
    lifecycle
      .add(part(log, "a"))
      .add({ ...part(log, "bad"), stop: () => Promise.reject(new Error("no")) })
      .add({ ...part(log, "stuck"), stop: () => new Promise(() => undefined) });
    await lifecycle.start();
    await lifecycle.stop();
    expect(log.at(-1)).to.equal("-a");
    expect(lines.map((line) => [line["message"], line["part"]])).to.eql([
      ["Stopping took too long", "stuck"],
      ["Stopping failed", "bad"],
    ]);
  });

  it("aborts a background part in its turn and waits for its end", async () => {
    const { lifecycle, log } = make();
    lifecycle.addBackground("cache", async (signal) => {
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
      await Promise.resolve();
      log.push("cache ended");
    });
    await lifecycle.add(part(log, "work")).start();
    await lifecycle.stop();
    expect(log).to.eql(["+work", "-work", "cache ended"]);
  });

  it("tells when a background part ends by itself, with or without a fault", async () => {
    for (const run of [() => Promise.resolve(), () => Promise.reject(new Error("no"))]) {
      const { lifecycle } = make();
      await lifecycle.addBackground("cache", run).start();
      expect((await lifecycle.failed).message).to.equal("cache ended");
      await lifecycle.stop();
    }
  });
});
