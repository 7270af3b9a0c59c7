/** What readiness asks: the copies of the world, the election, and whether the process was told to stop. */
export type ReadinessParts = Readonly<{
  caches: Readonly<Record<string, Readonly<{ hasSynced: boolean }> | undefined>>;
  lease: Readonly<{ secondsSinceAnswer: number }>;
  stopping: AbortSignal;
}>;

/** Leader and standbys ask for the lease every 1.25 s, so this is many calls in a row without an answer. */
const ANSWER_AGE_MAX_SECONDS = 30;

/**
 * Tells why this process could not lead now; empty when it could, whether it leads or stands by. Postgres and Git do
 * not count: an operator works on without either and has metrics and alerts for both, and a replica that steps back
 * would be no help.
 */
export function createReadiness({ caches, lease, stopping }: ReadinessParts): () => readonly string[] {
  return () => {
    const empty = Object.entries(caches).filter(([, cache]) => cache?.hasSynced === false);
    const isCut = lease.secondsSinceAnswer > ANSWER_AGE_MAX_SECONDS;
    return [
      ...(stopping.aborted ? ["stopping"] : []),
      ...empty.map(([name]) => `cache ${name}: not filled yet`),
      ...(isCut ? [`lease: the API server has not answered for ${ANSWER_AGE_MAX_SECONDS} s`] : []),
    ];
  };
}
