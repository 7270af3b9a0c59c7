import fc from "fast-check";
import { validValue, type JsonSchema } from "../support/schema-arbitrary.ts";

/** A schema of the published document; references point into its components. */
export type DocumentSchema = { [key: string]: unknown };
type Components = Readonly<Record<string, DocumentSchema>>;

/** Puts components in the place of references and splits off null, so that generators see one type per node. */
export function resolved(schema: unknown, components: Components): unknown {
  if (Array.isArray(schema)) return schema.map((item) => resolved(item, components));
  if (typeof schema !== "object" || schema === null) return schema;
  const { $ref, anyOf, type, ...rest } = schema as DocumentSchema;
  if (typeof $ref === "string") return resolved(components[$ref.split("/").at(-1) ?? ""], components);
  const alternative = Array.isArray(anyOf) ? (resolved(anyOf[0], components) as DocumentSchema) : {};
  const own = Array.isArray(type) ? { type: type[0] as unknown } : type === undefined ? {} : { type };
  const members = Object.entries(rest).map(([key, value]) => [key, resolved(value, components)] as const);
  const node = { ...Object.fromEntries(members), ...own, ...alternative } as DocumentSchema;
  return node["format"] === "email" ? { ...node, pattern: "^[a-z]{1,8}@[a-z]{1,8}\\.[a-z]{2,4}$" } : node;
}

/** Makes bodies that are valid, or nearly: up to three places of a valid one are replaced, removed or added to. */
export function nearlyValid(schema: DocumentSchema): fc.Arbitrary<unknown> {
  const odd = fc.oneof(fc.constantFrom(...oddValues(schema)), fc.constantFrom(...Object.values(COMMON_ODDITIES)));
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    kind: fc.constantFrom("replace", "remove", "add"),
    odd,
  });
  const aimed = fc.constantFrom(...aimedOddities(schema));
  const valid = fc.oneof({ weight: 4, arbitrary: validValue(schema as JsonSchema) }, { weight: 1, arbitrary: odd });
  const changes = fc.oneof(fc.constant([]), fc.array(change, { minLength: 1, maxLength: 3 }));
  return fc.oneof(
    fc.tuple(valid, changes).map(([value, list]) => list.reduce(changed, structuredClone(value))),
    fc
      .tuple(valid, aimed)
      .map(([value, [name, aim]]) => (typeof value === "object" && value !== null ? { ...value, [name]: aim } : value)),
  );
}

/** Pairs every top-level member with the values on both sides of its limits. */
function aimedOddities(schema: DocumentSchema): (readonly [string, unknown])[] {
  const properties = (schema["properties"] ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(properties).flatMap(([name, member]) => oddValues(member).map((odd) => [name, odd] as const));
}

type Change = Readonly<{ at: number; kind: string; odd: unknown }>;
type Place = Readonly<{ parent: Record<string, unknown>; key: string }>;

function changed(root: unknown, change: Change): unknown {
  const { at, kind } = change;
  // The oddities are shared: one that became the root must not be put into itself by the next change.
  const odd = structuredClone(change.odd);
  const places = placesOf(root);
  const place = places[Math.floor(at * places.length)];
  if (place === undefined) return kind === "remove" ? undefined : odd;
  if (kind === "remove") Reflect.deleteProperty(place.parent, place.key);
  else place.parent[kind === "add" && !Array.isArray(place.parent) ? `${place.key}_x` : place.key] = odd;
  // A hole would be something that no JSON text can say.
  return JSON.parse(JSON.stringify(root)) as unknown;
}

function placesOf(value: unknown): Place[] {
  if (typeof value !== "object" || value === null) return [];
  const parent = value as Record<string, unknown>;
  return Object.keys(parent).flatMap((key) => [{ parent, key }, ...placesOf(parent[key])]);
}

const COMMON_ODDITIES = {
  none: null,
  yes: true,
  zero: 0,
  minus: -1,
  fraction: 1.5,
  unsafe: 2 ** 53,
  huge: 1e300,
  tiny: 5e-324,
  empty: "",
  space: " ",
  nul: "a\0b",
  digits: "12",
  word: "nope",
  upper: "NOPE",
  newline: "a\n",
  ships: "🚢🚢🚢🚢",
  halves: "🚢".repeat(150),
  bareId: "0197000000007000800000000000000A",
  bracedId: "{01970000-0000-7000-8000-000000000001}",
  urn: "urn:uuid:01970000-0000-7000-8000-000000000001",
  oldId: "00000000-0000-0000-0000-000000000001",
  shortId: "01970000-0000-7000-8000-00000000001",
  time: "2026-02-28T23:59:59.123456789+05:30",
  naive: "2026-02-28T23:59:59",
  noSuchDay: "2026-02-30T00:00:00Z",
  leapSecond: "2026-06-30T23:59:60Z",
  lowerTime: "2026-02-28t00:00:00z",
  year0: "0000-01-01T00:00:00Z",
  mail: "ada@example.org",
  badMail: "ada@example",
  list: [],
  nested: [[]],
  object: {},
  strange: { constructor: 1, toString: 2 },
} as const;

/** Lists values on both sides of every limit that a schema states. */
function oddValues(schema: unknown): unknown[] {
  if (typeof schema !== "object" || schema === null) return [null];
  const node = schema as DocumentSchema;
  const numbers = [node["minimum"], node["maximum"]].filter((limit) => typeof limit === "number");
  const lengths = [node["minLength"], node["maxLength"]].filter((limit) => typeof limit === "number");
  const counts = [node["minItems"], node["maxItems"]].filter((limit) => typeof limit === "number");
  const members = [node["maxProperties"]].filter((limit) => typeof limit === "number");
  return [
    null,
    ...numbers.flatMap((limit) => [limit - 1, limit, limit + 1, limit + 0.5]),
    ...lengths.flatMap((limit) =>
      [limit - 1, limit, limit + 1]
        .filter((length) => length >= 0)
        .flatMap((length) => ["a".repeat(length), "🚢".repeat(Math.min(length, 500))]),
    ),
    ...counts.flatMap((limit) =>
      [limit - 1, limit, limit + 1]
        .filter((length) => length >= 0)
        .map((length) => new Array<string>(length).fill("a")),
    ),
    ...members.flatMap((limit) =>
      [limit, limit + 1].map((count) =>
        Object.fromEntries(new Array<number>(count).fill(0).map((_, index) => [`k${index}`, 1])),
      ),
    ),
    ...Object.values(node).flatMap((child) => (typeof child === "object" ? oddValues(child) : [])),
  ];
}
