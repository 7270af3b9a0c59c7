import { RESOURCES } from "../../contract/resources/all.ts";
import type { Clock } from "../runtime/clock.ts";
import { cacheOf, type Caches } from "../resources/caches.ts";
import { LEFTOVERS_KEY, PLATFORM_KEY, SWEEP_KEY, WAVES_KEY } from "./platform/keys.ts";
import { addAll } from "./shared/add-all.ts";
import type { Queues } from "./shared/queues.ts";

const RESYNC_MS = 10 * 60_000;

type Options = Readonly<{ clock: Clock; resyncMs?: number }>;

/** Looks at every object again from time to time, so that no missed event can hold one up for ever. */
export class Resync {
  readonly #options: Options;
  readonly #caches: Caches;
  readonly #queues: Queues;
  #cancel: (() => void) | undefined;

  constructor(options: Options, caches: Caches, queues: Queues) {
    this.#options = options;
    this.#caches = caches;
    this.#queues = queues;
  }

  start(): void {
    this.#cancel = this.#options.clock.setTimeout(() => {
      this.addObjects();
      for (const key of [SWEEP_KEY, LEFTOVERS_KEY, WAVES_KEY]) this.#queues.platform.add(key, "resync");
      this.start();
    }, this.#options.resyncMs ?? RESYNC_MS);
  }

  /** Has every object looked at anew, and what the platform itself keeps in Git. */
  addObjects(): void {
    for (const { collection } of RESOURCES)
      addAll(this.#queues[collection], cacheOf(this.#caches, collection).list(), "resync");
    this.#queues.platform.add(PLATFORM_KEY, "resync");
  }

  stop(): void {
    this.#cancel?.();
  }
}
