/*
 * Reads a stream of server-sent events as if it never broke:
 * 1. it is opened with what the follower knows of its place, and read until it ends, breaks or is silent for too long, also because the machine slept;
 * 2. a refusal that will not pass (401, 403, 404, 422) is thrown; everything else is tried again, after a growing wait;
 * 3. the caller's signal, or leaving the loop, ends it and closes the connection.
 */
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { isBerthError, refusalOf } from "./berth-error.ts";
import type { RetryMeans } from "./retrying-fetch.ts";
import { Stopwatch, type Clocks } from "./stopwatch.ts";

/** Whether what was told last is the newest: `lost` from a break until the stream is open again. */
export type Connection = "open" | "lost";

/** Hears of a connection, and for how long nothing was heard by it. */
export type OnConnection = (connection: Connection, silentMs: number) => void;

/** A stream: how it is opened at the place that is reached, and what hears of its connection. */
type Stream = Readonly<{
  open: (signal: AbortSignal) => Promise<Response>;
  signal: AbortSignal;
  onConnection?: OnConnection;
  /** Hears the place that is reached, of streams that tell it. */
  onId?: (id: string) => void;
}>;

/** What resumption needs from outside. */
export type StreamMeans = Pick<RetryMeans, "pause" | "random"> & Clocks & Readonly<{ silenceMs: number }>;

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 15_000;
/** A timer alone would go on after a sleep as if nothing had been: how long nothing was heard is looked at so often. */
const LOOK_MS = 1_000;

/** Yields the events of a stream over all its breaks until the signal aborts. */
export async function* resumeStream(stream: Stream, means: StreamMeans): AsyncGenerator<EventSourceMessage, void> {
  const isOver = (): boolean => stream.signal.aborted;
  const heard = new Stopwatch(means);
  for (let failures = 0; !isOver(); failures++) {
    try {
      for await (const message of readOnce(stream, heard, means.silenceMs)) {
        failures = 0;
        yield message;
      }
    } catch (fault) {
      if (isFinal(fault)) throw fault;
    }
    if (!isOver()) stream.onConnection?.("lost", heard.elapsedMs);
    const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures) * (0.5 + means.random());
    await means.pause(waitMs, stream.signal).catch(() => undefined);
  }
}

function isFinal(fault: unknown): boolean {
  return isBerthError(fault) && [400, 401, 403, 404, 422].includes(fault.status);
}

async function* readOnce(stream: Stream, heard: Stopwatch, silenceMs: number): AsyncGenerator<EventSourceMessage> {
  const silence = new AbortController();
  const over = AbortSignal.any([stream.signal, silence.signal]);
  const look = (): void => {
    if (heard.elapsedMs >= silenceMs) silence.abort();
  };
  const response = await stream.open(over);
  if (!response.ok) throw await refusalOf(response);
  if (response.body === null) return;
  stream.onConnection?.("open", heard.elapsedMs);
  heard.restart();
  const arrived: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => arrived.push(message), onId: stream.onId });
  const texts = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const timer = setInterval(look, Math.min(LOOK_MS, silenceMs));
  // By the signal: whoever has what was waited for asks for no more, and this stands at its last word for ever.
  const close = (): void => {
    clearInterval(timer);
    texts.cancel().catch(() => undefined);
  };
  over.addEventListener("abort", close, { once: true });
  if (over.aborted) close();
  try {
    for (;;) {
      const { value, done } = await texts.read();
      if (done) return;
      // What was on its way when the machine fell asleep says nothing of the time since.
      look();
      silence.signal.throwIfAborted();
      heard.restart();
      parser.feed(value);
      yield* arrived.splice(0);
    }
  } finally {
    silence.abort();
  }
}
