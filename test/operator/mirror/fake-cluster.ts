import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import { LABELS } from "../../../contract/identity.ts";
import type { CacheEvent } from "../../../operator/runtime/resource-cache.ts";
import { compareVersions, versionOf } from "../../../operator/runtime/resource-version.ts";
import type { MirrorCache } from "../../../operator/mirror/create-mirror.ts";

export const ORGANIZATION = "01970000-0000-7000-8000-000000000010";
export const NAMESPACE = "org-acme";

/** Plays the API server's objects of one kind: one global version, as etcd has. */
export class FakeKind {
  readonly objects = new Map<string, KubeObject>();
  readonly #versions: { next: number };

  constructor(versions: { next: number }) {
    this.#versions = versions;
  }

  put(name: string, parts: Readonly<{ spec: object; status?: object | undefined; id?: string }>): KubeObject {
    const before = this.objects.get(name);
    this.#versions.next += 1;
    const metadata = before === undefined ? newMetadata(name, this.#versions.next, parts.id) : before.metadata;
    const isNewSpec = JSON.stringify(before?.["spec"]) !== JSON.stringify(parts.spec);
    const object: KubeObject = {
      metadata: {
        ...metadata,
        resourceVersion: String(this.#versions.next),
        generation: (metadata.generation ?? 0) + (isNewSpec ? 1 : 0),
      },
      spec: parts.spec,
      ...(parts.status === undefined ? {} : { status: parts.status }),
    };
    this.objects.set(name, object);
    return object;
  }

  /** Removes an object and returns it as a DELETED event carries it. */
  remove(name: string): KubeObject | undefined {
    const object = this.objects.get(name);
    if (object === undefined) return undefined;
    this.objects.delete(name);
    this.#versions.next += 1;
    return { ...object, metadata: { ...object.metadata, resourceVersion: String(this.#versions.next) } };
  }
}

/** Plays a cache by hand: the test says which events arrive. */
export class FakeCache implements MirrorCache {
  hasSynced = true;
  secondsSinceEvent = 0;
  completeVersion: string | undefined;
  readonly known = new Map<string, KubeObject>();
  readonly #subscribers = new Set<(event: CacheEvent<KubeObject>) => void>();

  list = (): KubeObject[] => [...this.known.values()];
  get = (key: string): KubeObject | undefined => this.known.get(key);
  whenSynced = (): Promise<boolean> => Promise.resolve(true);
  subscribe = (subscriber: (event: CacheEvent<KubeObject>) => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  /** Lets an older version of an object through, which no cache does; but one uid follows another as caches tell it. */
  upsert(object: KubeObject, source: "list" | "watch" = "watch"): void {
    const before = this.known.get(keyOf(object));
    if (before !== undefined && before.metadata.uid !== object.metadata.uid) {
      if (compareVersions(versionOf(object), versionOf(before)) <= 0) return;
      this.delete(before, source);
    }
    this.known.set(keyOf(object), object);
    this.emit({ kind: "upsert", key: keyOf(object), object, source });
  }

  delete(object: KubeObject, source: "list" | "watch" = "watch"): void {
    this.known.delete(keyOf(object));
    this.emit({ kind: "delete", key: keyOf(object), object, source });
  }

  /** Lists as a cache does: everything that differs becomes an event, then the list is declared complete. */
  relist(kind: FakeKind, resourceVersion: string, restored = false): void {
    for (const object of this.list())
      if (kind.objects.get(object.metadata.name)?.metadata.uid !== object.metadata.uid) this.delete(object, "list");
    for (const object of kind.objects.values())
      if (this.known.get(keyOf(object))?.metadata.resourceVersion !== object.metadata.resourceVersion)
        this.upsert(object, "list");
    this.emit({ kind: "resync", resourceVersion, restored });
  }

  emit(event: CacheEvent<KubeObject>): void {
    if (event.kind === "resync") this.completeVersion = event.resourceVersion;
    else if (event.source === "watch") this.completeVersion = versionOf(event.object);
    for (const subscriber of this.#subscribers) subscriber(event);
  }
}

function newMetadata(name: string, version: number, id: string | undefined): KubeObject["metadata"] {
  const uid = uuidOf(version);
  const labels = { [LABELS.id]: id ?? uid };
  return { name, namespace: NAMESPACE, uid, creationTimestamp: "2026-01-01T00:00:00Z", labels };
}

function keyOf(object: KubeObject): string {
  return `${object.metadata.namespace ?? ""}/${object.metadata.name}`;
}

/** Makes a readable UUID of a number. */
export function uuidOf(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;
}

/** Answers the namespace of the test organization. */
export const namespaces = {
  get: (key: string): KubeObject | undefined =>
    key === NAMESPACE
      ? { metadata: { name: NAMESPACE, labels: { [LABELS.organizationId]: ORGANIZATION } } }
      : undefined,
};
