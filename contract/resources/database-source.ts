import { z } from "zod";
import * as field from "../fields.ts";
import { DATABASE_ENGINES } from "./database-engines.ts";

export const databaseSource = z
  .strictObject({
    id: field.uuidText.meta({ description: "Record id of the database that made the archive" }),
    handle: field.text(63).meta({ description: "Its handle" }),
    engine: z.enum(DATABASE_ENGINES).meta({ description: "Its engine" }),
    engineVersion: field.text(20).meta({ description: "Major version that wrote the archive" }),
    databaseName: field.text(63).meta({ description: "Database that is in it" }),
    storageSizeGb: z.int().min(1).meta({ description: "Size of its volume, GB" }),
    maxConnections: z.int().min(1).optional().meta({ description: "Its most client connections" }),
    backup: field.text(128).optional().meta({ description: "Name of the backup in the archive that is restored" }),
    time: field.timestamp.optional().meta({ description: "Moment that is restored" }),
  })
  .meta({ description: "Archive, and what must be known of the database that made it; it outlives that database" });
/** An archive with what must be known of the database that made it. */
export type DatabaseSourceRecord = z.infer<typeof databaseSource>;

type Made = Readonly<{ completedAt: string | null | undefined; source: DatabaseSourceRecord | undefined }>;

/** Returns what the newest backup was made of that was complete at a moment: there a restore to that moment begins, in the version that it had. */
export function sourceAt(backups: readonly Made[], atMs: number): DatabaseSourceRecord | undefined {
  const endOf = ({ completedAt }: Made): number => Date.parse(completedAt ?? "");
  const [newest] = backups.filter((one) => endOf(one) <= atMs).sort((one, other) => endOf(other) - endOf(one));
  return newest?.source;
}
