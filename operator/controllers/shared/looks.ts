import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import type { Clock } from "../../runtime/clock.ts";
import { outsidePass } from "../../runtime/pass.ts";

/** How long a cluster may take to answer one question of a look. */
export const CALL = { timeoutMs: 5_000 } as const;

/** What every look can come to beside its own answers. */
export type Unanswered = Readonly<{ kind: "unasked" }> | Readonly<{ kind: "unreachable"; message: string }>;
type Known<V> = Readonly<{
  view: V | Unanswered;
  atMs: number;
  stamp: string;
  stage: string | undefined;
  /** How many answers in a row were no end, at the same stage. */
  awaited: number;
  isMissed: boolean;
}>;
/** What to believe after a look, and whether nobody answered it. */
type Answer<V> = Pick<Known<V>, "view" | "isMissed">;

/**
 * What is looked at; another stamp makes what is known old. A stage says that it is being made, and how far that is: what is
 * awaited is asked for again soon, and at once at another stage.
 */
type Subject = Readonly<{ handle: string; stamp?: string; stage?: string | undefined }>;

type Options<S extends Subject, V> = Readonly<{
  clock: Clock;
  /** How long an answer is not asked for anew; some are worth more than others. */
  freshMs: number | ((view: V | Unanswered) => number);
  ask: (client: KubeClient, subject: S) => Promise<V>;
  /** Tells an answer that is no end while its subject is being made. */
  isAwaited?: (view: V | Unanswered) => boolean;
  /** Is told whose answer is another one. */
  onNews: (handle: string) => void;
  /** Another stamp makes what is known not only old, but wrong. */
  forgets?: boolean;
  /** What was seen stands while its cluster does not answer, always or for one look, after which it is asked again soon. */
  outlasts?: "always" | "once";
  /** Picks what of an answer is news; all of it where it is left out. */
  newsIn?: (view: V | Unanswered) => unknown;
}>;

/** What is awaited is asked for again after 2 s, 4 s and so on. */
const SOON_MS = 2_000;
const SOON_MAX_MS = 16_000;
const UNASKED: Unanswered = { kind: "unasked" };
const NOT_REGISTERED: Unanswered = { kind: "unreachable", message: "The cluster is not registered" };

/**
 * Asks tenant clusters, about each subject at most every so often. Nobody waits for an answer, so that a cluster that
 * hangs holds up no other; whoever is concerned is told when it is another one.
 */
export class Looks<S extends Subject, V> {
  readonly #options: Options<S, V>;
  readonly #known = new Map<string, Known<V>>();
  /** What is asked now: the answer to an older question is of nobody's interest. */
  readonly #asked = new Map<string, Readonly<{ stamp: string }>>();
  /** Cancels what has those looked at again who await something. */
  readonly #alarms = new Map<string, () => void>();

  constructor(options: Options<S, V>) {
    this.#options = options;
  }

  look(client: KubeClient | undefined, subject: S): V | Unanswered {
    const { handle, stamp = "" } = subject;
    const known = this.#knownOf(handle, stamp);
    const view = known?.view ?? UNASKED;
    if (!this.#isFresh(known, subject) && this.#asked.get(handle)?.stamp !== stamp)
      outsidePass(() => this.#ask(client, subject, view)).catch(() => this.#asked.delete(handle));
    return view;
  }

  forget(handle: string): void {
    this.#known.delete(handle);
    this.#asked.delete(handle);
    this.#disarm(handle);
  }

  #knownOf(handle: string, stamp: string): Known<V> | undefined {
    const known = this.#known.get(handle);
    return this.#options.forgets === true && known?.stamp !== stamp ? undefined : known;
  }

  #isFresh(known: Known<V> | undefined, { stamp = "", stage }: S): boolean {
    if (known?.stamp !== stamp) return false;
    if (stage !== undefined && known.stage !== stage && this.#isAwaited(known.view)) return false;
    return this.#options.clock.monotonicMs() - known.atMs < this.#freshMs(known);
  }

  #freshMs({ view, awaited }: Known<V>): number {
    const { freshMs } = this.#options;
    const fullMs = typeof freshMs === "number" ? freshMs : freshMs(view);
    return awaited === 0 ? fullMs : Math.min(fullMs, SOON_MAX_MS, SOON_MS * 2 ** (awaited - 1));
  }

  #isAwaited(view: V | Unanswered): boolean {
    return this.#options.isAwaited?.(view) === true;
  }

  async #ask(client: KubeClient | undefined, subject: S, before: V | Unanswered): Promise<void> {
    const { handle, stamp = "" } = subject;
    const { onNews, newsIn = (view) => view } = this.#options;
    const question = { stamp };
    this.#asked.set(handle, question);
    this.#disarm(handle);
    const answer = await this.#answer(client, subject, before);
    // Meanwhile it may have been forgotten, and asked anew; or another stamp is asked about.
    if (this.#asked.get(handle) !== question) return;
    this.#asked.delete(handle);
    this.#keep(subject, answer);
    if (JSON.stringify(newsIn(answer.view)) !== JSON.stringify(newsIn(before))) onNews(handle);
  }

  #keep({ handle, stamp = "", stage }: S, answer: Answer<V>): void {
    const { clock, onNews } = this.#options;
    const before = this.#known.get(handle);
    const isSame = before?.stamp === stamp && before.stage === stage;
    const isDoubted = answer.isMissed && this.#standsOnce(handle);
    const isSoon = isDoubted || (stage !== undefined && this.#isAwaited(answer.view));
    const awaited = isSoon ? (isSame ? before.awaited : 0) + 1 : 0;
    const known = { ...answer, atMs: clock.monotonicMs(), stamp, stage, awaited };
    this.#known.set(handle, known);
    if (awaited === 0) return;
    const ring = (): void => {
      this.#alarms.delete(handle);
      // A timer may be a moment early: what it rings for is due whatever the time is.
      this.#known.set(handle, { ...known, atMs: -Infinity });
      onNews(handle);
    };
    this.#alarms.set(handle, clock.setTimeout(ring, this.#freshMs(known)));
  }

  #disarm(handle: string): void {
    this.#alarms.get(handle)?.();
    this.#alarms.delete(handle);
  }

  async #answer(client: KubeClient | undefined, subject: S, before: V | Unanswered): Promise<Answer<V>> {
    if (client === undefined) return { view: NOT_REGISTERED, isMissed: true };
    try {
      return { view: await this.#options.ask(client, subject), isMissed: false };
    } catch (error) {
      const stands = this.#options.outlasts === "always" || this.#standsOnce(subject.handle);
      const message = error instanceof Error ? error.message : "It does not answer";
      return { view: stands ? before : { kind: "unreachable", message }, isMissed: true };
    }
  }

  /** One look that nobody answers says nothing yet of what the one before saw. */
  #standsOnce(handle: string): boolean {
    return this.#options.outlasts === "once" && this.#known.get(handle)?.isMissed !== true;
  }
}
