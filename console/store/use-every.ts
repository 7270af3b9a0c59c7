import { useEffect, useRef } from "preact/hooks";

/** Does something again and again while the page is looked at, and at once when the reader comes back to it. */
export function useEvery(everyMs: number, run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === "visible") latest.current();
    };
    const timer = setInterval(look, everyMs);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [everyMs]);
}
