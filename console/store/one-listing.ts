/** Makes a listing that is made once at a time: where it is begun again the earlier one ends, as its pages would be counted among the new one's. */
export function oneListing(list: (until: AbortSignal) => Promise<unknown>, over: AbortSignal): () => Promise<unknown> {
  let current = new AbortController();
  return () => {
    current.abort();
    current = new AbortController();
    return list(AbortSignal.any([over, current.signal]));
  };
}
