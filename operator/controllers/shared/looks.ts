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
  freshMs: number;
  ask: (client: KubeClient, subject: S) => Promise<V>;
  /** Is told whose answer is another one. */
  onNews: (handle: string) => void;
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
  readonly #asked = new Set<string>();

  constructor(options: Options<S, V>) {
    this.#options = options;
  }

  look(client: KubeClient | undefined, subject: S): V | Unanswered {
    const { handle, stamp = "" } = subject;
    const known = this.#known.get(handle);
    const view = known?.view ?? UNASKED;
    if (!this.#isFresh(known, stamp) && !this.#asked.has(handle))
      outsidePass(() => this.#ask(client, subject, view)).catch(() => this.#asked.delete(handle));
    return view;
  }

  forget(handle: string): void {
    this.#known.delete(handle);
  }

  #isFresh(known: Known<V> | undefined, stamp: string): boolean {
    if (known?.stamp !== stamp) return false;
    return this.#options.clock.monotonicMs() - known.atMs < this.#options.freshMs;
  }

  async #ask(client: KubeClient | undefined, subject: S, before: V | Unanswered): Promise<void> {
    const { handle, stamp = "" } = subject;
    const { clock, onNews } = this.#options;
    this.#asked.add(handle);
    const view = client === undefined ? NOT_REGISTERED : await this.#answer(client, subject);
    this.#asked.delete(handle);
    this.#known.set(handle, { view, atMs: clock.monotonicMs(), stamp });
    if (JSON.stringify(view) !== JSON.stringify(before)) onNews(handle);
  }

  async #answer(client: KubeClient, subject: S): Promise<V | Unanswered> {
    try {
      return await this.#options.ask(client, subject);
    } catch (error) {
      return { kind: "unreachable", message: error instanceof Error ? error.message : "It does not answer" };
    }
  }
}
