/*
 * MySQL on the simulated cloud: MOCO's status only. No server runs, and every condition says so by its reason.
 */
import { randomBytes } from "node:crypto";
import type { Manifest } from "../../cluster/kube-access.ts";
import { hasStatus } from "./cluster-status.ts";
import { OwnedKeeper } from "./owned-keeper.ts";
import type { OwnedObject } from "./owned-objects.ts";
import type { TenantApi, TenantObject } from "./tenant-api.ts";

type Claim = Readonly<{ metadata: Readonly<{ name: string }>; spec: Readonly<Record<string, unknown>> }>;
type Condition = Readonly<{ type: string; lastTransitionTime: string }>;
type MysqlCluster = TenantObject &
  Readonly<{
    spec: Readonly<{
      replicas?: number;
      primaryServiceTemplate?: Readonly<{ spec?: Readonly<Record<string, unknown>> }>;
      volumeClaimTemplates?: readonly Claim[];
    }>;
    status?: Readonly<Record<string, unknown>> & Readonly<{ conditions?: readonly Condition[] }>;
  }>;

const GROUP = "/apis/moco.cybozu.com/v1beta2";
/** Where all of a cluster are listed. */
export const MYSQL_CLUSTERS = `${GROUP}/mysqlclusters`;
const CONDITIONS = ["Initialized", "Available", "Healthy", "StatefulSetReady", "ReconciliationActive"];
const MESSAGE = "Simulated: no MySQL server runs here";

/** Plays MOCO on one cluster. */
export class MysqlClusters {
  readonly #api: TenantApi;
  readonly #keepers = new Map<string, OwnedKeeper>();

  constructor(api: TenantApi) {
    this.#api = api;
  }

  /** Takes one round over every MySQLCluster, and counts them. */
  async round(nowMs: number): Promise<number> {
    const clusters = (await this.#api.list<MysqlCluster>(MYSQL_CLUSTERS)) ?? [];
    for (const cluster of clusters) await this.#tend(cluster, nowMs);
    const uids = new Set(clusters.map(({ metadata }) => metadata.uid));
    for (const uid of this.#keepers.keys()) if (!uids.has(uid)) this.#keepers.delete(uid);
    return clusters.length;
  }

  async #tend(cluster: MysqlCluster, nowMs: number): Promise<void> {
    const { namespace, name, uid, generation } = cluster.metadata;
    const keeper = this.#keepers.get(uid) ?? new OwnedKeeper(this.#api);
    this.#keepers.set(uid, keeper);
    await keeper.keep(deriveObjects(cluster));
    await this.#makeSecret(cluster);
    const replicas = cluster.spec.replicas ?? 3;
    const status = {
      currentPrimaryIndex: 0,
      syncedReplicas: replicas,
      errantReplicas: 0,
      reconcileInfo: { generation, reconcileVersion: 1 },
      conditions: deriveConditions(cluster, nowMs),
    };
    if (hasStatus(cluster.status, status)) return;
    await this.#api.writeStatus(`${GROUP}/namespaces/${namespace}/mysqlclusters/${name}`, status);
  }

  async #makeSecret(cluster: MysqlCluster): Promise<void> {
    const secret = owned(cluster, {
      kind: "Secret",
      plural: "secrets",
      name: `moco-${cluster.metadata.name}`,
      rest: {},
    });
    if ((await this.#api.get(secret.path)) !== undefined) return;
    const stringData = { ADMIN_PASSWORD: randomBytes(24).toString("base64url") };
    await this.#api.create(secret.path.slice(0, secret.path.lastIndexOf("/")), { ...secret.manifest, stringData });
  }
}

function deriveObjects(cluster: MysqlCluster): readonly OwnedObject[] {
  const { name } = cluster.metadata;
  const { replicas = 3, volumeClaimTemplates = [], primaryServiceTemplate } = cluster.spec;
  const ports = [{ name: "mysql", port: 3306 }];
  const service = (suffix: string, spec: object): OwnedObject =>
    owned(cluster, {
      kind: "Service",
      plural: "services",
      name: `moco-${name}${suffix}`,
      rest: { spec: { ...spec, ports } },
    });
  const claims = Array.from({ length: replicas }).flatMap((_, index) =>
    volumeClaimTemplates.map(({ metadata, spec }) => {
      const claim = `${metadata.name}-moco-${name}-${index}`;
      return owned(cluster, {
        kind: "PersistentVolumeClaim",
        plural: "persistentvolumeclaims",
        name: claim,
        rest: { spec },
      });
    }),
  );
  return [service("", {}), service("-primary", primaryServiceTemplate?.spec ?? {}), service("-replica", {}), ...claims];
}

function deriveConditions({ status }: MysqlCluster, nowMs: number): readonly object[] {
  const now = new Date(nowMs).toISOString().replace(/\.\d+Z$/, "Z");
  return CONDITIONS.map((type) => {
    const before = status?.conditions?.find((condition) => condition.type === type);
    const lastTransitionTime = before?.lastTransitionTime ?? now;
    return { type, status: "True", reason: "Simulated", message: MESSAGE, lastTransitionTime };
  });
}

type Owned = Readonly<{ kind: string; plural: string; name: string; rest: Readonly<Record<string, unknown>> }>;

function owned({ metadata }: MysqlCluster, { kind, plural, name, rest }: Owned): OwnedObject {
  const { namespace, name: cluster, uid } = metadata;
  const owner = { apiVersion: "moco.cybozu.com/v1beta2", kind: "MySQLCluster", name: cluster, uid, controller: true };
  const labels = { "app.kubernetes.io/created-by": "moco", "app.kubernetes.io/instance": cluster };
  const manifest: Manifest = {
    apiVersion: "v1",
    kind,
    metadata: { name, namespace, labels, ownerReferences: [owner] },
    ...rest,
  };
  return { path: `/api/v1/namespaces/${namespace}/${plural}/${name}`, manifest };
}
