import { z } from "zod";
import { text } from "../fields.ts";

export const DIFF_CHARACTERS_MAX = 2_000;
/** The most objects that one manifest may hold. */
export const IMPORTED_OBJECTS_MAX = 50;

export const importReview = z.strictObject({
  objects: z
    .array(
      z.strictObject({
        apiVersion: text(253).meta({ description: "API version of the object" }),
        kind: text(63).meta({ description: "Kind of the object" }),
        name: text(253).meta({ description: "Name of the object" }),
        action: z.enum(["create", "update", "none"]).meta({ description: "What the first sync would do" }),
        restart: z.boolean().meta({ description: "Whether its pods would be replaced" }),
        diff: text(DIFF_CHARACTERS_MAX).meta({ description: "Members of the live object that would change, by line" }),
      }),
    )
    .max(IMPORTED_OBJECTS_MAX)
    .meta({ description: "Objects that would be taken over" }),
});
/** What the first sync of an import would change on the cluster. */
export type ImportReview = z.infer<typeof importReview>;
