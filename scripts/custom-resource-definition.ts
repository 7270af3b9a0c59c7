import { z } from "zod";
import { WORDS_OF_PATTERNS } from "../contract/fields.ts";
import { API_GROUP, API_VERSION, CATEGORY } from "../contract/identity.ts";
import type { CrossFieldRule, ResourceDefinition } from "../contract/resources/definition.ts";
import { absenceRules } from "./absence-rules.ts";

/**
 * Derives a CustomResourceDefinition from a resource of the contract:
 * 1. zod's JSON Schema (OpenAPI 3.0 dialect) of spec and status;
 * 2. mended to what the API server takes: structural, no additionalProperties: false, free-form maps preserved;
 * 3. cross-field rules, and patterns that nobody can read, as CEL, printer columns, selectable fields.
 * Whatever it does not know it refuses: a limit must never be lost in silence.
 */
type Schema = Record<string, unknown>;

const COPIED = new Set([
  "type",
  "description",
  "minLength",
  "maxLength",
  "pattern",
  "enum",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
  "maxProperties",
  "default",
  "format",
]);
const CONSUMED = new Set([
  "properties",
  "required",
  "items",
  "additionalProperties",
  "restName",
  "listMapKeys",
  "quiet",
  "definitions",
  "secret",
  "example",
  "examples",
]);

/** By a pattern as JSON Schema has it what it asks for, as the API server begins its sentences. */
const WORDED = new Map(
  [...WORDS_OF_PATTERNS].map(([pattern, words]) => [new RegExp(pattern).source, words.replace(/^String /, "")]),
);

/** Builds the CustomResourceDefinition of one resource. */
export function customResourceDefinition(resource: ResourceDefinition): Schema {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${resource.plural}.${API_GROUP}` },
    spec: {
      group: API_GROUP,
      scope: "Namespaced",
      names: {
        kind: resource.kind,
        listKind: `${resource.kind}List`,
        plural: resource.plural,
        singular: resource.singular,
        shortNames: [resource.shortName],
        categories: [CATEGORY],
      },
      versions: [version(resource)],
    },
  };
}

function version(resource: ResourceDefinition): Schema {
  return {
    name: API_VERSION,
    served: true,
    storage: true,
    subresources: { status: {} },
    additionalPrinterColumns: resource.printerColumns,
    selectableFields: resource.selectableFields.map((jsonPath) => ({ jsonPath })),
    schema: { openAPIV3Schema: rootSchema(resource) },
  };
}

function rootSchema(resource: ResourceDefinition): Schema {
  const spec = withMemberRules(structural(jsonSchema(resource.spec), `${resource.kind}.spec`), resource.specRules);
  const ofSpec = resource.specRules.flatMap(({ cel, of, message }) =>
    cel === undefined || of !== undefined ? [] : { rule: cel, message },
  );
  return {
    type: "object",
    description: resource.description,
    required: ["spec"],
    properties: {
      apiVersion: { type: "string", description: "Version of this representation" },
      kind: { type: "string", description: "Kind of the object" },
      metadata: { type: "object" },
      spec: {
        ...spec,
        description: `What is wanted of the ${resource.singular}`,
        ...validations([...ofSpec, ...absenceRules(resource.specRules)]),
      },
      status: {
        ...structural(jsonSchema(resource.status), `${resource.kind}.status`),
        description: "What the operator observed and remembers",
      },
    },
    ...validations(resource.rootRules.map(({ cel, message }) => ({ rule: cel, message }))),
  };
}

const RULES = "x-kubernetes-validations";

function validations(rules: readonly Schema[]): Schema {
  return rules.length === 0 ? {} : { [RULES]: rules };
}

/** Puts what is said of one member at that member. */
function withMemberRules(spec: Schema, rules: readonly CrossFieldRule[]): Schema {
  const properties = { ...(spec["properties"] as Record<string, Schema>) };
  for (const { name, cel, of, message } of rules) {
    if (of === undefined) continue;
    const member = properties[of];
    if (member === undefined) throw new Error(`${name}: there is no ${of}`);
    const others = (member[RULES] as readonly Schema[] | undefined) ?? [];
    properties[of] = { ...member, ...validations([...others, { rule: cel, message }]) };
  }
  return { ...spec, properties };
}

function jsonSchema(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, { target: "openapi-3.0", io: "input" });
}

/** Mends one node of zod's schema; `path` names the place in an error. */
function structural(node: Schema, path: string): Schema {
  for (const key of Object.keys(node)) {
    if (!COPIED.has(key) && !CONSUMED.has(key))
      throw new Error(`${path}: a CRD cannot express "${key}"; use optional members and a named rule`);
  }
  const copied = Object.fromEntries(Object.entries(node).filter(([key]) => COPIED.has(key)));
  if (node["type"] === "object") return { ...copied, ...objectMembers(node, path) };
  if (node["type"] === "array") return { ...copied, ...listMembers(node, path) };
  if (typeof node["type"] !== "string") throw new Error(`${path}: has no single type`);
  return node["type"] === "string" ? textMembers(copied, path) : numberMembers(copied);
}

// Where a format is named the API server also takes a list for a text; the pattern says the same without that.
function textMembers({ format, ...copied }: Schema, path: string): Schema {
  if (format !== undefined && copied["pattern"] === undefined) throw new Error(`${path}: a format needs a pattern`);
  return withWords(copied);
}

// A missed pattern is told as it is: of several hundred characters a rule makes a sentence.
function withWords(copied: Schema): Schema {
  const { pattern, ...others } = copied;
  const words = WORDED.get(String(pattern));
  if (words === undefined) return copied;
  return { ...others, ...validations([{ rule: `self.matches(r'${String(pattern)}')`, message: words }]) };
}

// The API server cuts a fractional minimum to a whole number before it looks at a whole value: 0 passed as 0.01.
function numberMembers(copied: Schema): Schema {
  const minimum = copied["minimum"];
  if (typeof minimum !== "number" || Number.isInteger(minimum)) return copied;
  return {
    ...copied,
    ...validations([{ rule: `self >= ${minimum}`, message: `should be greater than or equal to ${minimum}` }]),
  };
}

function objectMembers(node: Schema, path: string): Schema {
  const extra = node["additionalProperties"];
  if (node["properties"] === undefined) return mapMembers(extra, path);
  const properties = Object.entries(node["properties"] as Record<string, Schema>).map(([name, member]) => {
    if (member["description"] === undefined && name !== "git" && name !== "conditions")
      throw new Error(`${path}.${name}: has no description`);
    return [name, structural(member, `${path}.${name}`)] as const;
  });
  const required = node["required"] as readonly string[] | undefined;
  return { properties: Object.fromEntries(properties), ...(required === undefined ? {} : { required }) };
}

function mapMembers(extra: unknown, path: string): Schema {
  if (typeof extra !== "object" || extra === null)
    throw new Error(`${path}: an object needs members or a map of values`);
  if ("$ref" in extra) return { "x-kubernetes-preserve-unknown-fields": true };
  return { additionalProperties: structural(extra as Schema, `${path}.*`) };
}

function listMembers(node: Schema, path: string): Schema {
  if (node["maxItems"] === undefined) throw new Error(`${path}: a list needs a limit`);
  const keys = node["listMapKeys"];
  return {
    items: structural(node["items"] as Schema, `${path}[]`),
    ...(keys === undefined ? {} : { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": keys }),
  };
}
