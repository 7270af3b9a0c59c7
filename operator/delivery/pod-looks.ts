import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { withLastLines } from "../machines/deployment/last-lines.ts";
import { judgePods } from "../machines/deployment/pod-trouble.ts";
import type { PodTrouble } from "../machines/deployment/pods-seen.ts";
import type { Clock } from "../runtime/clock.ts";
import { outsidePass } from "../runtime/pass.ts";
import { readLastLines, readPods, type PodPlace } from "./read-pods.ts";

/** Whose pods are looked at; the stamp changes with what was delivered. */
export type PodSubject = Readonly<{ handle: string; stamp: string; client: KubeClient; place: PodPlace }>;

type Known = Readonly<{ stamp: string; atMs: number; trouble: PodTrouble | undefined; asks: boolean }>;

/** So long an answer counts before it is asked for again. */
const FRESH_MS = 4_000;

/** Looks at pods of what is not healthy while nobody waits; whoever is concerned is told when the answer is another one. */
export class PodLooks {
  readonly #clock: Clock;
  readonly #onNews: (handle: string) => void;
  readonly #known = new Map<string, Known>();

  constructor(clock: Clock, onNews: (handle: string) => void) {
    this.#clock = clock;
    this.#onNews = onNews;
  }

  /** Returns what is wrong as far as it is known, and asks again where that is not of now. */
  look(subject: PodSubject): PodTrouble | undefined {
    const { handle, stamp } = subject;
    const found = this.#known.get(handle);
    const known = found?.stamp === stamp ? found : undefined;
    const atMs = this.#clock.monotonicMs();
    if (known === undefined || (!known.asks && atMs - known.atMs >= FRESH_MS)) {
      this.#known.set(handle, { stamp, atMs, trouble: known?.trouble, asks: true });
      outsidePass(() => this.#ask(subject)).catch(() => this.#known.delete(handle));
    }
    return known?.trouble;
  }

  forget(handle: string): void {
    this.#known.delete(handle);
  }

  /** A cluster that does not answer tells nothing anew. */
  async #ask(subject: PodSubject): Promise<void> {
    const { handle, stamp } = subject;
    const found = await this.#judge(subject).catch(() => "unknown" as const);
    const before = this.#known.get(handle);
    if (before?.stamp !== stamp) return;
    const trouble = found === "unknown" ? before.trouble : found;
    this.#known.set(handle, { stamp, atMs: this.#clock.monotonicMs(), trouble, asks: false });
    if (isOther(before.trouble, trouble)) this.#onNews(handle);
  }

  async #judge({ client, place }: PodSubject): Promise<PodTrouble | undefined> {
    const trouble = judgePods(await readPods(client, place), this.#clock.nowMs());
    return trouble?.run === undefined
      ? trouble
      : withLastLines(trouble, await readLastLines(client, place, trouble.run));
  }
}

function isOther(before: PodTrouble | undefined, now: PodTrouble | undefined): boolean {
  return before?.reason !== now?.reason || before?.isFinal !== now?.isFinal || before?.message !== now?.message;
}
