import { FORMS } from "virtual:forms";
import { formFields, type FormField } from "../view/form-fields.ts";

/** Makes the fields of a body's form; members that are given by where the form stands are left out. */
export function fieldsOf(body: string, ...given: readonly string[]): readonly FormField[] {
  return formFields(FORMS[body] ?? {}).filter(({ name }) => !given.includes(name));
}
