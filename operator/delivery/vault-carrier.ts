/**
 * Brings secrets to a cluster through Vault:
 *
 * 1. the cluster has a role of its own there, and a ClusterSecretStore that signs in with it; its login is another one each
 *    day, and as soon as somebody who could read it has left;
 * 2. what a deployment uses is copied to where only that role may read;
 * 3. the External Secrets operator makes the Secret of the pods; it is told to look now, and waited for a moment, so that
 *    pods that restart for a new version find it.
 */
import { setTimeout as pause } from "node:timers/promises";
import { unlessGone } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { EXTERNAL_SECRETS } from "../../adapters/kubernetes/resource-types.ts";
import type { VaultClusterAccess } from "../../adapters/secrets/vault-cluster-access.ts";
import { FIELD_MANAGERS } from "../../contract/identity.ts";
import type { SecretStore } from "../../contract/secret-store.ts";
import { credentialsSecretName } from "../../render/database/database-names.ts";
import { tenantSecretName } from "../../render/delivery-names.ts";
import { CarrierError, type SecretCarrier, type SecretPlace } from "./secret-carrier.ts";
import { ClusterLogins } from "./cluster-logins.ts";

/** Vault as clusters reach it. */
type VaultServer = Readonly<{ url: string; mount: string; namespace: string | undefined }>;
/** What works with Vault. */
export type VaultParts = Readonly<{ store: SecretStore; access: VaultClusterAccess; server: VaultServer }>;

type Options = Readonly<{
  access: VaultClusterAccess;
  clientOf: (clusterHandle: string) => KubeClient | undefined;
  server: VaultServer;
  waitMs?: number;
  nowMs: () => number;
}>;
type External = KubeObject & Readonly<{ status?: Readonly<{ refreshTime?: string }> }>;

const FORCE = "external-secrets.io/force-sync";
const CALL = { timeoutMs: 10_000 } as const;
const WAIT_MS = 10_000;
const POLL_MS = 250;

/** Creates the carrier. */
export function createVaultCarrier(options: Options): SecretCarrier {
  const { access, clientOf, waitMs = WAIT_MS } = options;
  const logins = new ClusterLogins(options);
  const client = ({ clusterHandle }: SecretPlace): KubeClient => {
    const found = clientOf(clusterHandle);
    if (found === undefined) throw new CarrierError("it is not registered");
    return found;
  };
  return {
    outlivesNamespace: true,
    isThere: async (place, names, print) =>
      (await logins.isGood(client(place), place)) && (await access.holds(place, names, print)),
    async bring(place, values, print) {
      await access.copy(place, values, print);
      await logins.ensure(client(place), place);
      await refresh(client(place), place, waitMs);
    },
    takeAway: (place) => access.clear(place),
    isAnyThere: async (place) => !(await access.isEmpty(place)),
  };
}

async function refresh(
  client: KubeClient,
  { namespace, handle, connection }: SecretPlace,
  waitMs: number,
): Promise<void> {
  const name = connection === undefined ? tenantSecretName(handle) : credentialsSecretName(handle);
  const ref = { namespace, name };
  const before = await client.get<External>(EXTERNAL_SECRETS, ref, CALL);
  // The first one comes with the pods.
  if (before === undefined) return;
  const body = { metadata: { annotations: { [FORCE]: new Date().toISOString() } } };
  const options = { ...CALL, fieldManager: FIELD_MANAGERS.operator };
  await client.patch(EXTERNAL_SECRETS, ref, { kind: "merge", body }, options).catch(unlessGone);
  const endMs = performance.now() + waitMs;
  while (performance.now() < endMs) {
    const now = await client.get<External>(EXTERNAL_SECRETS, ref, CALL);
    if (now === undefined || now.status?.refreshTime !== before.status?.refreshTime) return;
    await pause(POLL_MS);
  }
}
