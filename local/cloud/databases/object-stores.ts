import { join } from "node:path";
import { ArchiveFolder } from "./archive-folder.ts";
import type { ArchiveRef } from "./instance-plan.ts";
import type { TenantApi, TenantObject } from "./tenant-api.ts";

/** What is read of the barman-cloud plugin's ObjectStore. */
export type ObjectStore = TenantObject &
  Readonly<{
    spec: Readonly<{
      configuration: Readonly<{ destinationPath: string }>;
      retentionPolicy?: string;
      instanceSidecarConfiguration?: Readonly<{ retentionPolicyIntervalSeconds?: number }>;
    }>;
    status?: Readonly<{ serverRecoveryWindow?: Readonly<Record<string, unknown>> }>;
  }>;

const GROUP = "/apis/barmancloud.cnpg.io/v1";

/** What one look at a cluster found of its object stores. */
export class ObjectStores {
  readonly #bucketsDir: string;
  readonly #stores: readonly ObjectStore[];

  constructor(cloudDir: string, stores: readonly ObjectStore[]) {
    this.#bucketsDir = join(cloudDir, "buckets");
    this.#stores = stores;
  }

  /** Looks at the object stores of a cluster. */
  static async look(cloudDir: string, api: TenantApi): Promise<ObjectStores> {
    return new ObjectStores(cloudDir, (await api.list<ObjectStore>(`${GROUP}/objectstores`)) ?? []);
  }

  find(namespace: string, name: string): ObjectStore | undefined {
    return this.#stores.find(({ metadata }) => metadata.namespace === namespace && metadata.name === name);
  }

  /** Finds the archive to which a namespace's object store leads. */
  archive(namespace: string, { objectStore, serverName }: ArchiveRef): ArchiveFolder {
    const store = this.find(namespace, objectStore);
    if (store === undefined) throw new Error(`The ObjectStore ${objectStore} is not there`);
    return new ArchiveFolder(this.#bucketsDir, store.spec.configuration.destinationPath, serverName);
  }
}

/** Names the path of an object store. */
export function objectStorePath(namespace: string, name: string): string {
  return `${GROUP}/namespaces/${namespace}/objectstores/${name}`;
}
