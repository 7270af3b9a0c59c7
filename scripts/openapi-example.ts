import type { Components, JsonSchema } from "./openapi-schema.ts";

/**
 * Derives the example of an answer from its schema:
 * 1. an example that the contract gives stands above all;
 * 2. a member that an example of the group's requests has too shows the same value;
 * 3. what may be null is null; the rest follows from type and format. Members that may be missing are left out.
 */
type Known = Readonly<Record<string, unknown>>;
const FORMATS: Readonly<Record<string, string>> = {
  uuid: "01970000-0000-7000-8000-000000000001",
  "date-time": "2026-01-02T03:04:05Z",
  email: "ada@example.org",
};

/** Texts that answers of many groups hold. */
const TEXTS: Known = {
  name: "demo",
  email: "ada@example.org",
  message: "Done.",
  slug: "acme",
  provider: "local",
  region: "local-1",
  key: "brt_",
  key_prefix: "brt_",
};

/** Makes an example value of a schema of the document. */
export function exampleOf(schema: JsonSchema, components: Components, known: Known = {}): unknown {
  const node = typeof schema["$ref"] === "string" ? componentOf(schema["$ref"], components) : schema;
  const { examples, const: constant, anyOf, enum: words, type } = node;
  if (Array.isArray(examples)) return examples[0];
  if (constant !== undefined) return constant;
  if (isNullable(node)) return null;
  if (Array.isArray(words)) return words[0];
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0] as JsonSchema, components, known);
  return BY_TYPE[String(type)]?.(node, components, known) ?? {};
}

function componentOf(reference: string, components: Components): JsonSchema {
  const found = components.get(reference.split("/").at(-1) ?? "");
  if (found === undefined) throw new Error(`${reference} leads nowhere`);
  return found;
}

function isNullable({ type, anyOf }: JsonSchema): boolean {
  const alternatives = Array.isArray(anyOf) ? (anyOf as JsonSchema[]).map((one) => one["type"]) : [];
  return alternatives.includes("null") || (Array.isArray(type) && type.includes("null"));
}

const BY_TYPE: Readonly<Record<string, (node: JsonSchema, components: Components, known: Known) => unknown>> = {
  object: objectExample,
  array: ({ items, minItems }, components, known) =>
    minItems === 0 ? [] : [exampleOf((items ?? {}) as JsonSchema, components, known)],
  string: ({ format }) => FORMATS[String(format)] ?? "text",
  integer: ({ minimum }) => Math.max(1, typeof minimum === "number" ? minimum : 1),
  number: ({ minimum }) => Math.max(1, typeof minimum === "number" ? minimum : 1),
  boolean: () => false,
};

function objectExample(node: JsonSchema, components: Components, known: Known): unknown {
  const required = (node["required"] ?? []) as readonly string[];
  const members = Object.entries((node["properties"] ?? {}) as Record<string, JsonSchema>);
  return Object.fromEntries(
    members
      .filter(([name]) => required.includes(name))
      .map(([name, member]) => [name, memberExample(name, member, { components, known })]),
  );
}

type Around = Readonly<{ components: Components; known: Known }>;

function memberExample(name: string, member: JsonSchema, { components, known }: Around): unknown {
  if (member["examples"] === undefined && isSimple(known[name])) return known[name];
  const made = exampleOf(member, components, known);
  // A text without a better example says at least which member it is.
  return made === "text" ? (TEXTS[name] ?? name.replaceAll("_", "-")) : made;
}

const isSimple = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);
