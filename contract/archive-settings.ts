import { z } from "zod";

/** A bucket, or a folder of one. */
export const s3Place = z.string().regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[A-Za-z0-9._/-]{1,200})?$/);

/** The address of what speaks S3. No @: one with a password in it would stand in files of the delivery repository. */
export const endpoint = z.string().regex(/^https?:\/\/[^ @]+$/);

/** Lists the settings of the databases' archive; the gateway shows it in plans, the operator delivers it. */
export const archiveSettings = {
  BERTH_ARCHIVE_URL: s3Place.optional().meta({
    description:
      "Bucket of the databases' archives, s3://bucket or s3://bucket/prefix; the pods of databases reach it by their cloud's role. Without it there are no backups of databases",
  }),
  BERTH_ARCHIVE_ENDPOINT: endpoint.optional().meta({ description: "Address of the archive where it is not Amazon's" }),
};

/** The longest that a backup of a live database is needed: 90 days of retention, and a month until the next backup. */
const DAYS_MIN = 121;

/** Lists what only the operator must know of the archive. */
export const archiveKeepSettings = {
  BERTH_ARCHIVE_DAYS: z.coerce.number().int().min(DAYS_MIN).max(3_650).optional().meta({
    description:
      "Days after which the bucket's own lifecycle rule removes what was written: no backup is shown longer, final ones included. Unset: the bucket keeps the archives of deleted databases for ever",
  }),
};

type Given = z.infer<z.ZodObject<typeof archiveSettings>>;

/** Where the archives of databases are kept. */
export type Archive = Readonly<{ destination: string; endpoint: string | undefined }>;

/** Makes the part of the settings that delivers databases; undefined where nothing is archived. */
export function toArchive(given: Given): Archive | undefined {
  const { BERTH_ARCHIVE_URL: destination, BERTH_ARCHIVE_ENDPOINT: endpoint } = given;
  return destination === undefined ? undefined : { destination, endpoint };
}
