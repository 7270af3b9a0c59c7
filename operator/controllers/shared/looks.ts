import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import type { Clock } from "../../runtime/clock.ts";
import { outsidePass } from "../../runtime/pass.ts";

/** What every look can come to beside its own answers. */
type Unanswered = Readonly<{ kind: "unasked" }> | Readonly<{ kind: "unreachable"; message: string }>;
type Known<V> = Readonly<{ view: V | Unanswered; atMs: number; stamp: string }>;

/** What is looked at; another stamp makes what is known old. */
type Subject = Readonly<{ handle: string; stamp?: string }>;

type Options<S extends Subject, V> = Readonly<{
  clock: Clock;
  /** How long an answer is not asked for anew; some are worth more than others. */
  freshMs: number | ((view: V | Unanswered) => number);
  ask: (client: KubeClient, subject: S) => Promise<V>;
  /** Is told whose answer is another one. */
  onNews: (handle: string) => void;
  /** Another stamp makes what is known not only old, but wrong. */
  forgets?: boolean;
  /** What was seen stands while its cluster does not answer. */
  outlasts?: boolean;
  /** Picks what of an answer is news; all of it where it is left out. */
  newsIn?: (view: V | Unanswered) => unknown;
}>;

const UNASKED: Unanswered = { kind: "unasked" };
const NOT_REGISTERED: Unanswered = { kind: "unreachable", message: "The cluster is not registered" };

/**
 * Asks tenant clusters, about each subject at most every so often. Nobody waits for an answer, so that a cluster that
 * hangs holds up no other; whoever is concerned is told when it is another one.
 */
export class Looks<S extends Subject, V> {
  readonly #options: Options<S, V>;
  readonly #known = new Map<string, Known<V>>();
  /** The stamps that are asked about. */
  readonly #asked = new Map<string, string>();

  constructor(options: Options<S, V>) {
    this.#options = options;
  }

  look(client: KubeClient | undefined, subject: S): V | Unanswered {
    const { handle, stamp = "" } = subject;
    const known = this.#knownOf(handle, stamp);
    const view = known?.view ?? UNASKED;
    if (!this.#isFresh(known, stamp) && this.#asked.get(handle) !== stamp)
      outsidePass(() => this.#ask(client, subject, view)).catch(() => this.#asked.delete(handle));
    return view;
  }

  forget(handle: string): void {
    this.#known.delete(handle);
    this.#asked.delete(handle);
  }

  #knownOf(handle: string, stamp: string): Known<V> | undefined {
    const known = this.#known.get(handle);
    return this.#options.forgets === true && known?.stamp !== stamp ? undefined : known;
  }

  #isFresh(known: Known<V> | undefined, stamp: string): boolean {
    if (known?.stamp !== stamp) return false;
    const { clock, freshMs } = this.#options;
    return clock.monotonicMs() - known.atMs < (typeof freshMs === "number" ? freshMs : freshMs(known.view));
  }

  async #ask(client: KubeClient | undefined, subject: S, before: V | Unanswered): Promise<void> {
    const { handle, stamp = "" } = subject;
    const { clock, onNews, newsIn = (view) => view } = this.#options;
    this.#asked.set(handle, stamp);
    const view = client === undefined ? NOT_REGISTERED : await this.#answer(client, subject, before);
    // Meanwhile it may have been forgotten, or another stamp is asked about.
    if (this.#asked.get(handle) !== stamp) return;
    this.#asked.delete(handle);
    this.#known.set(handle, { view, atMs: clock.monotonicMs(), stamp });
    if (JSON.stringify(newsIn(view)) !== JSON.stringify(newsIn(before))) onNews(handle);
  }

  async #answer(client: KubeClient, subject: S, before: V | Unanswered): Promise<V | Unanswered> {
    try {
      return await this.#options.ask(client, subject);
    } catch (error) {
      if (this.#options.outlasts === true) return before;
      return { kind: "unreachable", message: error instanceof Error ? error.message : "It does not answer" };
    }
  }
}
