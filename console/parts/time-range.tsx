import type { VNode } from "preact";
import { useLocation } from "preact-iso";

const HOUR = 3_600;
const RANGES = [
  { id: "1h", name: "1 hour", seconds: HOUR },
  { id: "6h", name: "6 hours", seconds: 6 * HOUR },
  { id: "1d", name: "1 day", seconds: 24 * HOUR },
  { id: "7d", name: "7 days", seconds: 7 * 24 * HOUR },
  { id: "30d", name: "30 days", seconds: 30 * 24 * HOUR },
] as const;

/** How far back a reader looks. */
type Range = (typeof RANGES)[number]["id"];

/** Reads from the address how far back it is looked. */
export function useTimeRange(): Range {
  const { query } = useLocation();
  return RANGES.find(({ id }) => id === query["range"])?.id ?? "1h";
}

/** Tells how many seconds a range has. */
export function secondsOf(range: Range): number {
  return RANGES.find(({ id }) => id === range)?.seconds ?? HOUR;
}

/** Chooses how far back is looked; it stands in the address. */
export function TimeRange(): VNode {
  const { path, query, route } = useLocation();
  const chosen = useTimeRange();
  return (
    <div class="chips" role="group" aria-label="How far back">
      {RANGES.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          class="chip"
          aria-pressed={id === chosen}
          onClick={() => route(`${path}?${new URLSearchParams({ ...query, range: id }).toString()}`, true)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
