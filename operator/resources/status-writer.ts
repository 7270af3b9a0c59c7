import { isConflict } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeObject, Ref, ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { FIELD_MANAGERS } from "../../contract/identity.ts";
import { isMap } from "../../contract/json.ts";
import type { ResourceCache } from "../runtime/resource-cache.ts";

type Json = Readonly<Record<string, unknown>>;
const MANAGER = { fieldManager: FIELD_MANAGERS.operator } as const;

/** Writes what changed of one object's status or metadata; a conflict is thrown, so that the decision is thrown away. */
export class StatusWriter<T extends KubeObject> {
  readonly #client: KubeClient;
  readonly #type: ResourceType;
  readonly #cache: ResourceCache<T>;

  constructor(client: KubeClient, type: ResourceType, cache: ResourceCache<T>) {
    this.#client = client;
    this.#type = type;
    this.#cache = cache;
  }

  /** Patches the status from `before` to `after`; equal ones cost nothing. Returns the object as it is now. */
  async write(object: T, before: unknown, after: unknown): Promise<T> {
    const changes = mergeDiff((before ?? {}) as Json, after as Json);
    if (changes === undefined) return object;
    return this.#patch(object, { status: changes }, "status");
  }

  /** Patches labels, annotations or finalizers. */
  async metadata(
    object: T,
    changes: Readonly<{ labels?: Json; annotations?: Json; finalizers?: readonly string[] }>,
  ): Promise<T> {
    return this.#patch(object, { metadata: changes });
  }

  async #patch(object: T, body: Readonly<{ status?: unknown; metadata?: unknown }>, subresource?: string): Promise<T> {
    const { name, namespace, resourceVersion } = object.metadata;
    const versioned = { ...body, metadata: { ...(body.metadata as Json | undefined), resourceVersion } };
    const options = subresource === undefined ? MANAGER : { ...MANAGER, subresource };
    try {
      const patch = { kind: "merge", body: versioned } as const;
      const answer = await this.#client.patch<T>(this.#type, { namespace, name }, patch, options);
      this.#cache.noteWrite(answer);
      return answer;
    } catch (error) {
      if (isConflict(error)) await this.#readNewest({ namespace, name });
      throw error;
    }
  }

  /** The next decision needs the newer copy: were the watch late or its event lost, it would meet the same conflict. */
  async #readNewest(ref: Ref): Promise<void> {
    const newest = await this.#client.get<T>(this.#type, ref).catch(() => undefined);
    if (newest !== undefined) this.#cache.noteWrite(newest);
  }
}

/** Derives the RFC 7386 patch from one value to another; undefined when there is none. */
function mergeDiff(before: Json, after: Json): Json | undefined {
  const changes: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const change = changeOf(before[name], after[name]);
    if (change !== undefined) changes[name] = change;
  }
  return Object.keys(changes).length === 0 ? undefined : changes;
}

function changeOf(old: unknown, wanted: unknown): unknown {
  if (wanted === undefined) return old === undefined ? undefined : null;
  if (isMap(wanted)) return mergeDiff(isMap(old) ? old : {}, wanted) ?? (isMap(old) ? undefined : {});
  return JSON.stringify(old) === JSON.stringify(wanted) ? undefined : wanted;
}
