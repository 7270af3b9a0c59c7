import fc from "fast-check";
import { z } from "zod";
import { NO_NUL } from "../../contract/fields.ts";
import type { CrossFieldRule, ResourceDefinition } from "../../contract/resources/definition.ts";
import { validValue, type JsonSchema } from "./schema-arbitrary.ts";

type Path = readonly (string | number)[];
type Container = Record<string | number, unknown>;

/** One spec to try, and what it tries. */
export type SpecCase = Readonly<{ tries: string; spec: unknown }>;

/** Derived once each: it is asked for with every spec that is tried. */
const schemas = new WeakMap<ResourceDefinition, JsonSchema>();

/** Derives the JSON Schema of a resource's spec, from which cases are made. */
export function specSchema(resource: ResourceDefinition): JsonSchema {
  const derive = (): JsonSchema => z.toJSONSchema(resource.spec, { target: "openapi-3.0", io: "input" }) as JsonSchema;
  const schema = schemas.get(resource) ?? derive();
  schemas.set(resource, schema);
  return schema;
}

/** Tells whether zod and the declared rules take a spec. */
export function zodTakes(resource: ResourceDefinition, spec: unknown): boolean {
  // The API server takes null for "not there" and drops it before anything looks (docs/adr/0014 says the same of REST).
  const parsed = resource.spec.safeParse(withoutNulls(spec, specSchema(resource)));
  return parsed.success && resource.specRules.every((rule) => rule.check?.(parsed.data as never) !== false);
}

/** Makes specs at and just beyond every limit of a resource, one member at a time. */
export function limitCases(resource: ResourceDefinition, seed: number): SpecCase[] {
  const schema = specSchema(resource);
  const base = repair(resource, sample(validValue(requiredOnly(schema)), seed));
  return listNodes(schema, []).flatMap(({ path, node }) =>
    [...limitValues(node), ...WRONG_TYPES].map((value) => ({
      tries: `${path.join(".")} = ${show(value)}`,
      spec: repair(resource, place(schema, structuredClone(base), { path, value }), path[0]),
    })),
  );
}

/** Makes random specs: some good, some with one thing wrong, some with rules broken. */
export function randomCases(resource: ResourceDefinition, count: number, seed: number): SpecCase[] {
  const schema = specSchema(resource);
  const nodes = listNodes(schema, []);
  const arbitrary = fc
    .tuple(validValue(schema), fc.constantFrom(...nodes), fc.nat(), fc.constantFrom("good", "wrong", "raw"))
    .map(([value, node, pick, kind]) => {
      const spec = kind === "raw" ? value : repair(resource, value);
      if (kind !== "wrong") return { tries: kind, spec };
      const values = [...limitValues(node.node), ...WRONG_TYPES];
      const wrong = values[pick % values.length];
      return {
        tries: `random, ${node.path.join(".")} = ${show(wrong)}`,
        spec: place(schema, spec, { path: node.path, value: wrong }),
      };
    });
  return fc.sample(arbitrary, { numRuns: count, seed });
}

const show = (value: unknown): string => JSON.stringify(value).slice(0, 80);

const WRONG_TYPES: readonly unknown[] = [null, true, 1, 1.5, "x", [], {}, [null], { surprise: 1 }];

function listNodes(node: JsonSchema, path: Path): { path: Path; node: JsonSchema }[] {
  const self = path.length === 0 ? [] : [{ path, node }];
  if (node.type === "array") return [...self, ...listNodes(node.items ?? {}, [...path, 0])];
  if (node.properties !== undefined)
    return [
      ...self,
      ...Object.entries(node.properties).flatMap(([name, member]) => listNodes(member, [...path, name])),
    ];
  if (typeof node.additionalProperties === "object")
    return [...self, ...listNodes(node.additionalProperties, [...path, "key"])];
  return self;
}

function limitValues(node: JsonSchema): readonly unknown[] {
  if (node.enum !== undefined) return [...node.enum, "nope", node.enum[0]?.toUpperCase(), ""];
  if (node.type === "string") return textLimits(node);
  if (node.type === "integer" || node.type === "number") return numberLimits(node);
  if (node.type === "array") return listLimits(node);
  return objectLimits(node);
}

const SHAPES = [
  "a",
  "1",
  "_",
  "A",
  "-",
  "aB",
  "a-",
  "-a",
  "a.b",
  "a..b",
  "/",
  "/a",
  "/a b",
  "\n",
  "a\n",
  "\0",
  "a\0",
  " ",
  "é",
  "🚢",
  "",
  "\u2028",
  "~",
];
const TIMES = [
  "2026-02-30T00:00:00Z",
  "2024-02-29T23:59:60Z",
  "2026-01-01T00:00:00",
  "2026-01-01T00:00Z",
  "2026-01-01 00:00:00Z",
  "2026-01-01t00:00:00z",
  "2026-01-01T00:00:00+02:00",
  "2026-01-01T00:00:00+0200",
  "2026-01-01T00:00:00+24:00",
  "2026-01-01T00:00:00.123456789Z",
  "2026-01-01T24:00:00Z",
  "10000-01-01T00:00:00Z",
  "0000-01-01T00:00:00Z",
  "2026-01-01T00:00:00.Z",
  "2026-01-01",
];
const UUIDS = [
  "00000000-0000-0000-0000-000000000000",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
  "0190A8F0-0000-7000-8000-000000000001",
  "0190a8f0-0000-7000-8000-000000000001",
  "0190a8f0000070008000000000000001",
  "0190a8f0-0000-f000-8000-000000000001",
  "0190a8f0-0000-4000-c000-000000000001",
  "{0190a8f0-0000-4000-8000-000000000001}",
];
const WORDS = [
  "https://a.b",
  "http://a.b",
  "oci://x/y",
  "https://u@h",
  "https:// ",
  "a.b",
  "a.bc",
  "A.bc",
  "-a.bc",
  `${"a".repeat(64)}.bc`,
  "1.30",
  "v1.30.1",
  "2.0",
  "1.30.1000",
  "hourly",
  "* * * * *",
  "*/5 0-3 1,2 JAN mon",
  "yearly",
  "* * * *",
  "1",
  "1.2.3.4",
  "postgis",
  "nginx:1",
  "-nginx",
];

const LONG = 10_000;

function textLimits({ minLength = 0, maxLength = 64, format, pattern }: JsonSchema): readonly string[] {
  const most = [maxLength, maxLength + 1];
  const characters = ["a", "🚢"].flatMap((fill) => most.map((length) => fill.repeat(length)));
  // Any text is good there, and a quarter of a megabyte for each shape would say nothing more.
  if (maxLength > LONG || pattern === NO_NUL)
    return [...characters, "a".repeat(minLength), "🚢".repeat(Math.ceil(maxLength / 2)), ...SHAPES];
  const lengths = [minLength - 1, minLength, ...most].filter((length) => length >= 0);
  const heads = ["/", "1", "https://", "a:"];
  const rooted = lengths.flatMap((length) =>
    heads.map((head) => head.repeat(head.length === 1 ? length : 1).padEnd(length, "a")),
  );
  const known = [...(format === "date-time" ? TIMES : []), ...(format === "uuid" ? UUIDS : [])];
  const halves = ["a".repeat(minLength), "🚢".repeat(Math.ceil(maxLength / 2))];
  return [...new Set([...characters, ...halves, ...rooted, ...SHAPES, ...WORDS, ...known])];
}

function numberLimits({ minimum = 0, maximum = 1e6 }: JsonSchema): readonly number[] {
  return [
    minimum,
    minimum - 1,
    minimum - 0.001,
    maximum,
    maximum + 1,
    maximum + 0.001,
    0,
    -0,
    -1,
    0.5,
    1e21,
    9007199254740992,
  ];
}

function listLimits({ items = {}, minItems = 0, maxItems = 3 }: JsonSchema): readonly unknown[] {
  const item = sample(validValue(items), 7);
  return [minItems - 1, minItems, maxItems, maxItems + 1]
    .filter((length) => length >= 0)
    .map((length) => Array.from({ length }, () => item));
}

function objectLimits(node: JsonSchema): readonly unknown[] {
  if (node.properties !== undefined) {
    const good = sample(validValue(requiredOnly(node)), 7) as Container;
    return [
      good,
      { ...good, surprise: 1 },
      ...(node.required ?? []).map((name) => Object.fromEntries(Object.entries(good).filter(([key]) => key !== name))),
    ];
  }
  const max = node.maxProperties ?? 3;
  const map = (size: number): unknown =>
    Object.fromEntries(Array.from({ length: size }, (_, index) => [`k${index}`, "v"]));
  return [map(0), map(max), map(max + 1), { a: { b: [1, null, "x"] } }, { "": "" }];
}

function requiredOnly(node: JsonSchema): JsonSchema {
  const required = node.required ?? [];
  return {
    ...node,
    properties: Object.fromEntries(Object.entries(node.properties ?? {}).filter(([name]) => required.includes(name))),
  };
}

/** Puts a value at a path, making what must be there on the way. */
function place(schema: JsonSchema, target: unknown, at: { path: Path; value: unknown }): unknown {
  const [key, ...rest] = at.path;
  if (key === undefined) return at.value;
  const member = memberSchema(schema, key);
  const container = isContainer(target) ? target : ((typeof key === "number" ? [] : {}) as Container);
  const known = container[key] ?? (member.properties && sample(validValue(requiredOnly(member)), 7));
  container[key] = place(member, known, { path: rest, value: at.value });
  return container;
}

function memberSchema(schema: JsonSchema, key: string | number): JsonSchema {
  return (
    (typeof key === "number" ? schema.items : schema.properties?.[key]) ?? (schema.additionalProperties as JsonSchema)
  );
}

const isContainer = (value: unknown): value is Container => typeof value === "object" && value !== null;

const sample = <T>(arbitrary: fc.Arbitrary<T>, seed: number): T => fc.sample(arbitrary, { numRuns: 1, seed })[0] as T;

/** Makes a spec obey the rules by taking away what they blame, but never the member under test. */
function repair(resource: ResourceDefinition, value: unknown, keep?: string | number): unknown {
  const spec = value as Container;
  for (const rule of resource.specRules) if (breaks(rule, spec)) mend(rule, spec, keep);
  return spec;
}

function breaks(rule: CrossFieldRule, spec: Container): boolean {
  try {
    return rule.check?.(spec as never) === false;
  } catch {
    // A member of the wrong type is refused for that, before any rule looks.
    return false;
  }
}

function mend(rule: CrossFieldRule, spec: Container, keep: string | number | undefined): void {
  const blamed = rule.path[0];
  if (blamed !== undefined && blamed !== keep) Reflect.deleteProperty(spec, blamed);
  if (blamed !== undefined) return;
  const additions: Container =
    rule.name === "helmNeedsChart"
      ? { helmRepoUrl: "https://charts.example.com", helmChartName: "chart" }
      : rule.name === "containerNeedsImage"
        ? { dockerImage: "nginx" }
        : { tier: "dedicated" };
  for (const [name, addition] of Object.entries(additions)) if (name !== keep) spec[name] = addition;
}

function withoutNulls(value: unknown, schema: JsonSchema | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, schema?.items));
  if (typeof value !== "object" || value === null || isFreeForm(schema)) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutNulls(member, schema?.properties?.[name])]));
}

// What it does not know it does not prune.
function isFreeForm(schema: JsonSchema | undefined): boolean {
  const values = schema?.additionalProperties;
  return schema?.properties === undefined && (typeof values !== "object" || values.$ref !== undefined);
}
