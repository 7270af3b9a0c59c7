import { BerthError } from "../../contract/errors.ts";

/** What a provider answered, and whether it is older than it should be. */
type Kept<T> = Readonly<{ value: T; fetchedAt: Date; isStale: boolean }>;
/** Whose answer is kept, for how long, and how time is told. */
export type Keeping = Readonly<{
  provider: string;
  keptMs: number;
  /** How old an answer may be that counts as fresh; bounds what callers who want fresh ones can cost. */
  freshMs?: number;
  /** How long nobody asks again after a fault; whoever would, gets the fault at once. */
  faultKeptMs?: number;
  /** Hears of a fault that an older answer hid. */
  onHidden?: (fault: BerthError) => void;
  nowMs?: () => number;
}>;

/**
 * Keeps a provider's answer for a time; whoever asks meanwhile shares one call. Should the provider fail, the old answer
 * is better than none, unless a fresh one was asked for.
 */
export function keepAnswer<T>(
  read: () => Promise<T>,
  { provider, keptMs, freshMs = 0, faultKeptMs = 0, onHidden, nowMs = () => performance.now() }: Keeping,
): (isFresh?: boolean) => Promise<Kept<T>> {
  let kept: { value: T; fetchedAt: Date; atMs: number } | undefined;
  let failed: { fault: BerthError; atMs: number } | undefined;
  let flying: Promise<BerthError | undefined> | undefined;
  const ask = async (): Promise<BerthError | undefined> => {
    try {
      kept = { value: await read(), fetchedAt: new Date(), atMs: nowMs() };
      return (failed = undefined);
    } catch (error) {
      const fault = asFault(error, provider);
      if (kept !== undefined) onHidden?.(fault);
      failed = { fault, atMs: nowMs() };
      return fault;
    } finally {
      flying = undefined;
    }
  };
  const askOnce = (): Promise<BerthError | undefined> | BerthError =>
    failed !== undefined && nowMs() - failed.atMs < faultKeptMs ? failed.fault : (flying ??= ask());
  return async (isFresh = false) => {
    if (kept !== undefined && nowMs() - kept.atMs < (isFresh ? freshMs : keptMs)) return { ...kept, isStale: false };
    const fault = await askOnce();
    if (kept === undefined || (isFresh && fault !== undefined)) throw fault ?? new BerthError("provider_failed");
    return { ...kept, isStale: fault !== undefined };
  };
}

function asFault(cause: unknown, provider: string): BerthError {
  if (cause instanceof BerthError) return cause;
  const publicMessage = `The provider ${provider} did not answer; repeat later.`;
  return new BerthError("provider_failed", { cause, publicMessage });
}
