/**
 * Compares two resourceVersions of one kind as the numbers they are (comparable since Kubernetes 1.35): negative when
 * `a` is older. Decimal numbers without leading zeros order by length, then by digits, which costs no BigInt per event.
 */
export function compareVersions(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns an object's version; an object that the API server has answered always has one. */
export function versionOf(object: Readonly<{ metadata: Readonly<{ resourceVersion?: string }> }>): string {
  return object.metadata.resourceVersion ?? "0";
}
