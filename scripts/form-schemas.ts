import { FORM_BODIES } from "../console/form-bodies.ts";
import type { FormSchema } from "../console/view/form-fields.ts";

/** A schema of the OpenAPI document, as far as forms ask. */
export type Schema = Readonly<{
  type?: string | readonly string[];
  $ref?: string;
  description?: string;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  required?: readonly string[];
  [keyword: string]: unknown;
}>;

/** The schemas of the document by their names. */
export type Schemas = Readonly<Record<string, Schema>>;

/** The keywords that console/view/form-fields.ts reads, as the compiler holds them to be all of them; a tenth of what forms load were others. */
const READ: Readonly<Record<keyof FormSchema, true>> = {
  type: true,
  description: true,
  enum: true,
  anyOf: true,
  properties: true,
  required: true,
  minimum: true,
  maximum: true,
  maxLength: true,
  format: true,
  pattern: true,
  items: true,
  "x-secret": true,
};

/** Takes the schemas of forms out of the document's, each whole: what it refers to is put in its place, and what no form reads is left out. */
export function formSchemas(schemas: Schemas): Schemas {
  return Object.fromEntries(FORM_BODIES.map((name) => [name, resolved({ $ref: name }, schemas)]));
}

/** Of patterns only those of a list's items tell what control there is: the interface itself says what does not fit. */
function resolved(schema: Schema, schemas: Schemas, isItem = false): Schema {
  const name = schema.$ref?.split("/").at(-1);
  if (name !== undefined) return resolved(named(name, schemas), schemas, isItem);
  const { properties, items, anyOf } = schema;
  return {
    ...Object.fromEntries(
      Object.entries(schema).filter(([keyword]) => keyword in READ && (keyword !== "pattern" || isItem)),
    ),
    ...(items !== undefined && { items: resolved(items, schemas, true) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map((one) => resolved(one, schemas)) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, resolved(one, schemas)])),
    }),
  };
}

function named(name: string, schemas: Schemas): Schema {
  const schema = schemas[name];
  if (schema === undefined) throw new Error(`The OpenAPI document has no schema ${name}, which a form is made of`);
  return schema;
}
