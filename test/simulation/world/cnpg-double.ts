import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import {
  OBJECT_STORES,
  PODS,
  POSTGRESQL_BACKUPS,
  POSTGRESQL_CLUSTERS,
} from "../../../adapters/kubernetes/resource-types.ts";
import type { FakeKubeClient } from "../../support/fake-kube-client.ts";
import type { World } from "./world.ts";

const ENGINE_MS = 3_000;
const POLL_MS = 1_000;
const MANAGER = { fieldManager: "cnpg" } as const;

/** How a Backup ends. */
type BackupFate = "completes" | "fails" | "hangs";
const ASKED = /^\/api\/v1\/namespaces\/([^/]+)\/pods\/[^/]+\/(.+)$/;
const LOG = [
  ["LOG", "last completed transaction was at log time 2026-01-01 00:00:05.5+00"],
  ["FATAL", "recovery ended before configured recovery target was reached"],
]
  .map(([severity, message]) => JSON.stringify({ record: { error_severity: severity, message } }))
  .join("\n");
type Place = Readonly<{ tenant: FakeKubeClient; namespace: string }>;

/** Plays CloudNativePG with its archive: what Argo CD brought is there and ready a moment later, and Backups are made. */
export class CnpgDouble {
  readonly #world: World;
  readonly #places = new Map<string, Place>();
  #stopped = false;
  fate: (name: string) => BackupFate = () => "completes";
  /** Says whether the archive can fill what is brought to a namespace. */
  fills: (namespace: string) => boolean = () => true;
  readonly #archived = new Map<string, string>();

  constructor(world: World) {
    this.#world = world;
    world.onDeployed = (tenant, namespace) => this.#deployed(tenant, namespace);
    world.onPodAsked = (path) => this.#answer(path);
    this.#tick();
  }

  stop(): void {
    this.#stopped = true;
  }

  async says(namespace: string, phase: string, ready: number, more: object = {}): Promise<void> {
    const conditions = ["Ready", "Initialized", "ContinuousArchiving"].map((type) => ({ type, status: "True" }));
    const status = { phase, readyInstances: ready, conditions, currentPrimary: "postgres-1", ...more };
    await this.#patch(this.#place(namespace).tenant, POSTGRESQL_CLUSTERS, { namespace, name: "postgres" }, status);
  }

  /** Makes a Backup as the engine's schedule does. */
  async schedules(namespace: string, name: string): Promise<void> {
    const labels = { "cnpg.io/scheduled-backup": "scheduled" };
    const spec = { cluster: { name: "postgres" }, method: "plugin" };
    await this.#place(namespace).tenant.create(
      POSTGRESQL_BACKUPS,
      { metadata: { namespace, name, labels }, spec },
      MANAGER,
    );
  }

  async window(namespace: string, server: string, window: Readonly<Record<string, string>>): Promise<void> {
    const { tenant } = this.#place(namespace);
    const ref = { namespace, name: "backups" };
    if ((await tenant.get(OBJECT_STORES, ref)) === undefined)
      await tenant.create(OBJECT_STORES, { metadata: ref }, MANAGER);
    await this.#patch(tenant, OBJECT_STORES, ref, { serverRecoveryWindow: { [server]: window } });
  }

  /** Has a primary say until when its WAL is archived. */
  async archives(namespace: string, lastArchivedWALTime: string): Promise<void> {
    const { tenant } = this.#place(namespace);
    const ref = { namespace, name: "postgres-1" };
    if ((await tenant.get(PODS, ref)) === undefined) await tenant.create(PODS, { metadata: ref }, MANAGER);
    this.#archived.set(namespace, lastArchivedWALTime);
  }

  backups(namespace: string): Promise<KubeObject[]> {
    return this.#place(namespace)
      .tenant.list(POSTGRESQL_BACKUPS, { namespace })
      .then(({ items }) => items);
  }

  #place(namespace: string): Place {
    const place = this.#places.get(namespace);
    if (place === undefined) throw new Error(`nothing was brought to ${namespace}`);
    return place;
  }

  async #deployed(tenant: FakeKubeClient, namespace: string): Promise<void> {
    this.#places.set(namespace, { tenant, namespace });
    const ref = { namespace, name: "postgres" };
    if ((await tenant.get(POSTGRESQL_CLUSTERS, ref)) !== undefined) return;
    await tenant.create(POSTGRESQL_CLUSTERS, { metadata: ref }, { fieldManager: "argocd" });
    this.#world.clock.setTimeout(() => {
      if (this.fills(namespace)) void this.says(namespace, "Cluster in healthy state", 1);
      else void this.#failsToFill({ tenant, namespace });
    }, ENGINE_MS);
  }

  /** The first of seven tries has failed; CloudNativePG says nothing of it. */
  async #failsToFill({ tenant, namespace }: Place): Promise<void> {
    await this.says(namespace, "Setting up primary", 0, { conditions: [] });
    const labels = { "cnpg.io/cluster": "postgres", "cnpg.io/jobRole": "full-recovery" };
    const metadata = { namespace, name: "postgres-1-full-recovery-x", labels };
    await tenant.create(PODS, { metadata, status: { phase: "Failed" } }, MANAGER);
  }

  #answer(path: string): unknown {
    const [, namespace = "", what = ""] = ASKED.exec(path) ?? [];
    if (what === "proxy/pg/status") return { lastArchivedWALTime: this.#archived.get(namespace) };
    return what.startsWith("log") ? LOG : undefined;
  }

  #tick(): void {
    if (this.#stopped) return;
    this.#world.clock.setTimeout(() => {
      const all = [...this.#places.values()].map((place) => this.#work(place).catch(() => undefined));
      void Promise.all(all).then(() => this.#tick());
    }, POLL_MS);
  }

  /** Each look takes every Backup one step on. */
  async #work({ tenant, namespace }: Place): Promise<void> {
    const { items } = await tenant.list(POSTGRESQL_BACKUPS, { namespace });
    for (const item of items) {
      const { phase } = (item["status"] ?? {}) as { phase?: string };
      const next = this.#next(item.metadata.name, phase);
      if (next !== undefined)
        await this.#patch(tenant, POSTGRESQL_BACKUPS, { namespace, name: item.metadata.name }, next);
    }
  }

  #next(name: string, phase: string | undefined): object | undefined {
    const now = new Date(this.#world.clock.nowMs()).toISOString();
    if (phase === undefined) return { phase: "started", method: "plugin", reconciliationStartedAt: now };
    const fate = this.fate(name);
    if (phase !== "started" || fate === "hangs") return undefined;
    if (fate === "fails") {
      this.#world.monitor.onEngineFailure(name);
      return { phase: "failed", error: "no space left" };
    }
    return { phase: "completed", startedAt: now, stoppedAt: now, backupId: "20260101T000000" };
  }

  async #patch(
    tenant: FakeKubeClient,
    type: typeof OBJECT_STORES,
    ref: Readonly<{ namespace: string; name: string }>,
    status: object,
  ): Promise<void> {
    await tenant.patch(type, ref, { kind: "merge", body: { status } }, MANAGER);
  }
}
