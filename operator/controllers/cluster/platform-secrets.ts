import { bundleProfile } from "../../../render/bundle/component.ts";
import { ACME_BINDING, CERTIFICATE_ISSUER } from "../../../render/bundle/issuer-component.ts";
import { BACKUP_KEYS, VELERO } from "../../../render/bundle/velero-component.ts";
import { isFor } from "../../../render/bundle/wanted-components.ts";
import type { PlatformSecret } from "../../delivery/platform-secrets.ts";
import { clusterHandle } from "../../resources/handles.ts";
import type { ClusterObject } from "../../resources/objects.ts";
import { lookAtBackupKeys } from "./backup-keys.ts";
import type { ClusterContext } from "./context.ts";
import { wildcardSecret } from "./wildcard.ts";

/** Lists the platform's own Secrets that a cluster shall have. */
export function wantedSecrets(context: ClusterContext, object: ClusterObject): readonly PlatformSecret[] {
  const wildcard = wildcardSecret(context, object);
  return [
    ...bindingSecrets(context, object),
    ...(wildcard === undefined ? [] : [wildcard]),
    ...backupKeysOf(context, object),
  ];
}

function bindingSecrets({ settings }: ClusterContext, { spec }: ClusterObject): readonly PlatformSecret[] {
  const binding = settings.acme?.binding;
  if (binding === undefined || !isFor(CERTIFICATE_ISSUER, bundleProfile(spec))) return [];
  const { namespace, name, key } = ACME_BINDING;
  return [{ namespace, name, type: "Opaque", values: { [key]: binding.key } }];
}

function backupKeysOf(context: ClusterContext, object: ClusterObject): readonly PlatformSecret[] {
  const keys = lookAtBackupKeys(context, object);
  const { name, key } = BACKUP_KEYS;
  return keys === undefined ? [] : [{ namespace: VELERO.namespace, name, type: "Opaque", values: { [key]: keys } }];
}

/** Brings them. */
export async function bringSecrets(context: ClusterContext, object: ClusterObject): Promise<void> {
  const handle = clusterHandle(object);
  const client = context.tenants.client(handle);
  if (client !== undefined) await context.platformSecrets.push(handle, client, wantedSecrets(context, object));
}
