import { createHash } from "node:crypto";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import { SECRETS } from "../../../adapters/kubernetes/resource-types.ts";
import type { ClusterSpec } from "../../../contract/resources/cluster.ts";
import { SecretText } from "../../../contract/secret-text.ts";
import { bundleProfile, readProfile } from "../../../render/bundle/component.ts";
import { BACKUP_KEYS, VELERO } from "../../../render/bundle/velero-component.ts";
import { isBrought } from "../../../render/bundle/wanted-components.ts";
import { clusterHandle } from "../../resources/handles.ts";
import type { ClusterObject } from "../../resources/objects.ts";
import type { Parts } from "../parts.ts";
import { CALL, Looks } from "../shared/looks.ts";

type Found = Readonly<{ kind: "found"; keys: SecretText | undefined; print: string }>;
type Secret = KubeObject & Readonly<{ data?: Readonly<Record<string, string>> }>;

/** Looks at the keys that clusters have of their own for the bucket of backups. */
export type BackupKeyLooks = Looks<Readonly<{ handle: string }>, Found>;

const FRESH_MS = 60_000;

/** Creates the looks at keys; they lie beside the operator, a Secret for each cluster, where no tenant can write. */
export function createBackupKeyLooks({
  clock,
  settings,
  onNews,
}: Pick<Parts, "clock" | "settings" | "onNews">): BackupKeyLooks {
  const namespace = settings.operatorNamespace;
  return new Looks({
    clock,
    freshMs: FRESH_MS,
    ask: async (client, { handle }): Promise<Found> => {
      const found = await client.get<Secret>(SECRETS, { namespace, name: `${BACKUP_KEYS.name}-${handle}` }, CALL);
      const text = Buffer.from(found?.data?.[BACKUP_KEYS.key] ?? "", "base64").toString("utf8");
      const print = createHash("sha256").update(text).digest("hex");
      return { kind: "found", keys: text === "" ? undefined : new SecretText(text), print };
    },
    onNews,
    outlasts: "always",
    // What is secret shows as one and the same text.
    newsIn: (view) => (view.kind === "found" ? view.print : view.kind),
  });
}

/** Looks at a cluster's own keys; undefined where it needs none, or none are known. It reads memory only. */
export function lookAtBackupKeys(
  { settings, client, backupKeys }: Pick<Parts, "settings" | "client"> & Readonly<{ backupKeys: BackupKeyLooks }>,
  object: ClusterObject,
): SecretText | undefined {
  if (settings.backups?.access !== "keys" || !isBackedUp(object.spec)) return undefined;
  const found = backupKeys.look(client, { handle: clusterHandle(object) });
  return found.kind === "found" ? found.keys : undefined;
}

/** What is on hosts is nobody's deployment, and a cluster's own Velero writes where its people say. */
function isBackedUp(spec: ClusterSpec): boolean {
  return isBrought(VELERO, spec) && readProfile(bundleProfile(spec)).kind !== "host";
}
