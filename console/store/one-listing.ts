import { pause } from "../../client/pause.ts";

/** As long as a gateway takes to come back; each request of a listing is repeated some times before. */
const AGAIN_MS = 5_000;

/** Reads all until then; tells whether it could be read. */
type List = (until: AbortSignal) => Promise<boolean>;

/**
 * Makes a listing that is made until it succeeds, and once at a time: where it is begun again the earlier one ends, as its pages would be
 * counted among the new one's. It is under way for as long as that takes.
 */
export function oneListing(list: List, over: AbortSignal, wait = pause): () => Promise<unknown> {
  let current = new AbortController();
  const readAll = async (until: AbortSignal): Promise<void> => {
    while (!(await list(until))) await wait(AGAIN_MS, until);
  };
  return () => {
    current.abort();
    current = new AbortController();
    // That it was ended is no fault of whoever waits for it.
    return readAll(AbortSignal.any([over, current.signal])).catch(() => undefined);
  };
}
