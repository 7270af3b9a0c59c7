import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Has the browser ask before the page is read anew or closed, from when something is at stake: at once, or once that is said. */
export function useWarning(isAtOnce: boolean): () => void {
  const isAtStake = useSignal(isAtOnce);
  useEffect(() => {
    if (!isAtStake.value) return undefined;
    const hear = (event: Event): void => event.preventDefault();
    addEventListener("beforeunload", hear);
    return () => removeEventListener("beforeunload", hear);
  }, [isAtStake.value]);
  return () => {
    isAtStake.value = true;
  };
}
