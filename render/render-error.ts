import { BerthError } from "../contract/errors.ts";

/** Makes the error that names the field at fault, by its REST name; the text never quotes the field's content. */
export function renderError(field: string, fault: string): BerthError {
  return new BerthError("render_failed", { publicMessage: `${field} ${fault}`, details: { field } });
}
