import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * Has the browser ask before the page is read anew or closed, from when something is at stake: at once, or once that is said.
 * Not from when it is drawn: a busy page is drawn late.
 */
export function useWarning(isAtOnce: boolean): () => void {
  const hear = useRef((event: Event): void => event.preventDefault()).current;
  const warn = (): void => addEventListener("beforeunload", hear);
  useLayoutEffect(() => {
    if (isAtOnce) warn();
    return () => removeEventListener("beforeunload", hear);
  }, []);
  return warn;
}
