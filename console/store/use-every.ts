import { useEffect } from "preact/hooks";
import { useLatest } from "./use-latest.ts";
import { useReturn } from "./use-return.ts";

/** Does something again and again while the page is looked at, and at once when the reader comes back to it. */
export function useEvery(everyMs: number, run: () => void): void {
  const latest = useLatest(run);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") latest.current();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  useReturn(run);
}
