import { z } from "zod";

const text = z.string();

/** Where a chart takes people's secrets from, and which state of them its pods have. */
export const secretSource = {
  driver: z.enum(["kubernetes", "vault"]).optional(),
  store: text.optional(),
  path: text.optional(),
  revision: text.optional(),
};
