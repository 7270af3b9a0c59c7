import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import { parseQuantity } from "../../../adapters/kubernetes/parse-quantity.ts";
import { PERSISTENT_VOLUME_CLAIMS, STORAGE_CLASSES } from "../../../adapters/kubernetes/resource-types.ts";
import type { DatabaseSpec } from "../../../contract/resources/database-instance.ts";
import { storageFault, tooSmall, type StorageFault } from "../../machines/database/storage-view.ts";
import type { EngineServer } from "./server-status.ts";
import { CALL } from "../shared/looks.ts";

type Claim = KubeObject &
  Readonly<{
    spec?: Readonly<{ storageClassName?: string; resources?: Readonly<{ requests?: Readonly<{ storage?: string }> }> }>;
  }>;
type StorageClass = KubeObject & Readonly<{ allowVolumeExpansion?: boolean }>;

const SERVERS = "cnpg.io/cluster=postgres";

/** Asks whether the volumes of PostgreSQL's servers stay smaller than is asked for, since their class lets none grow. */
export async function lookAtStorage(
  { client, namespace }: EngineServer,
  { storageSizeGb: wantedGb }: DatabaseSpec,
): Promise<StorageFault | undefined> {
  if (wantedGb === undefined) return undefined;
  const { items } = await client.list<Claim>(PERSISTENT_VOLUME_CLAIMS, { namespace, labelSelector: SERVERS, ...CALL });
  const claims = items.map(({ spec }) => ({
    requestedBytes: parseQuantity(spec?.resources?.requests?.storage) ?? Number.POSITIVE_INFINITY,
    storageClass: spec?.storageClassName === "" ? undefined : spec?.storageClassName,
  }));
  const small = tooSmall(claims, wantedGb);
  if (small === undefined) return undefined;
  const { storageClass: name } = small;
  const found = name === undefined ? undefined : await client.get<StorageClass>(STORAGE_CLASSES, { name }, CALL);
  // One that grows is asked for the size in a moment.
  return found?.allowVolumeExpansion === true ? undefined : storageFault(small, wantedGb);
}
