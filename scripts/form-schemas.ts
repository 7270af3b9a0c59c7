import { FORM_BODIES, FORM_MEMBERS, FORMS_WITHIN, type FormBody } from "../console/form-bodies.ts";
import { formFields, LONG, type FormSchema } from "../console/view/form-fields.ts";

/** A schema of the OpenAPI document, as far as forms ask. */
export type Schema = Readonly<{
  type?: string | readonly string[] | undefined;
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

/** What is said of a control beside it. */
const SAID: ReadonlySet<string> = new Set(["description", "minimum", "maximum"]);
const ALL_IS_SAID: ReadonlySet<FormBody> = new Set(FORMS_WITHIN);

/** Takes the schemas of forms out of the document's, each whole: what it refers to is put in its place, and what no form reads is left out. */
export function formSchemas(schemas: Schemas): Schemas {
  return Object.fromEntries(FORM_BODIES.map((name) => [name, bodySchema(name, resolved({ $ref: name }, schemas))]));
}

/** What is given as JSON shows what is said of it as a whole, and nothing that is said within. */
function bodySchema(name: FormBody, schema: Schema): Schema {
  const { properties = {} } = schema;
  const members = FORM_MEMBERS[name];
  if (members !== undefined)
    return { properties: Object.fromEntries(members.map((one) => [one, bare(properties[one])])) };
  if (ALL_IS_SAID.has(name)) return schema;
  const asJson = formFields(schema as FormSchema).filter(({ kind }) => kind === "json");
  const unsaid = asJson.map(({ name: one }) => [one, { ...bare(properties[one]), ...saying(properties[one]) }]);
  return { ...schema, properties: { ...properties, ...Object.fromEntries<Schema>(unsaid as [string, Schema][]) } };
}

function saying({ description }: Schema = {}): Schema {
  return description === undefined ? {} : { description };
}

/** What a YAML is checked by, and no more. */
function bare(schema: Schema = {}): Schema {
  const kept = Object.entries(schema).filter(([keyword]) => !SAID.has(keyword));
  return within(Object.fromEntries(kept), (one) => bare(one));
}

/** Does something to each schema that is right within another. */
function within(schema: Schema, change: (one: Schema, isItem: boolean) => Schema): Schema {
  const { properties, items, anyOf } = schema;
  return {
    ...schema,
    ...(items !== undefined && { items: change(items, true) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map((one) => change(one, false)) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, change(one, false)])),
    }),
  };
}

function resolved(schema: Schema, schemas: Schemas, isItem = false): Schema {
  const name = schema.$ref?.split("/").at(-1);
  if (name !== undefined) return resolved(named(name, schemas), schemas, isItem);
  const read = Object.entries(schema).filter(([keyword, value]) => isRead(schema, keyword, value, isItem));
  const kept = withoutNull(Object.fromEntries(read));
  return plain(within(kept, (one, isOfList) => resolved(one, schemas, isOfList)));
}

/** That nothing can be given too is so of every control that is not needed, and needs no word. */
function withoutNull({ type, anyOf, ...schema }: Schema): Schema {
  const types = [type ?? []].flat().filter((one) => one !== "null");
  const kinds = anyOf?.filter((one) => one.type !== "null");
  return {
    ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }),
    ...(kinds !== undefined && { anyOf: kinds }),
    ...schema,
  };
}

/** What can be of one kind alone is of that kind. */
function plain({ anyOf, ...schema }: Schema): Schema {
  const [only] = anyOf ?? [];
  return anyOf?.length === 1 ? { ...only, ...schema } : { ...schema, ...(anyOf !== undefined && { anyOf }) };
}

/** Of patterns only those of a list's items tell what control there is, of lengths the great ones: the interface itself says what does not fit. */
function isRead({ minimum, maximum }: Schema, keyword: string, value: unknown, isItem: boolean): boolean {
  if (keyword === "pattern") return isItem;
  if (keyword === "maxLength") return Number(value) > LONG;
  if (keyword === "minimum" || keyword === "maximum") return minimum !== undefined && maximum !== undefined;
  return keyword in READ;
}

function named(name: string, schemas: Schemas): Schema {
  const schema = schemas[name];
  if (schema === undefined) throw new Error(`The OpenAPI document has no schema ${name}, which a form is made of`);
  return schema;
}
