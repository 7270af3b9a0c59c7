/**
 * Copies a JSON value, deeply; what no API server could hold is left to `structuredClone`, which refuses functions. That one
 * alone writes each value down and reads it again, which was a fifth of a simulation's time.
 */
export function copyJson<T>(value: T): T {
  if (value === null || typeof value !== "object") return typeof value === "function" ? structuredClone(value) : value;
  if (Array.isArray(value)) return value.map((member: unknown) => copyJson(member)) as T;
  if (!isPlain(value)) return structuredClone(value);
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) copy[name] = copyJson((value as Record<string, unknown>)[name]);
  return copy as T;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && !Object.hasOwn(value, "__proto__");
}

const kept = new WeakSet<object>();

/** Copies a JSON value as one that nobody can change; what is such a one already is shared, not copied. */
export function keepJson<T>(value: T): T {
  if (value === null || typeof value !== "object" || (!Array.isArray(value) && !isPlain(value))) return copyJson(value);
  if (kept.has(value)) return value;
  const copy = Array.isArray(value) ? value.map((member: unknown) => keepJson(member)) : keepMembers(value);
  kept.add(Object.freeze(copy));
  return copy as T;
}

function keepMembers(value: object): object {
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) copy[name] = keepJson((value as Record<string, unknown>)[name]);
  return copy;
}
