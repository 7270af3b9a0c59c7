import { idOf } from "../../resources/adoption.ts";
import type { Caches } from "../../resources/caches.ts";
import type { KeyedQueue } from "../../runtime/keyed-queue.ts";
import { keyOf } from "../../runtime/object-store.ts";

type Targets = Readonly<{ deployments: KeyedQueue; databases: KeyedQueue }>;

/** Subscribes the queues to previews and their databases: a preview waits for its database, which ends with it. */
export function routePreviews(caches: Caches, queues: Targets): void {
  caches.deployments.subscribe((event) => {
    if (event.kind === "resync" || event.object.spec.preview?.database === undefined) return;
    for (const database of caches.databases.byIndex("preview", idOf(event.object)))
      queues.databases.add(keyOf(database));
  });
  caches.databases.subscribe((event) => {
    if (event.kind === "resync" || event.object.spec.previewOf === undefined) return;
    for (const preview of caches.deployments.byIndex("id", event.object.spec.previewOf))
      queues.deployments.add(keyOf(preview));
  });
}
