import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { ObjectList } from "../../../adapters/kubernetes/kube-port.ts";

/** What a watch told, as it was told. */
export type Recorded = Readonly<{ version: string; type: string; object: KubeObject }>;

/** Lists what there was after some events. */
export function replay(events: readonly Recorded[]): ObjectList {
  const objects = new Map<string, KubeObject>();
  for (const { type, object } of events) {
    const key = `${object.metadata.namespace ?? ""}/${object.metadata.name}`;
    if (type === "DELETED") objects.delete(key);
    else objects.set(key, structuredClone(object));
  }
  return { items: [...objects.values()], resourceVersion: events.at(-1)?.version ?? "1" };
}
