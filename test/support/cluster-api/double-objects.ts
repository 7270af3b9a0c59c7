import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";

/** Any object that the double reads and writes. */
export type Found = KubeObject & Readonly<{ spec: Record<string, never>; status: Record<string, never> }>;

const MANAGER = { fieldManager: "cluster-api-double" } as const;

/** Makes a condition as Cluster API does. */
export function condition(type: string, status: boolean | "Unknown", reason: string, message = ""): object {
  const value = status === "Unknown" ? status : status ? "True" : "False";
  // The same time each pass: a status that does not change is not written.
  return { type, status: value, reason, message, lastTransitionTime: "2026-11-21T12:00:00Z" };
}

/** Writes what has changed, and nothing else. */
export class DoubleStore {
  readonly client: KubeClient;
  readonly namespace: string;

  constructor(client: KubeClient, namespace: string) {
    this.client = client;
    this.namespace = namespace;
  }

  async list(type: ResourceType): Promise<Found[]> {
    return (await this.client.list<Found>(type, { namespace: this.namespace })).items;
  }

  async create(type: ResourceType, body: Record<string, unknown>): Promise<void> {
    await this.client.create(type, body as unknown as KubeObject, MANAGER);
  }

  /** Merges the status, where it differs. */
  async status(type: ResourceType, object: Found, status: object): Promise<void> {
    if (isWithin(status, object["status"])) return;
    const { name, namespace } = object.metadata;
    const body = { status };
    await this.client.patch(type, { name, namespace }, { kind: "merge", body }, { ...MANAGER, subresource: "status" });
  }

  async merge(type: ResourceType, { metadata }: KubeObject, body: object): Promise<void> {
    const { name, namespace } = metadata;
    await this.client.patch(type, { name, namespace }, { kind: "merge", body }, MANAGER);
  }

  async delete(type: ResourceType, name: string): Promise<void> {
    await this.client.delete(type, { namespace: this.namespace, name });
  }

  async release(type: ResourceType, object: KubeObject): Promise<void> {
    await this.merge(type, object, { metadata: { finalizers: null } });
  }
}

function isWithin(part: unknown, whole: unknown): boolean {
  if (part === null) return whole === undefined;
  if (Array.isArray(part) || typeof part !== "object") return JSON.stringify(part) === JSON.stringify(whole);
  if (typeof whole !== "object" || whole === null) return false;
  return Object.entries(part).every(([name, value]) => isWithin(value, (whole as Record<string, unknown>)[name]));
}
