import { BerthError } from "../../contract/errors.ts";

/** Is what a provider answered, and whether it is older than it should be. */
export type Kept<T> = Readonly<{ value: T; fetchedAt: Date; isStale: boolean }>;
/** Says whose answer is kept, for how long, and how time is told. */
export type Keeping = Readonly<{ provider: string; keptMs: number; nowMs?: () => number }>;

/**
 * Keeps a provider's answer for a time; whoever asks meanwhile shares one call. Should the provider fail, the old answer
 * is better than none, unless a fresh one was asked for.
 */
export function keepAnswer<T>(
  read: () => Promise<T>,
  { provider, keptMs, nowMs = () => performance.now() }: Keeping,
): (isFresh?: boolean) => Promise<Kept<T>> {
  let kept: { value: T; fetchedAt: Date; atMs: number } | undefined;
  let flying: Promise<void> | undefined;
  const fetchOnce = (): Promise<void> =>
    (flying ??= read()
      .then((value) => void (kept = { value, fetchedAt: new Date(), atMs: nowMs() }))
      .finally(() => (flying = undefined)));
  return async (isFresh = false) => {
    if (kept !== undefined && !isFresh && nowMs() - kept.atMs < keptMs) return { ...kept, isStale: false };
    try {
      await fetchOnce();
    } catch (cause) {
      if (kept !== undefined && !isFresh) return { ...kept, isStale: true };
      const publicMessage = `The provider ${provider} did not answer; repeat later.`;
      throw new BerthError("provider_failed", { cause, publicMessage });
    }
    if (kept === undefined) throw new BerthError("provider_failed");
    return { ...kept, isStale: false };
  };
}
