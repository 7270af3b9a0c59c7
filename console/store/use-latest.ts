import { useRef } from "preact/hooks";

/** Keeps what was given last, for what runs later than it was given. */
export function useLatest<T>(value: T): { current: T } {
  const latest = useRef(value);
  latest.current = value;
  return latest;
}
