/** Is what a status says of the platform's chart. */
export type ChartPin = Readonly<{ version?: string | undefined; movedAt?: string | undefined }>;

/** Derives when a wave moved an object: a version that comes along with a change of the spec is the user's doing. */
export function deriveMovedAt(
  before: ChartPin,
  version: string | undefined,
  around: Readonly<{ changed: boolean; nowMs: number }>,
): string | undefined {
  const isSame = version === undefined || version === before.version;
  if (isSame) return before.movedAt;
  return before.version === undefined || around.changed ? undefined : new Date(around.nowMs).toISOString();
}
