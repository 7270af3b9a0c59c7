import { z } from "zod";
import * as field from "../fields.ts";
import { databaseSpec } from "./database-instance.ts";

export const previewDatabase = z.strictObject({
  ...databaseSpec.pick({
    engine: true,
    engineVersion: true,
    databaseName: true,
    storageSizeGb: true,
    maxConnections: true,
    extensions: true,
    restore: true,
  }).shape,
  variable: field.environmentName.meta({ description: "Variable that gets its URL" }),
});
/** What is wanted of the database of a preview. */
export type PreviewDatabase = z.infer<typeof previewDatabase>;

/** Returns what of it a database has itself. */
export function withoutVariable(database: PreviewDatabase): Omit<PreviewDatabase, "variable"> {
  const members = Object.entries(database).filter(([member]) => member !== "variable");
  return Object.fromEntries(members) as Omit<PreviewDatabase, "variable">;
}
