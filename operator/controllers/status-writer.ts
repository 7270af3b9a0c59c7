import type { KubeObject, ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { FIELD_MANAGERS } from "../../contract/identity.ts";
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
  async status(object: T, before: unknown, after: unknown): Promise<T> {
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
    const answer = await this.#client.patch<T>(
      this.#type,
      { namespace, name },
      { kind: "merge", body: versioned },
      options,
    );
    this.#cache.noteWrite(answer);
    return answer;
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

function isMap(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
