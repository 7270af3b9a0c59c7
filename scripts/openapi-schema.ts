import { isDeepStrictEqual } from "node:util";
import { z } from "zod";

/**
 * Turns zod's schemas into those of the OpenAPI document:
 * 1. zod makes JSON Schema; what it would drop in silence (refinements, rules for names of members, defaults) is refused;
 * 2. free-form JSON becomes "anything", nullable scalars get a list of types;
 * 3. schemas with a component name move to components.schemas.
 */
export type JsonSchema = { [key: string]: unknown };
export type Components = Map<string, JsonSchema>;

const EXPRESSED = new Set([
  "max_length",
  "min_length",
  "string_format",
  "number_format",
  "less_than",
  "greater_than",
  "multiple_of",
  // Ours; the meta of the map states the number.
  "max_properties",
  // Rewrites a value that was accepted, so it refuses nothing.
  "overwrite",
]);

/** Derives the document's schema of a zod schema and collects the components that it names. */
export function openapiSchema(schema: z.ZodType, components: Components): JsonSchema {
  const root = z.toJSONSchema(schema, { io: "input", override: refuseInexpressible }) as JsonSchema;
  for (const definition of Object.values((root["$defs"] ?? {}) as JsonSchema)) assertAnyJson(definition);
  return mend(root, components) as JsonSchema;
}

type Visited = Readonly<{ zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema; path: readonly (string | number)[] }>;

function refuseInexpressible({ zodSchema, jsonSchema, path }: Visited): void {
  const place = path.join(".") || "(root)";
  if (zodSchema._zod.def.type === "pipe")
    throw new Error(`${place}: a transform may refuse values, which JSON Schema cannot express`);
  const inexpressible = (zodSchema._zod.def.checks ?? [])
    .map((check) => check._zod.def.check)
    .find((name) => !EXPRESSED.has(name));
  if (inexpressible !== undefined) {
    throw new Error(`${place}: JSON Schema cannot express the check "${inexpressible}"; declare a named rule`);
  }
  if ("default" in jsonSchema) throw new Error(`${place}: a default would be written into PATCH bodies`);
  const names = jsonSchema["propertyNames"] ?? { type: "string" };
  if (!isDeepStrictEqual(names, { type: "string" }))
    throw new Error(`${place}: limits on names of members are not carried over`);
  delete jsonSchema["propertyNames"];
}

// The only definition that zod makes by itself is that of a recursive schema; ours is free-form JSON.
const ANY_JSON = ["string", "number", "boolean", "null", "array", "object"];
function assertAnyJson(definition: unknown): void {
  const kinds = (definition as { anyOf?: readonly { type?: string }[] }).anyOf?.map((kind) => kind.type);
  if (!isDeepStrictEqual(kinds, ANY_JSON)) throw new Error("Only free-form JSON may be recursive");
}

// What only our own generators read.
const OWN_KEYS = new Set(["$schema", "$defs", "component", "restName", "listMapKeys", "quiet", "secret"]);

function mend(value: unknown, components: Components): unknown {
  if (Array.isArray(value)) return value.map((item) => mend(item, components));
  if (typeof value !== "object" || value === null) return value;
  const node = value as JsonSchema;
  if (typeof node["$ref"] === "string") return {};
  const kept = Object.entries(node).filter(([key]) => !OWN_KEYS.has(key));
  const members = kept.map(([key, member]) => [key, mendMember(key, member, components)] as const);
  const mended = withTypeList({ ...Object.fromEntries(members), ...(node["secret"] === true && { "x-secret": true }) });
  return typeof node["component"] === "string" ? reference(node["component"], mended, components) : mended;
}

// A schema's members may be called anything, also "component"; examples and enums hold values.
function mendMember(key: string, member: unknown, components: Components): unknown {
  if (key === "examples" || key === "enum" || key === "const" || key === "required") return member;
  if (key !== "properties") return mend(member, components);
  return Object.fromEntries(
    Object.entries(member as JsonSchema).map(([name, schema]) => [name, mend(schema, components)]),
  );
}

function reference(name: string, schema: JsonSchema, components: Components): JsonSchema {
  const known = components.get(name);
  if (known !== undefined && !isDeepStrictEqual(known, schema))
    throw new Error(`Two different schemas are called ${name}`);
  components.set(name, schema);
  return { $ref: `#/components/schemas/${name}` };
}

function withTypeList(schema: JsonSchema): JsonSchema {
  const { anyOf, ...outer } = schema;
  const [value, none] = (anyOf ?? []) as readonly (JsonSchema | undefined)[];
  const isScalar =
    value !== undefined &&
    typeof value["type"] === "string" &&
    value["enum"] === undefined &&
    none?.["type"] === "null";
  return isScalar ? { ...value, type: [value["type"], "null"], ...outer } : schema;
}
