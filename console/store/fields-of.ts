import { FORMS } from "virtual:forms";
import type { FormBody, FormWithin } from "../form-bodies.ts";
import { formFields, type FormField, type FormSchema } from "../view/form-fields.ts";

/** Makes the fields of a body's form; members that are given by where the form stands are left out. */
export function fieldsOf(body: FormBody, ...given: readonly string[]): readonly FormField[] {
  return formFields(FORMS[body] ?? {}).filter(({ name }) => !given.includes(name));
}

/** Tells what the contract says of one member of a body. */
export function saidOf(body: FormBody, member: string): string {
  const schema: FormSchema = FORMS[body] ?? {};
  return schema.properties?.[member]?.description ?? member;
}

/** Makes the fields of a form of one member of a body, which has members of its own. */
export function fieldsWithin(body: FormWithin, member: string): readonly FormField[] {
  const schema: FormSchema = FORMS[body] ?? {};
  const inner = schema.properties?.[member];
  return formFields(inner?.anyOf?.find(({ properties }) => properties !== undefined) ?? inner ?? {});
}
