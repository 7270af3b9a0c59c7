/*
 * Writes the logs of one reader:
 * 1. lines are taken from the queue as they come; one that is slow slows the sources down;
 * 2. before anything is sent it is asked whether the reader still may read; who may not any more is cut off, with all
 *    that was taken for them; while that cannot be known, nothing is sent;
 * 3. with nothing to send, a sign of life goes out from time to time.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { LineQueue, LogLine } from "./line-queue.ts";
import type { Standing } from "./stream-access.ts";

/** A reader. */
export type LogReader = Readonly<{
  queue: LineQueue;
  check: () => Promise<Standing>;
  heartbeatMs: number;
  form: LogForm;
  signal: AbortSignal;
}>;

/** How lines are written. */
type LogForm = Readonly<{
  lines: (lines: readonly LogLine[]) => string;
  heartbeat: string;
  end: (reason: string) => string;
}>;

const AWAY_MS = 500;

/** Makes the text of a reader's stream. */
export async function* logTexts({ queue, check, heartbeatMs, form, signal }: LogReader): AsyncGenerator<string> {
  let heartbeatAtMs = performance.now() + heartbeatMs;
  while (!signal.aborted) {
    const lines = await queue.take(Math.max(0, heartbeatAtMs - performance.now()));
    const standing = await knownStanding(check, signal);
    if (standing !== "allowed") {
      yield form.end(standing);
      return;
    }
    if (lines === undefined) {
      yield form.end("completed");
      return;
    }
    const isDue = performance.now() >= heartbeatAtMs;
    if (lines.length === 0 && !isDue) continue;
    yield lines.length === 0 ? form.heartbeat : form.lines(lines);
    heartbeatAtMs = performance.now() + heartbeatMs;
  }
}

async function knownStanding(check: () => Promise<Standing>, signal: AbortSignal): Promise<Standing> {
  for (;;) {
    const standing = await check();
    if (standing !== "away" || signal.aborted) return standing;
    await delay(AWAY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Writes lines for people. */
export function plainForm(timestamps: boolean): LogForm {
  return {
    lines: (lines) =>
      lines
        .map(
          ({ pod, container, at, text }) => `${timestamps && at !== "" ? `${at} ` : ""}${pod}/${container} ${text}\n`,
        )
        .join(""),
    heartbeat: "\n",
    end: () => "",
  };
}

/** Writes lines for programs. */
export const EVENT_FORM: LogForm = {
  lines: (lines) =>
    lines
      .map(({ at, ...line }) => `event: line\ndata: ${JSON.stringify({ ...line, at: at === "" ? null : at })}\n\n`)
      .join(""),
  heartbeat: ": heartbeat\n\n",
  end: (reason) => `event: end\ndata: ${JSON.stringify({ reason })}\n\n`,
};
