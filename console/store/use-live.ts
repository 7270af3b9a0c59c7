import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { toProblem, type Problem } from "../view/problem.ts";
import { connection, holdBack } from "./connection.ts";
import { touchesOf } from "./live.ts";
import { organization } from "./session.ts";
import { useLatest } from "./use-latest.ts";

/** What was read last, and what went wrong since; neither while it is read for the first time. */
type Live<T> = Readonly<{ value: T | undefined; problem: Problem | undefined; refresh: () => void }>;

type Read<T> = (signal: AbortSignal) => Promise<T>;

/**
 * Reads something of a resource once the stream is open, and again after each change of it and whenever the stream is open again:
 * what changed while nobody listened is in that read. Where the stream cannot be opened it is read all the same. Reads do not overtake each other: one is under way, and at most one more follows.
 */
export function useLive<T>(id: string, key: string, read: Read<T>): Live<T> {
  const shown = useSignal<Omit<Live<T>, "refresh">>({ value: undefined, problem: undefined });
  const latest = useLatest(read);
  const again = useRef<() => void>(() => undefined);
  useEffect(() => {
    const over = new AbortController();
    let isRead = false;
    const once = async (): Promise<void> => {
      isRead = true;
      try {
        shown.value = { value: await latest.current(over.signal), problem: undefined };
      } catch (error) {
        if (over.signal.aborted) return;
        shown.value = { value: shown.value.value, problem: toProblem(error) };
      }
    };
    const look = oneAtATime(once, over.signal);
    again.current = look;
    const stopTouches = touchesOf(id).subscribe(() => {
      if (!isOpening()) look();
    });
    let isNews = false;
    const stopConnection = connection.subscribe(({ state: is }) => {
      // The first call tells what is so already: that is read by now.
      if (isNews && (is === "reading" || (is === "lost" && !isRead))) look();
      isNews = true;
    });
    return () => {
      over.abort();
      stopTouches();
      stopConnection();
    };
  }, [id, key]);
  return { ...shown.value, refresh: () => again.current() };
}

/** Has something read at most once at a time: whoever asks meanwhile gets one more reading. */
function oneAtATime(once: () => Promise<void>, over: AbortSignal): () => void {
  let state: "idle" | "reading" | "stale" = "idle";
  let reading = Promise.resolve();
  const look = (): void => {
    if (state === "idle") {
      state = "reading";
      reading = once().finally(() => {
        const isStale = state === "stale";
        state = "idle";
        if (isStale && !over.aborted) look();
      });
      reading.catch(() => undefined);
    } else state = "stale";
    holdBack(reading);
  };
  return look;
}

/** Tells whether a stream is on its way: what is read before it is open would be read again then. */
function isOpening(): boolean {
  return organization.peek() !== undefined && connection.peek().state === "opening";
}
