/**
 * Stops what a whole mocha process shared, then fails it for what outlives its tests:
 *
 * 1. an error that nobody caught and a rejection that nobody handled, also where mocha overlooks them: beside a test that has
 *    failed already, or after the last one;
 * 2. what still holds the event loop a while after the last test (a socket, a server, a child, a timer): without this the
 *    process would stand there for ever and say nothing;
 * 3. what cannot be stopped: the process ends then, and says so.
 */
import { ChildProcess } from "node:child_process";
import { Server, Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { config } from "chai";
import { stackOf } from "../../adapters/log/thrown.ts";
import { runEndings } from "./endings.ts";
import { witnessesHeard } from "./evidence/witnesses.ts";

type Private = NodeJS.Process & Readonly<{ _getActiveHandles: () => readonly object[] }>;

/** Mocha's own output, and what talks to whoever started this process. */
const ALLOWED = new Set(["TTYWrap", "PipeWrap", "MessagePort"]);
const GRACE_MS = Number(process.env["BERTH_TEST_LEFTOVERS_MS"] ?? 30_000);
const ENDINGS_MS = Number(process.env["BERTH_TEST_ENDINGS_MS"] ?? 600_000);
const POLL_MS = 50;

// The report of a run has the messages alone: 40 letters of what a guide's command said are no finding.
config.truncateThreshold = 2_000;
// Mocha has each error keep its whole stack: of one that comes out of thousands of brackets that took more than reading them.
Error.stackTraceLimit = 30;

/** A set: mocha hands a rejection on to those who listen beside it. */
const uncaught = new Set<string>();

function note(origin: string, error: unknown): void {
  uncaught.add(`${origin}: ${stackOf(error)}`);
}

process.on("uncaughtExceptionMonitor", (error, origin) => note(origin, error));
// Mocha alone takes no notice of one that is not its own.
process.on("unhandledRejection", (reason) => note("unhandledRejection", reason));

/** Runs after each test, and after every test of the process. */
export const mochaHooks = {
  /** The reporter has asked what was known as a test failed; the next one changes it. */
  async afterEach(this: Mocha.Context): Promise<void> {
    if (this.currentTest?.state === "failed") await witnessesHeard();
  },

  async afterAll(this: Mocha.Context): Promise<void> {
    this.timeout(0);
    const limit = setTimeout(giveUp, ENDINGS_MS).unref();
    await witnessesHeard();
    await runEndings();
    clearTimeout(limit);
    // Without a limit mocha sets a timer of 24 days, which would count as one that was left behind.
    this.runnable().clearTimeout();
    const held = await whatHolds();
    const faults = [...uncaught, ...held.map((what) => `left behind: ${what}`)];
    if (faults.length === 0) return;
    if (held.length > 0) setTimeout(() => process.exit(1), GRACE_MS).unref();
    throw new Error(`Something outlived the tests:\n${faults.join("\n")}`);
  },
};

function giveUp(): void {
  console.log(`What the tests shared did not stop within ${ENDINGS_MS / 1_000} s: ${describeHandles().join(", ")}`);
  process.exit(1);
}

/** Waits until nothing but this look holds the event loop, as connections that are closing need a moment. */
async function whatHolds(): Promise<readonly string[]> {
  const endsAtMs = performance.now() + GRACE_MS;
  for (;;) {
    await pause(POLL_MS);
    const kinds = process.getActiveResourcesInfo().filter((kind) => !ALLOWED.has(kind));
    if (kinds.length === 0) return [];
    if (performance.now() >= endsAtMs) return [...kinds, ...describeHandles()];
  }
}

function describeHandles(): readonly string[] {
  return (process as Private)._getActiveHandles().flatMap((handle) => describeHandle(handle) ?? []);
}

function describeHandle(handle: object): string | undefined {
  if (handle instanceof ChildProcess) return `child ${handle.pid ?? 0}: ${handle.spawnargs.join(" ").slice(0, 200)}`;
  if (handle instanceof Server) return `server ${JSON.stringify(handle.address())}`;
  if (handle instanceof Socket && handle.remotePort !== undefined)
    return `socket ${handle.localPort ?? 0} → ${handle.remoteAddress ?? ""}:${handle.remotePort}`;
  return undefined;
}
