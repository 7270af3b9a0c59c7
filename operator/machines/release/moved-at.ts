/** What a status says of the platform's chart. */
export type ChartPin = Readonly<{ version?: string | undefined; movedAt?: string | undefined }>;

/** Derives when a wave moved an object; what somebody changes is judged by that change from then on, and by no wave. */
export function deriveMovedAt(
  before: ChartPin,
  version: string | undefined,
  around: Readonly<{ changed: boolean; nowMs: number }>,
): string | undefined {
  if (around.changed) return undefined;
  const isSame = version === undefined || version === before.version;
  if (isSame) return before.movedAt;
  return before.version === undefined ? undefined : new Date(around.nowMs).toISOString();
}
