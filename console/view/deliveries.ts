type Delivery = Readonly<{ status: string; error: string | null; response_status: number | null }>;

const SOON_MS = 1_000;
const LATER_MS = 30_000;

/**
 * Says when deliveries are read again, as no event tells of them: soon while one is posted for the first time, later where all that
 * are not over have failed already, which may be tried again for days; never where all are over.
 */
export function lookAgainMs(deliveries: readonly Delivery[]): number | undefined {
  const pending = deliveries.filter(({ status }) => status === "pending");
  if (pending.length === 0) return undefined;
  return pending.some(({ error, response_status: answer }) => error === null && answer === null) ? SOON_MS : LATER_MS;
}
