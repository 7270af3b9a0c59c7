import { createHash } from "node:crypto";
import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { EVENTS } from "../../../adapters/kubernetes/resource-types.ts";
import type { Logger } from "../../../adapters/log/logger.ts";
import { messageOf } from "../../../adapters/log/thrown.ts";
import { FIELD_MANAGERS } from "../../../contract/identity.ts";
import type { Clock } from "../../runtime/clock.ts";

/** One event as `kubectl describe` shows it. */
export type EventNote = Readonly<{ type: "Normal" | "Warning"; reason: string; message: string }>;

const QUIET_MS = 10 * 60_000;
const REMEMBERED_MAX = 10_000;
const MESSAGE_MAX = 1000;

/** Records events: warnings and settled states only, one per object and reason in ten minutes. */
export class EventRecorder {
  readonly #client: Pick<KubeClient, "create">;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #lastMs = new Map<string, number>();

  constructor(client: Pick<KubeClient, "create">, clock: Clock, logger: Logger) {
    this.#client = client;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Records an event; nobody waits for it, and a lost one is only logged. */
  record(type: ResourceType, object: KubeObject, note: EventNote): void {
    const key = `${object.metadata.uid ?? ""} ${note.reason}`;
    const nowMs = this.#clock.monotonicMs();
    const lastMs = this.#lastMs.get(key);
    if (lastMs !== undefined && nowMs - lastMs < QUIET_MS) return;
    if (this.#lastMs.size > REMEMBERED_MAX) this.#lastMs.clear();
    this.#lastMs.set(key, nowMs);
    void this.#client
      .create(EVENTS, this.#manifest(type, object, note), { fieldManager: FIELD_MANAGERS.operator })
      .catch((error: unknown) => {
        this.#logger.debug("Recording an event failed", {
          key,
          error: messageOf(error),
        });
      });
  }

  #manifest(type: ResourceType, object: KubeObject, note: EventNote): KubeObject {
    const { name, namespace, uid, resourceVersion } = object.metadata;
    const at = new Date(this.#clock.nowMs()).toISOString().replace(/\.\d+Z$/, "Z");
    const suffix = createHash("sha256")
      .update(`${uid ?? ""} ${note.reason} ${this.#clock.nowMs()}`)
      .digest("hex")
      .slice(0, 16);
    return {
      apiVersion: "v1",
      kind: "Event",
      metadata: { name: `${name}.${suffix}`, namespace },
      involvedObject: {
        apiVersion: `${type.group}/${type.version}`,
        kind: type.kind,
        name,
        namespace,
        uid,
        resourceVersion,
      },
      type: note.type,
      reason: note.reason,
      message: note.message.slice(0, MESSAGE_MAX),
      source: { component: FIELD_MANAGERS.operator },
      firstTimestamp: at,
      lastTimestamp: at,
      count: 1,
    };
  }
}
