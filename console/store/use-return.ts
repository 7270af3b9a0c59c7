import { useEffect } from "preact/hooks";
import { useLatest } from "./use-latest.ts";

/** Does something when the reader comes back to the page. */
export function useReturn(run: () => void): void {
  const latest = useLatest(run);
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === "visible") latest.current();
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
}
