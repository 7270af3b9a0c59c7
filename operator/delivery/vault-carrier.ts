/**
 * Brings secrets to a cluster through Vault:
 *
 * 1. the cluster has a role of its own there, and a ClusterSecretStore that signs in with it;
 * 2. what a deployment uses is copied to where only that role may read;
 * 3. the External Secrets operator makes the Secret of the pods; it is told to look now, and waited for a moment, so that
 *    pods that restart for a new version find it.
 */
import { setTimeout as pause } from "node:timers/promises";
import { isNotFound, KubeError } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { CLUSTER_SECRET_STORES, EXTERNAL_SECRETS, SECRETS } from "../../adapters/kubernetes/resource-types.ts";
import type { VaultClusterAccess } from "../../adapters/secrets/vault-cluster-access.ts";
import { FIELD_MANAGERS, LABELS } from "../../contract/identity.ts";
import { credentialsSecretName } from "../../render/database-names.ts";
import { tenantSecretName } from "../../render/delivery-names.ts";
import { CarrierError, type SecretCarrier, type SecretPlace } from "./secret-carrier.ts";
import { TENANT_NAMESPACE } from "./tenant-credential.ts";

type Options = Readonly<{
  access: VaultClusterAccess;
  clientOf: (clusterHandle: string) => KubeClient | undefined;
  /** Vault as clusters reach it. */
  server: Readonly<{ url: string; mount: string; namespace: string | undefined }>;
  waitMs?: number;
}>;
type External = KubeObject & Readonly<{ status?: Readonly<{ refreshTime?: string }> }>;

/** Names the store that the chart's ExternalSecrets mean. */
const STORE = "berth";
const LOGIN = "berth-vault-login";
const FORCE = "external-secrets.io/force-sync";
const CALL = { timeoutMs: 10_000 } as const;
const APPLY = { ...CALL, fieldManager: FIELD_MANAGERS.operator, force: true, strict: true } as const;
const WAIT_MS = 10_000;
const POLL_MS = 250;

/** Creates the carrier. */
export function createVaultCarrier({ access, clientOf, server, waitMs = WAIT_MS }: Options): SecretCarrier {
  const client = ({ clusterHandle }: SecretPlace): KubeClient => {
    const found = clientOf(clusterHandle);
    if (found === undefined) throw new CarrierError("it is not registered");
    return found;
  };
  return {
    outlivesNamespace: true,
    isThere: async (place, names, print) =>
      (await isSignedIn(client(place))) && (await access.holds(place, names, print)),
    async bring(place, values, print) {
      await access.copy(place, values, print);
      if (!(await isSignedIn(client(place)))) await signIn(client(place), place, { access, server });
      await refresh(client(place), place, waitMs);
    },
    takeAway: (place) => access.clear(place),
    isAnyThere: async (place) => !(await access.isEmpty(place)),
  };
}

async function isSignedIn(client: KubeClient): Promise<boolean> {
  const [store, login] = await Promise.all([
    client.get(CLUSTER_SECRET_STORES, { name: STORE }, CALL),
    client.get(SECRETS, { namespace: TENANT_NAMESPACE, name: LOGIN }, CALL),
  ]);
  return store !== undefined && login !== undefined;
}

async function signIn(
  client: KubeClient,
  place: SecretPlace,
  { access, server }: Pick<Options, "access" | "server">,
): Promise<void> {
  const { roleId, secretId } = await access.grant(place);
  const ref = { namespace: TENANT_NAMESPACE, name: LOGIN };
  const labels = { [LABELS.managed]: "true" };
  const data = { "secret-id": Buffer.from(secretId.reveal()).toString("base64") };
  const login = { apiVersion: "v1", kind: "Secret", metadata: { ...ref, labels }, type: "Opaque", data };
  await client.patch(SECRETS, ref, { kind: "apply", body: login }, APPLY);
  const store = secretStore(server, roleId);
  try {
    await client.patch(CLUSTER_SECRET_STORES, { name: STORE }, { kind: "apply", body: store }, APPLY);
  } catch (error) {
    if (!(error instanceof KubeError) || error.reason !== "UnknownPath") throw error;
    throw new CarrierError("it has no External Secrets operator", { cause: error });
  }
}

function secretStore({ url, mount, namespace }: Options["server"], roleId: string): KubeObject {
  const secretRef = { namespace: TENANT_NAMESPACE, name: LOGIN, key: "secret-id" };
  const auth = { appRole: { path: "approle", roleId, secretRef } };
  const vault = { server: url, path: mount, version: "v2", ...(namespace === undefined ? {} : { namespace }), auth };
  return {
    apiVersion: "external-secrets.io/v1",
    kind: "ClusterSecretStore",
    metadata: { name: STORE, labels: { [LABELS.managed]: "true" } },
    spec: { provider: { vault } },
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
  await client.patch(EXTERNAL_SECRETS, ref, { kind: "merge", body }, options).catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
  });
  const endMs = performance.now() + waitMs;
  while (performance.now() < endMs) {
    const now = await client.get<External>(EXTERNAL_SECRETS, ref, CALL);
    if (now === undefined || now.status?.refreshTime !== before.status?.refreshTime) return;
    await pause(POLL_MS);
  }
}
