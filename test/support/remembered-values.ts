/** An answer by the paths of its leaves, sorted. */
export type Flat = ReadonlyMap<string, string>;

/** Times of a life are near each other; no other number is that big. */
const TIME_FROM_MS = Date.UTC(2020, 0, 1);
const ISO = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Writes an answer by the paths of its leaves; what is undefined is left out. */
export function flatten(value: unknown, nowMs: number): Flat {
  const found: [string, string][] = [];
  collect(value, "", { found, nowMs });
  return sorted(found);
}

/** Puts leaves into the order of their paths. */
export function sorted(leaves: readonly (readonly [string, string])[]): Flat {
  return new Map(leaves.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

type Collected = Readonly<{ found: [string, string][]; nowMs: number }>;

function collect(value: unknown, path: string, collected: Collected): void {
  if (value === undefined) return;
  const parts = partsOf(value);
  if (parts === undefined || parts.length === 0) collected.found.push([path, labelOf(value, collected.nowMs)]);
  else for (const [name, part] of parts) collect(part, path === "" ? name : `${path}.${name}`, collected);
}

/** Members that tell several apart by a word stand under that word. */
function partsOf(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) return value.map((one: unknown, index) => [nameOf(one) ?? String(index), one] as const);
  return Object.entries(value);
}

function nameOf(one: unknown): string | undefined {
  const { type, kind } = (one ?? {}) as Readonly<Record<string, unknown>>;
  const name = type ?? kind;
  return typeof name === "string" ? name : undefined;
}

/** Writes a value on one line, a time as what lies between it and now. */
export function labelOf(value: unknown, nowMs: number): string {
  const ms = timeOf(value);
  if (ms !== undefined && nowMs > 0)
    return ms === nowMs ? "now" : `now${ms < nowMs ? "-" : "+"}${Math.abs(ms - nowMs)}`;
  if (value === undefined) return "undefined";
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((one) => labelOf(one, nowMs)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  return `{${Object.entries(value)
    .map(([name, part]) => `${name}: ${labelOf(part, nowMs)}`)
    .join(", ")}}`;
}

function timeOf(value: unknown): number | undefined {
  if (typeof value === "number") return value >= TIME_FROM_MS ? value : undefined;
  return typeof value === "string" && ISO.test(value) ? Date.parse(value) : undefined;
}

/** Copies a value with one member set; undefined where nothing has that member. */
export function put<T extends object>(whole: T, path: string, value: unknown): T | undefined {
  const [name = "", ...rest] = path.split(".");
  if (rest.length === 0) return { ...whole, [name]: value };
  const part = (whole as Readonly<Record<string, unknown>>)[name];
  if (typeof part !== "object" || part === null) return undefined;
  const changed = put(part, rest.join("."), value);
  return changed && { ...whole, [name]: changed };
}
