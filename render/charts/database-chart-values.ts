import { z } from "zod";
import { DATABASE_ENGINES } from "../../contract/resources/database-engines.ts";
import { secretSource } from "./secret-values.ts";

/*
 * The values of charts/database: renderDatabase writes them, the chart's values.schema.json is made from them. A member
 * that is unset is left to the chart, so that an object pinned to an older chart still renders.
 */
const text = z.string();
const store = {
  /** PostgreSQL's archive, and MySQL's bucket. */
  path: text.optional(),
  bucket: text.optional(),
  serverName: text.optional(),
  endpoint: text.optional(),
  region: text.optional(),
  credentials: text.optional(),
};

export const databaseValues = z.strictObject({
  handle: z.string().regex(/^[a-z0-9]([a-z0-9-]{0,50}[a-z0-9])?$/),
  id: text,
  engine: z.enum(DATABASE_ENGINES),
  name: text,
  image: text,
  instances: z.int().min(1).max(5),
  storageGb: z.int().min(1),
  resources: z.strictObject({ requests: z.record(z.string(), text) }).optional(),
  parameters: z.record(z.string(), text).optional(),
  preload: z.array(text).optional(),
  extensions: z.array(text).optional(),
  database: z.strictObject({ name: text, owner: text }),
  credentials: text,
  /** Members of the credentials that are no secret. */
  connection: z.record(z.string(), text),
  scheme: text,
  host: text,
  port: z.int(),
  external: z.boolean().optional(),
  externalService: text.optional(),
  secrets: z.strictObject(secretSource).optional(),
  backups: z.strictObject({ ...store, cron: text.optional(), retentionDays: z.int().min(1) }).optional(),
  source: z
    .strictObject({
      ...store,
      follow: z.boolean().optional(),
      promoted: z.boolean().optional(),
      name: text.optional(),
      namespace: text.optional(),
      backup: text.optional(),
      time: text.optional(),
    })
    .optional(),
  mysqlBackupWorkSpace: text.optional(),
  /** Helm hands it to every chart that is another's dependency. */
  global: z.record(z.string(), z.json()).optional(),
});
/** What charts/database is given. */
export type DatabaseValues = z.infer<typeof databaseValues>;

/** Derives charts/database/values.schema.json. */
export function formatDatabaseSchema(): string {
  const schema = z.toJSONSchema(databaseValues, { target: "draft-7", io: "input" });
  return `${JSON.stringify({ ...schema, title: "Values of Berth's database chart" }, null, 2)}\n`;
}
