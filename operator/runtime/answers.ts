import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { Clock } from "./clock.ts";
import { versionOf } from "./resource-version.ts";

/** Remembers when the API server itself answered with a copy: whoever heard it from a watch alone may be behind. */
export class Answers {
  readonly #clock: Pick<Clock, "monotonicMs">;
  readonly #atMs = new WeakMap<KubeObject, number>();

  constructor(clock: Pick<Clock, "monotonicMs">) {
    this.#clock = clock;
  }

  /** Notes an answer, unless the copy is of another version. */
  note(copy: KubeObject | undefined, answer: KubeObject): void {
    if (copy !== undefined && versionOf(copy) === versionOf(answer)) this.#atMs.set(copy, this.#clock.monotonicMs());
  }

  /** Tells whether that was so long ago at most. */
  isRecent(copy: KubeObject | undefined, withinMs: number): boolean {
    const atMs = copy === undefined ? undefined : this.#atMs.get(copy);
    return atMs !== undefined && this.#clock.monotonicMs() - atMs <= withinMs;
  }
}
