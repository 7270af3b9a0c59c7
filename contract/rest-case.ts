import { z } from "zod";
import { timestamp, uuid } from "./rest/values.ts";

/**
 * Derives REST's snake_case from the resources' camelCase, so that a field stands once:
 * 1. a member's REST name is its `restName` in the schema's meta, else its name in snake_case;
 * 2. an optional member also accepts null (the interface document's convention);
 * 3. free-form maps (z.record) keep their keys;
 * 4. ids and times are REST's own: every spelling of a UUID, RFC 3339 exactly;
 * 5. in an answer every member is present, null when unset.
 */
type SnakeName<S extends string> = S extends "sizeGb"
  ? S
  : S extends `${infer Head}${infer Tail}`
    ? `${Head extends Uppercase<Head> ? (Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`) : Head}${SnakeTail<Tail>}`
    : S;
type SnakeTail<S extends string> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeTail<Tail>}`
  : S;

/** Maps a resource's type to the type of its REST body. */
export type Rest<T> = T extends readonly (infer Item)[]
  ? Rest<Item>[]
  : T extends object
    ? string extends keyof T
      ? T
      : {
          [Key in keyof T as Key extends string ? SnakeName<Key> : never]: undefined extends T[Key]
            ? Rest<Exclude<T[Key], undefined>> | null | undefined
            : Rest<T[Key]>;
        }
    : T;

/** Maps a resource's type to the type of its REST answer: every member present, null when unset. */
export type RestAnswer<T> = T extends readonly (infer Item)[]
  ? RestAnswer<Item>[]
  : T extends object
    ? string extends keyof T
      ? T
      : {
          [Key in keyof T as Key extends string ? SnakeName<Key> : never]-?: undefined extends T[Key]
            ? RestAnswer<Exclude<T[Key], undefined>> | null
            : RestAnswer<T[Key]>;
        }
    : T;

/** Types a schema whose members were derived from a resource's: zod does not follow there, `Rest` and `RestAnswer` do. */
export function typed<T>(schema: z.core.$ZodType): z.ZodType<T> {
  return schema as z.ZodType<T>;
}

/** Names parts of resources as components of the OpenAPI document; in answers their name ends in Response. */
export const restComponents = z.registry<{ component: string }>();

/** Derives the REST name of a member. */
export function restName(name: string, schema?: z.core.$ZodType): string {
  const override = schema instanceof z.ZodType ? schema.meta()?.["restName"] : undefined;
  return typeof override === "string" ? override : name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Derives the REST names of a path of members. */
export function restPath(path: readonly (string | number)[]): (string | number)[] {
  return path.map((part) => (typeof part === "string" ? restName(part) : part));
}

type Unwrapped = Readonly<{ inner: z.ZodType; optional: boolean; defaulted: boolean; fallback?: unknown }>;

/** Takes off every layer: `partial()` lays one over members that are optional already. The outermost decides on the default. */
function unwrap(schema: z.ZodType): Unwrapped {
  if (!(schema instanceof z.ZodOptional) && !(schema instanceof z.ZodDefault))
    return { inner: schema, optional: false, defaulted: false };
  const { inner } = unwrap(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodOptional) return { inner, optional: true, defaulted: false };
  return { inner, optional: true, defaulted: true, fallback: schema.def.defaultValue };
}

/** Derives the REST schema of a resource schema: snake_case members, optional ones nullable, no defaults (they would enter PATCH bodies). */
export function toRestSchema(schema: z.ZodType): z.ZodType {
  const { inner, optional } = unwrap(schema);
  const object: FromShape = (shape) => named(inner, z.strictObject(toRestShape(shape)), "");
  const rest = derive(schema, inner, object, toRestSchema);
  return withMeta(schema, inner, optional ? rest.nullable().optional() : rest);
}

/** Derives the schema of a resource's value in an answer: every member present, optional ones null when unset. */
export function toAnswerSchema(schema: z.ZodType): z.ZodType {
  const { inner, optional, defaulted } = unwrap(schema);
  const object: FromShape = (shape) => named(inner, z.object(toAnswerShape(shape)), "Response");
  const rest = derive(schema, inner, object, toAnswerSchema);
  return withMeta(schema, inner, optional && !defaulted ? rest.nullable() : rest);
}

type FromShape = (shape: z.ZodRawShape) => z.ZodType;
function derive(
  schema: z.ZodType,
  inner: z.ZodType,
  object: FromShape,
  element: (schema: z.ZodType) => z.ZodType,
): z.ZodType {
  if (inner instanceof z.ZodObject) return object(inner.shape);
  if (inner instanceof z.ZodArray) return withChecks(inner, element(inner.element as z.ZodType));
  if (inner instanceof z.ZodUUID) return uuid;
  if (inner instanceof z.ZodISODateTime) return timestamp;
  const most = schema.meta()?.["maxProperties"];
  return typeof most === "number" ? inner.meta({ maxProperties: most }) : inner;
}

function named(inner: z.ZodType, rest: z.ZodType, ending: string): z.ZodType {
  const name = restComponents.get(inner)?.component;
  return name === undefined ? rest : rest.meta({ component: `${name}${ending}` });
}

function withMeta(schema: z.ZodType, inner: z.ZodType, rest: z.ZodType): z.ZodType {
  const meta = schema.meta() ?? inner.meta();
  return meta === undefined ? rest : rest.meta(meta);
}

function withChecks(array: z.ZodArray, element: z.ZodType): z.ZodType {
  return z.array(element).check(...((array._zod.def.checks ?? []) as z.core.$ZodCheck<unknown[]>[]));
}

/** Derives the members of a REST body from the members of a resource. */
export function toRestShape(shape: z.ZodRawShape): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, member]) => [restName(name, member), toRestSchema(member as z.ZodType)]),
  );
}

/** Derives the members of a REST answer from the members of a resource. */
export function toAnswerShape(shape: z.ZodRawShape): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, member]) => [restName(name, member), toAnswerSchema(member as z.ZodType)]),
  );
}

/** What a value is made of: members, elements, or nothing that is looked into. */
type Plan = Readonly<{ members?: readonly Member[]; element?: z.ZodType }>;
type Member = Readonly<{ name: string; restName: string; schema: z.ZodType; defaulted: boolean; fallback: unknown }>;

/** Asking a schema what it is costs more than the value that is converted; of each it is asked once. */
const plans = new WeakMap<z.ZodType, Plan>();

function planOf(schema: z.ZodType): Plan {
  const known = plans.get(schema);
  if (known !== undefined) return known;
  const { inner } = unwrap(schema);
  const plan: Plan = {
    ...(inner instanceof z.ZodObject && { members: Object.entries(inner.shape as z.ZodRawShape).map(memberOf) }),
    ...(inner instanceof z.ZodArray && { element: inner.element as z.ZodType }),
  };
  plans.set(schema, plan);
  return plan;
}

function memberOf([name, member]: [string, z.core.$ZodType]): Member {
  const schema = member as z.ZodType;
  const { defaulted, fallback } = unwrap(schema);
  return { name, restName: restName(name, member), schema, defaulted, fallback };
}

/** Converts a validated REST value to a resource's value: camelCase, null members dropped, defaults of nested members applied. */
export function fromRest(schema: z.ZodType, value: unknown): unknown {
  const { members, element } = planOf(schema);
  if (members !== undefined && typeof value === "object" && value !== null)
    return membersFromRest(members, value as Record<string, unknown>);
  return element !== undefined && Array.isArray(value) ? value.map((item) => fromRest(element, item)) : value;
}

function membersFromRest(members: readonly Member[], value: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const { name, restName: sentAs, schema, defaulted, fallback } of members) {
    const sent = value[sentAs];
    if (sent !== undefined && sent !== null) result[name] = fromRest(schema, sent);
    else if (defaulted) result[name] = fallback;
  }
  return result;
}

/** Converts a resource's value to REST's: snake_case, every member present, null when unset. */
export function toRest(schema: z.ZodType, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  const { members, element } = planOf(schema);
  if (members !== undefined && typeof value === "object") return membersToRest(members, value);
  return element !== undefined && Array.isArray(value) ? value.map((item) => toRest(element, item)) : value;
}

function membersToRest(members: readonly Member[], value: object): Record<string, unknown> {
  const source = value as Record<string, unknown>;
  const result: Record<string, unknown> = {};
  for (const { name, restName: shownAs, schema } of members) result[shownAs] = toRest(schema, source[name]);
  return result;
}
