import { z } from "zod";

/** Makes the schema of a setting that counts something. */
export const wholeNumber = (fallback: number, min: number, max: number): z.ZodType<number> =>
  z.coerce.number().int().min(min).max(max).default(fallback);
