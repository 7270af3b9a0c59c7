import { BerthError } from "../../contract/errors.ts";

/** Makes the refusal of what cannot be done to something as it is now, with the sentence that says why. */
export function refusal(publicMessage: string): BerthError {
  return new BerthError("conflict", { publicMessage });
}
