import { ValidationFault, valueFault, type Fault } from "./validation-fault.ts";

/** Makes the 422 of one value that only stored state could judge. */
export function refusedValue(loc: Fault["loc"], sentence: string): ValidationFault {
  return new ValidationFault([valueFault(loc, sentence)]);
}
