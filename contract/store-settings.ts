import { z } from "zod";
import {
  archiveKeepSettings,
  archiveSettings,
  endpoint,
  s3Place,
  toArchive,
  type Archive,
} from "./archive-settings.ts";

const backupSettings = {
  BERTH_BACKUPS_URL: s3Place.optional().meta({
    description:
      "Bucket of deployments' backups, s3://bucket or s3://bucket/prefix; each cluster has a folder of its own. No rule of the bucket may remove what is old: newer backups still need it. Without it there are no backups of deployments. The gateway's and the operator's are the same",
  }),
};

const backupReachSettings = {
  BERTH_BACKUPS_ENDPOINT: endpoint.optional().meta({ description: "Address of that bucket where it is not Amazon's" }),
  BERTH_BACKUPS_ACCESS: z.enum(["role", "keys"]).default("role").meta({
    description:
      "How clusters reach that bucket: by the role that their cloud gives them (role), or by keys of each cluster's own (keys), which the operator brings from the Secret berth-backups-<handle of the cluster> beside it",
  }),
};

/** Lists what the gateway knows of where archives and backups are kept: it shows the one in plans, and warns of the other. */
export const shownStoreSettings = { ...archiveSettings, ...backupSettings };

/** Lists what the operator knows of it: also how long, and how clusters reach it. */
export const storeSettings = { ...shownStoreSettings, ...archiveKeepSettings, ...backupReachSettings };

type Shown = z.infer<z.ZodObject<typeof shownStoreSettings>>;
type Given = z.infer<z.ZodObject<typeof storeSettings>>;

/** Where deployments' backups are kept, and how clusters reach it. */
export type BackupStore = Readonly<{ destination: string; endpoint: string | undefined; access: "role" | "keys" }>;

/** What the gateway needs of them. */
export type ShownStores = Readonly<{ archive: Archive | undefined; keepsBackups: boolean }>;

/** Makes what the gateway needs of the settings. */
export function toShownStores(given: Shown): ShownStores {
  return { archive: toArchive(given), keepsBackups: given.BERTH_BACKUPS_URL !== undefined };
}

/** What the operator needs of them; undefined where nothing is kept. */
export type Stores = Readonly<{
  archive: Archive | undefined;
  /** How long the bucket of the archives keeps anything; undefined = for ever. */
  archiveDays: number | undefined;
  backups: BackupStore | undefined;
}>;

/** Makes what the operator needs of the settings. */
export function toStores(given: Given): Stores {
  const { BERTH_BACKUPS_URL: destination, BERTH_BACKUPS_ENDPOINT: endpoint, BERTH_BACKUPS_ACCESS: access } = given;
  return {
    archive: toArchive(given),
    archiveDays: given.BERTH_ARCHIVE_DAYS,
    backups: destination === undefined ? undefined : { destination, endpoint, access },
  };
}

/** Says what is wrong with the settings together. */
export function storeFaults({
  BERTH_BACKUPS_URL: backups,
  BERTH_ARCHIVE_URL: archive,
  BERTH_ARCHIVE_DAYS: days,
}: Given): string[] {
  if (backups === undefined || archive === undefined || days === undefined) return [];
  return bucketOf(backups) === bucketOf(archive)
    ? [
        "BERTH_BACKUPS_URL and BERTH_ARCHIVE_URL name one bucket, whose rule (BERTH_ARCHIVE_DAYS) would remove what newer backups still need; name another bucket",
      ]
    : [];
}

const bucketOf = (url: string): string | undefined => url.split("/")[2];
