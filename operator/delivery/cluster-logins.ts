/**
 * Keeps what clusters sign in to Vault with. Whoever administers a cluster can read its login, so a login does not last: it
 * ends by itself after three days, is replaced after one, and at once when somebody who could read it is an administrator no
 * longer. The new one is on the cluster before the old ones end.
 */
import { createHash } from "node:crypto";
import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { CLUSTER_SECRET_STORES, SECRETS, SERVICE_ACCOUNTS } from "../../adapters/kubernetes/resource-types.ts";
import { LOGIN_TTL_MS, type VaultClusterAccess } from "../../adapters/secrets/vault-cluster-access.ts";
import { ACCESS_NAMESPACE, API_GROUP, FIELD_MANAGERS, LABELS } from "../../contract/identity.ts";
import { CarrierError, type SecretPlace } from "./secret-carrier.ts";
import { TENANT_NAMESPACE } from "./tenant-credential.ts";

type Options = Readonly<{
  access: VaultClusterAccess;
  /** Vault as clusters reach it. */
  server: Readonly<{ url: string; mount: string; namespace: string | undefined }>;
  nowMs: () => number;
}>;
type Cluster = Pick<SecretPlace, "organization" | "clusterHandle">;

/** Names the store that the chart's ExternalSecrets mean. */
const STORE = "berth";
const LOGIN = { namespace: TENANT_NAMESPACE, name: "berth-vault-login" } as const;
const ACCESSOR = `${API_GROUP}/vault-accessor`;
const CALL = { timeoutMs: 10_000 } as const;
const APPLY = { ...CALL, fieldManager: FIELD_MANAGERS.operator, force: true, strict: true } as const;
const RENEW_MS = (LOGIN_TTL_MS * 2) / 3;
/** All deployments of a cluster ask for the same login. */
const LOOKED_MS = 60_000;

/** Keeps the logins of all clusters, one change of each at a time: two at once would end each other's. */
export class ClusterLogins {
  readonly #options: Options;
  readonly #goodUntilMs = new Map<string, number>();
  readonly #changing = new Map<string, Promise<void>>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Tells whether a cluster's login need not be made anew. */
  async isGood(client: KubeClient, cluster: Cluster): Promise<boolean> {
    if ((this.#goodUntilMs.get(cluster.clusterHandle) ?? 0) > this.#options.nowMs()) return true;
    const good = await this.#look(client, cluster);
    if (good) this.#goodUntilMs.set(cluster.clusterHandle, this.#options.nowMs() + LOOKED_MS);
    return good;
  }

  /** Makes a login where there is no good one. */
  async ensure(client: KubeClient, cluster: Cluster): Promise<void> {
    const before = this.#changing.get(cluster.clusterHandle) ?? Promise.resolve();
    const change = before.then(async () => {
      if (!(await this.isGood(client, cluster))) await this.#make(client, cluster);
    });
    const settled = change.catch(() => undefined);
    this.#changing.set(cluster.clusterHandle, settled);
    await change.finally(() => {
      if (this.#changing.get(cluster.clusterHandle) === settled) this.#changing.delete(cluster.clusterHandle);
    });
  }

  async #look(client: KubeClient, { clusterHandle }: Cluster): Promise<boolean> {
    const [store, login] = await Promise.all([
      client.get(CLUSTER_SECRET_STORES, { name: STORE }, CALL),
      client.get(SECRETS, LOGIN, CALL),
    ]);
    const accessor = login?.metadata.annotations?.[ACCESSOR];
    if (store === undefined || accessor === undefined) return false;
    const facts = await this.#options.access.look(clusterHandle, accessor);
    if (facts === undefined || facts.expiresAtMs - this.#options.nowMs() < RENEW_MS) return false;
    return facts.readers === (await printReaders(client));
  }

  async #make(client: KubeClient, cluster: Cluster): Promise<void> {
    const { access, server } = this.#options;
    const { roleId, secretId, accessor } = await access.grant(cluster, await printReaders(client));
    const metadata = { ...LOGIN, labels: { [LABELS.managed]: "true" }, annotations: { [ACCESSOR]: accessor } };
    const data = { "secret-id": Buffer.from(secretId.reveal()).toString("base64") };
    const body = { apiVersion: "v1", kind: "Secret", metadata, type: "Opaque", data };
    await client.patch(SECRETS, LOGIN, { kind: "apply", body }, APPLY);
    const store = secretStore(server, roleId);
    try {
      await client.patch(CLUSTER_SECRET_STORES, { name: STORE }, { kind: "apply", body: store }, APPLY);
    } catch (error) {
      if (!(error instanceof KubeError) || error.reason !== "UnknownPath") throw error;
      throw new CarrierError("it has no External Secrets operator", { cause: error });
    }
    await access.keepOnly(cluster.clusterHandle, accessor);
  }
}

/** Prints who holds an account of a kubeconfig: each of them is an administrator of the cluster. */
async function printReaders(client: KubeClient): Promise<string> {
  const ours = { ...CALL, namespace: ACCESS_NAMESPACE, labelSelector: `${LABELS.managed}=true` };
  const { items } = await client.list(SERVICE_ACCOUNTS, ours);
  const uids = items.map(({ metadata }) => metadata.uid ?? "").toSorted();
  return createHash("sha256").update(uids.join(" ")).digest("hex").slice(0, 16);
}

function secretStore({ url, mount, namespace }: Options["server"], roleId: string): KubeObject {
  const auth = { appRole: { path: "approle", roleId, secretRef: { ...LOGIN, key: "secret-id" } } };
  const vault = { server: url, path: mount, version: "v2", ...(namespace === undefined ? {} : { namespace }), auth };
  return {
    apiVersion: "external-secrets.io/v1",
    kind: "ClusterSecretStore",
    metadata: { name: STORE, labels: { [LABELS.managed]: "true" } },
    spec: { provider: { vault } },
  };
}
