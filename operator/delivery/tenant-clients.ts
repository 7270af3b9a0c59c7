import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import type { KubeSource } from "../../adapters/kubernetes/credentials.ts";
import type { ResourceCache } from "../runtime/resource-cache.ts";
import { parseClusterSecret, secretNameOf, type ClusterSecret, type ClusterSecretAccess } from "./cluster-secret.ts";

/** Creates a client of one cluster with short deadlines. */
export type TenantConnect = (source: KubeSource) => KubeClient;

type Entry = Readonly<{ version: string; client: KubeClient }>;

/** Keeps one client per cluster, made from the credential that Argo CD has too; a cluster that is away holds up no other. */
export class TenantClients {
  readonly #secrets: Pick<ResourceCache<ClusterSecret>, "get">;
  readonly #namespace: string;
  readonly #connect: TenantConnect;
  readonly #entries = new Map<string, Entry>();

  constructor(secrets: Pick<ResourceCache<ClusterSecret>, "get">, namespace: string, connect: TenantConnect) {
    this.#secrets = secrets;
    this.#namespace = namespace;
    this.#connect = connect;
  }

  /** Returns the client of a registered cluster with what it is made from; undefined when it is not registered. */
  own(handle: string): Readonly<{ client: KubeClient; access: ClusterSecretAccess }> | undefined {
    const client = this.client(handle);
    const secret = this.#secrets.get(`${this.#namespace}/${secretNameOf(handle)}`);
    const access = secret === undefined ? undefined : parseClusterSecret(secret);
    return client === undefined || access === undefined ? undefined : { client, access };
  }

  /** Returns the client of a registered cluster; undefined when it is not registered. */
  client(handle: string): KubeClient | undefined {
    const secret = this.#secrets.get(`${this.#namespace}/${secretNameOf(handle)}`);
    const access = secret === undefined ? undefined : parseClusterSecret(secret);
    if (secret === undefined || access === undefined) {
      this.#drop(handle);
      return undefined;
    }
    const version = secret.metadata.resourceVersion ?? "";
    const known = this.#entries.get(handle);
    if (known?.version === version) return known.client;
    this.#drop(handle);
    const { server, caData, token } = access;
    const client = this.#connect({ server, token, ...(caData === undefined ? {} : { caData }) });
    this.#entries.set(handle, { version, client });
    return client;
  }

  async close(): Promise<void> {
    const clients = [...this.#entries.values()].map(({ client }) => client.close());
    this.#entries.clear();
    await Promise.allSettled(clients);
  }

  #drop(handle: string): void {
    const known = this.#entries.get(handle);
    this.#entries.delete(handle);
    known?.client.close().catch(() => undefined);
  }
}
