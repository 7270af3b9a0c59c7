import { bodyOf, type FormField } from "./form-fields.ts";

type Texts = Readonly<Record<string, string>>;

/** Makes the body of what was given; what cannot be one is told as the interface tells faults. */
export function bodyOrThrow(
  fields: readonly FormField[],
  given: Texts,
  beginning: Texts,
): Readonly<Record<string, unknown>> {
  const { body, faults } = bodyOf(fields, given, beginning);
  if (faults.length === 0) return body;
  const sentence = faults.map(({ loc, msg }) => `${loc[1]}: ${msg}`).join("; ");
  throw Object.assign(new Error(sentence), { code: "invalid", faults });
}
