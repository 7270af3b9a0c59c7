import type { Caches } from "../../../operator/resources/caches.ts";

/** Runs the copies that an operator reads, and tells of each walk through a whole one; resolves once all are complete. */
export async function runCaches(caches: Caches, signal: AbortSignal, onWalk: (cache: string) => void): Promise<void> {
  for (const [name, cache] of Object.entries(caches)) {
    const list = cache.list.bind(cache);
    cache.list = () => {
      onWalk(name);
      return list();
    };
    void cache.run(signal);
  }
  await Promise.all(Object.values(caches).map((cache) => cache.whenSynced(signal)));
}
