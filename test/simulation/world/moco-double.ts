import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import { CRON_JOBS, DATABASE_INSTANCES, JOBS, MYSQL_CLUSTERS } from "../../../adapters/kubernetes/resource-types.ts";
import { LABELS } from "../../../contract/identity.ts";
import type { FakeKubeClient } from "../../support/fake-kube-client.ts";
import { ORGANIZATION, type World } from "./world.ts";

const ENGINE_MS = 3_000;
/** MOCO makes the CronJob a moment after the cluster runs. */
const CRON_JOB_MS = 8_000;
const POLL_MS = 1_000;
const MANAGER = { fieldManager: "moco" } as const;
const CONDITIONS = ["Initialized", "Available", "Healthy", "StatefulSetReady", "ReconciliationActive"];
const DUMP_BYTES = 4_096;

type Place = Readonly<{ tenant: FakeKubeClient; namespace: string; name: string }>;
type Json = Readonly<Record<string, unknown>>;

/** Plays MOCO 0.36 on one cluster: what Argo CD brought is there and ready a moment later, and Jobs of its CronJob are done. */
export class MocoDouble {
  readonly #world: World;
  readonly #places = new Map<string, Place>();
  #stopped = false;
  fails: (job: string) => boolean = () => false;

  constructor(world: World) {
    this.#world = world;
    world.onDeployed = (tenant, namespace) => this.#deployed(tenant, namespace);
    this.#tick();
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Makes a backup as the CronJob does by itself. */
  async schedules(namespace: string): Promise<void> {
    await this.#backedUp(this.#place(namespace), this.#world.clock.nowMs());
  }

  async jobs(namespace: string): Promise<KubeObject[]> {
    const { items } = await this.#place(namespace).tenant.list(JOBS, { namespace });
    return items;
  }

  #place(namespace: string): Place {
    return this.#places.get(namespace) ?? missing(namespace);
  }

  async #deployed(tenant: FakeKubeClient, namespace: string): Promise<void> {
    if (this.#places.has(namespace)) return;
    const { items } = await this.#world.management.list(DATABASE_INSTANCES, { namespace: ORGANIZATION });
    const handleOf = (object: KubeObject): unknown => (object["status"] as Json | undefined)?.["handle"];
    const database = items.find((object) => handleOf(object) === namespace) ?? missing(namespace);
    const place = { tenant, namespace, name: `db-${database.metadata.labels?.[LABELS.id] ?? ""}` };
    this.#places.set(namespace, place);
    const ref = { namespace, name: place.name };
    await tenant.create(MYSQL_CLUSTERS, { metadata: ref }, { fieldManager: "argocd" });
    const { clock } = this.#world;
    clock.setTimeout(() => {
      const conditions = CONDITIONS.map((type) => ({ type, status: "True", reason: type, message: "" }));
      void this.#patch(place, MYSQL_CLUSTERS, place.name, { conditions, syncedReplicas: 1, backup: NO_BACKUP });
    }, ENGINE_MS);
    clock.setTimeout(() => void tenant.create(CRON_JOBS, cronJob(place), MANAGER), CRON_JOB_MS);
  }

  #tick(): void {
    if (this.#stopped) return;
    this.#world.clock.setTimeout(() => {
      const all = [...this.#places.values()].map((place) => this.#work(place).catch(() => undefined));
      void Promise.all(all).then(() => this.#tick());
    }, POLL_MS);
  }

  /** Each look takes every Job one step on. */
  async #work(place: Place): Promise<void> {
    const nowMs = this.#world.clock.nowMs();
    for (const { metadata, ...job } of await this.jobs(place.namespace)) {
      const { startTime, conditions } = (job["status"] ?? {}) as { startTime?: string; conditions?: unknown };
      if (conditions !== undefined) continue;
      if (startTime === undefined) {
        await this.#patch(place, JOBS, metadata.name, { startTime: toTime(nowMs), active: 1 });
      } else if (this.fails(metadata.name)) {
        this.#world.monitor.onEngineFailure(metadata.name);
        await this.#patch(place, JOBS, metadata.name, { failed: 1, conditions: [ended("Failed", "disk full")] });
      } else {
        await this.#backedUp(place, nowMs);
        const completionTime = toTime(this.#world.clock.nowMs());
        await this.#patch(place, JOBS, metadata.name, { completionTime, conditions: [ended("Complete", "done")] });
      }
    }
  }

  #backedUp(place: Place, atMs: number): Promise<void> {
    const backup = { ...NO_BACKUP, time: toTime(atMs), elapsed: "1.5s", dumpSize: DUMP_BYTES, binlogSize: 77 };
    return this.#patch(place, MYSQL_CLUSTERS, place.name, { backup });
  }

  async #patch({ tenant, namespace }: Place, type: ResourceType, name: string, status: Json): Promise<void> {
    await tenant.patch(type, { namespace, name }, { kind: "merge", body: { status } }, MANAGER);
  }
}

/** The zero value of its type, as the API server shows it. */
const NO_BACKUP = {
  time: null,
  elapsed: "0s",
  sourceIndex: 0,
  sourceUUID: "",
  binlogFilename: "",
  gtidSet: "",
  dumpSize: 0,
  binlogSize: 0,
  workDirUsage: 0,
  warnings: null,
};

function cronJob({ namespace, name }: Place): KubeObject {
  const labels = { "app.kubernetes.io/name": "mysql-backup", "app.kubernetes.io/instance": name };
  const container = { name: "backup", args: ["backup", "--threads=4", "archive", namespace, name] };
  const pod = { metadata: { labels }, spec: { restartPolicy: "Never", containers: [container] } };
  return {
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: { namespace, name: `moco-backup-${name}`, labels },
    spec: { schedule: "0 2 * * *", jobTemplate: { metadata: { labels }, spec: { template: pod } } },
  };
}

const ended = (type: string, message: string): Json => ({ type, status: "True", reason: type, message });

function toTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
}

function missing(namespace: string): never {
  throw new Error(`nothing was brought to ${namespace}`);
}
