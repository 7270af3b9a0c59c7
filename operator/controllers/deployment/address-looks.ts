import {
  askAgainAfterMs,
  isReached,
  type AddressAnswer,
  type AddressView,
} from "../../machines/deployment/reachable.ts";
import type { AddressMetrics } from "../../delivery/address-metrics.ts";
import type { Clock } from "../../runtime/clock.ts";
import { FairQueue } from "../../runtime/fair-queue.ts";
import { outsidePass } from "../../runtime/pass.ts";
import { shareOf, spreadOf } from "../../runtime/share-of.ts";
import type { AskAddress } from "../parts.ts";

/** An application whose address is to be asked; another generation is asked for anew. */
type Subject = Readonly<{
  handle: string;
  organization: string;
  url: string;
  path: string;
  isProbed: boolean;
  isGrpc?: boolean;
  generation: number;
  /** Told of this generation before: after a start all that answered are asked in turn, not at once. */
  wasReached: boolean;
}>;

type Known = {
  readonly subject: Subject;
  readonly sinceMs: number;
  answer: AddressAnswer | undefined;
  failures: number;
  wasReached: boolean;
  failingSinceMs: number | undefined;
  dueMs: number;
  isWaiting: boolean;
};

type Options = Readonly<{
  ask: AskAddress;
  clock: Clock;
  observer: AddressMetrics;
  onNews: (handle: string) => void;
}>;

/** So many addresses are asked at once: one that takes connections and never answers holds a place for ten seconds. */
const AT_ONCE = 8;
const JITTER = 0.2;
/** While an answer is on its way nobody needs to look: it is news. */
const UNANSWERED_MS = 60_000;

/**
 * Asks the addresses of applications while nobody waits, a few at a time and organization by organization in turn, each again when it is due.
 * It asks only for whom a pass looks: what is at rest is asked by the pass that its last look wished for.
 */
export class AddressLooks {
  readonly #options: Options;
  readonly #known = new Map<string, Known>();
  readonly #queue = new FairQueue(AT_ONCE);

  constructor(options: Options) {
    this.#options = options;
  }

  /** Says what is known, and when to look again. */
  look(subject: Subject): Readonly<{ view: AddressView; recheckMs: number; isAwaited: boolean }> {
    const nowMs = this.#options.clock.monotonicMs();
    const known = this.#knownOf(subject, nowMs);
    if (!known.isWaiting && nowMs >= known.dueMs) this.#enqueue(known);
    const recheckMs = known.isWaiting ? UNANSWERED_MS : Math.max(1_000, known.dueMs - nowMs);
    return { view: viewOf(known, nowMs), recheckMs, isAwaited: known.isWaiting && known.answer === undefined };
  }

  forget(handle: string): void {
    this.#known.delete(handle);
  }

  #knownOf(subject: Subject, nowMs: number): Known {
    const found = this.#known.get(subject.handle);
    if (found !== undefined && isSame(found.subject, subject)) return found;
    const known: Known = {
      subject,
      sinceMs: nowMs,
      answer: undefined,
      failures: 0,
      wasReached: subject.wasReached,
      failingSinceMs: undefined,
      dueMs: subject.wasReached ? nowMs + askAgainAfterMs(0) * shareOf(subject.handle) : nowMs,
      isWaiting: false,
    };
    this.#known.set(subject.handle, known);
    return known;
  }

  #enqueue(known: Known): void {
    known.isWaiting = true;
    outsidePass(() => this.#queue.run(known.subject.organization, () => this.#ask(known))).catch(() => undefined);
  }

  #isCurrent(known: Known): boolean {
    return this.#known.get(known.subject.handle) === known;
  }

  async #ask(known: Known): Promise<void> {
    // What was forgotten while it waited, or is of an older change, is asked of nobody.
    if (!this.#isCurrent(known)) return;
    const { ask, clock, observer, onNews } = this.#options;
    const { url, path, isGrpc, handle } = known.subject;
    const answer = await ask({ url, path, isGrpc }).catch(() => undefined);
    known.isWaiting = false;
    if (!this.#isCurrent(known)) return;
    const isNews = keep(known, answer, clock.monotonicMs());
    if (answer !== undefined) observer.answered(wordOf(answer), answer.tookMs);
    if (!isNews) return;
    if (known.failures === 0 && !known.wasReached) observer.reached(clock.monotonicMs() - known.sinceMs);
    known.wasReached ||= known.failures === 0;
    onNews(handle);
  }
}

/** Keeps what came of asking, and says whether it is news: how long an address has failed is, each time. */
function keep(known: Known, answer: AddressAnswer | undefined, nowMs: number): boolean {
  const { subject, failures } = known;
  const isWell = answer !== undefined && isReached(answer, subject.isProbed);
  const isNews = !isWell || known.answer === undefined || failures > 0;
  known.answer = answer ?? known.answer;
  known.failures = isWell ? 0 : failures + 1;
  known.failingSinceMs = isWell ? undefined : (known.failingSinceMs ?? nowMs);
  known.dueMs = nowMs + askAgainAfterMs(known.failures) * spreadOf(subject.handle, JITTER);
  return isNews;
}

function isSame(one: Subject, other: Subject): boolean {
  return one.url === other.url && one.path === other.path && one.generation === other.generation;
}

function wordOf(answer: AddressAnswer): string {
  return answer.kind === "failed" ? answer.link : `${Math.floor(answer.status / 100)}xx`;
}

function viewOf({ subject, answer, failingSinceMs }: Known, nowMs: number): AddressView {
  if (answer === undefined) return { kind: "unasked" };
  const failingMs = failingSinceMs === undefined ? 0 : nowMs - failingSinceMs;
  return { kind: "asked", generation: subject.generation, answer, failingMs };
}
