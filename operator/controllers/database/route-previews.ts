import { idOf } from "../../resources/adoption.ts";
import type { Caches } from "../../resources/caches.ts";
import type { KeyedQueue } from "../../runtime/keyed-queue.ts";
import { addAll } from "../shared/add-all.ts";
import { onChange } from "../shared/on-change.ts";

type Targets = Readonly<{ deployments: KeyedQueue; databases: KeyedQueue }>;

/** Subscribes the queues to previews and their databases: a preview waits for its database, which ends with it. */
export function routePreviews(caches: Caches, queues: Targets): void {
  onChange(caches.deployments, ({ object }) => {
    if (object.spec.preview?.database === undefined) return;
    addAll(queues.databases, caches.databases.byIndex("preview", idOf(object)));
  });
  onChange(caches.databases, ({ object: { spec } }) => {
    if (spec.previewOf !== undefined) addAll(queues.deployments, caches.deployments.byIndex("id", spec.previewOf));
  });
}
