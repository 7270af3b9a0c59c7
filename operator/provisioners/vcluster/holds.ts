/** Tells whether all that is wanted is there; the API server adds members of its own. */
export function holds(found: unknown, wanted: unknown): boolean {
  if (typeof wanted !== "object" || wanted === null) return found === wanted;
  if (typeof found !== "object" || found === null) return false;
  if (Array.isArray(wanted) && (found as unknown[]).length !== wanted.length) return false;
  return Object.entries(wanted).every(([name, value]) => holds((found as Record<string, unknown>)[name], value));
}
