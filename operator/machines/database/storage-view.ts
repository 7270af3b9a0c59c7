/** Reads whether the volumes of a database can have the size that is asked for: CloudNativePG is refused it again and again, and says nothing. */

/** What a server's volume was asked to be, and by which class it was made. */
type VolumeClaim = Readonly<{ requestedBytes: number; storageClass: string | undefined }>;

/** Why volumes do not get the size that is asked for. */
export type StorageFault = Readonly<{ health: "degraded"; reason: "StorageCannotGrow"; message: string }>;

const GIBIBYTE = 2 ** 30;

/** Names the class of the first volume that is too small; undefined where none is. */
export function tooSmall(claims: readonly VolumeClaim[], wantedGb: number): VolumeClaim | undefined {
  return claims.find(({ requestedBytes }) => requestedBytes < wantedGb * GIBIBYTE);
}

/** Says why a volume that is too small stays so. */
export function storageFault({ requestedBytes, storageClass }: VolumeClaim, wantedGb: number): StorageFault {
  const why =
    storageClass === undefined
      ? "they were made without a storage class"
      : `the cluster's storage class ${storageClass} lets no volume grow`;
  const remedy = "Have the class allow it (allowVolumeExpansion), or restore a backup: a new database has that size";
  const message = `Its volumes have ${Math.floor(requestedBytes / GIBIBYTE)} GB and cannot get ${wantedGb}: ${why}. ${remedy}`;
  return { health: "degraded", reason: "StorageCannotGrow", message };
}
