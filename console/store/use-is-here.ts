import { useEffect, useRef } from "preact/hooks";

/** Tells whether what asks is shown still: an answer may come after it was left. */
export function useIsHere(): () => boolean {
  const isHere = useRef(true);
  useEffect(
    () => () => {
      isHere.current = false;
    },
    [],
  );
  return () => isHere.current;
}
