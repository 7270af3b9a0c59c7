import {
  createVictoriaLogs,
  LogStoreFault,
  type KeptLine,
  type LogStore,
  type LogStoreAddress,
} from "../../adapters/log-store/log-store-client.ts";
import { createLoki } from "../../adapters/log-store/loki-client.ts";
import type { LinesChoice, LinesScope } from "../../adapters/log-store/log-store-query.ts";
import { BerthError } from "../../contract/errors.ts";
import { isKubernetesName } from "../../contract/kubernetes-name.ts";
import { TakenPlaces } from "../http/taken-places.ts";
import { refusedValue } from "../http/refused-value.ts";
import type { LineQueue, LogLine } from "./line-queue.ts";
import { deriveLogRange } from "./log-time.ts";
import { LINE_CHARACTERS_MAX } from "./split-log.ts";

/** What of the request says which kept lines are read. */
type KeptWish = Readonly<{
  since?: string | undefined;
  until?: string | undefined;
  q?: string | undefined;
  pod?: string | undefined;
  container?: string | undefined;
  tail?: number | undefined;
  follow?: boolean | undefined;
  history?: boolean | undefined;
}>;

const TAIL_DEFAULT = 200;
const READS_MAX = 3;
const TOO_MANY = { publicMessage: "You read too many kept logs at once; repeat shortly.", retryAfterSeconds: 5 };

/** Tells whether lines are asked of the store; who says nothing of it gets those of the pods that are there. */
export function wantsKept({ until, q, history }: KeptWish): boolean {
  return history === true || until !== undefined || q !== undefined;
}

/** Reads lines that were kept; a person has few reads under way. */
export class KeptLines {
  readonly #store: LogStore | undefined;
  readonly #places = new TakenPlaces();

  constructor(address: LogStoreAddress | undefined) {
    this.#store = address && (address.kind === "loki" ? createLoki(address) : createVictoriaLogs(address));
  }

  /** Reads the newest lines of a scope, oldest first. They are held, and with them the place, until the signal aborts. */
  async read(userId: string, scope: LinesScope, wish: KeptWish, signal: AbortSignal): Promise<Iterable<LogLine>> {
    if (wish.follow === true)
      throw refusedValue(["query", "follow"], "What is followed are pods that run: leave out history, until and q");
    if (this.#store === undefined) throw new BerthError("logs_not_kept");
    const { pod, container, tail = TAIL_DEFAULT } = wish;
    const range = { ...deriveLogRange(wish, Date.now()), linesMax: tail };
    if (tail === 0 || [pod, container].some((name) => name !== undefined && !isKubernetesName(name))) return [];
    const leave = this.#places.take(userId, READS_MAX);
    if (leave === undefined) throw new BerthError("rate_limited", TOO_MANY);
    signal.addEventListener("abort", leave, { once: true });
    try {
      return newestLines(await this.#store.read({ scope, choice: choiceOf(wish), range }, signal), tail);
    } catch (error) {
      leave();
      throw toBerthError(error);
    }
  }
}

function choiceOf({ pod, container, q }: KeptWish): LinesChoice {
  return {
    ...(pod !== undefined && { pod }),
    ...(container !== undefined && { container }),
    ...(q !== undefined && { text: q }),
  };
}

/** Hands lines to a reader, who may be slow. */
export async function pushLines(queue: LineQueue, lines: Iterable<LogLine>): Promise<void> {
  for (const line of lines) if (!(await queue.push(line))) return;
  queue.end();
}

/**
 * A line that has several would be taken for those of others, which begin with their pod. It is split as it is read: of
 * 8 MiB of line breaks, split at once, each would cost a text and an object.
 */
function* newestLines(kept: readonly KeptLine[], most: number): Generator<LogLine> {
  const { first, from } = findNewest(kept, most);
  for (const [index, { text, ...of }] of kept.slice(first).entries())
    for (const one of splitText(text, index === 0 ? from : 0)) yield { ...of, text: one };
}

/** Finds where the newest so many lines begin: in which one that was kept, and where in its text. */
function findNewest(kept: readonly KeptLine[], most: number): Readonly<{ first: number; from: number }> {
  let left = most;
  for (let first = kept.length - 1; first >= 0; first -= 1) {
    const text = kept[first]?.text ?? "";
    for (let end = text.lastIndexOf("\n"); end >= 0; end = end === 0 ? -1 : text.lastIndexOf("\n", end - 1)) {
      left -= 1;
      if (left === 0) return { first, from: end + 1 };
    }
    left -= 1;
    if (left === 0) return { first, from: 0 };
  }
  return { first: 0, from: 0 };
}

function* splitText(text: string, begin: number): Generator<string> {
  for (let from = begin; from <= text.length;) {
    const found = text.indexOf("\n", from);
    const end = found === -1 ? text.length : found;
    const isBefore = end > from && found !== -1 && text[end - 1] === "\r";
    yield text.slice(from, Math.min(isBefore ? end - 1 : end, from + LINE_CHARACTERS_MAX));
    from = end + 1;
  }
}

function toBerthError(error: unknown): unknown {
  if (!(error instanceof LogStoreFault)) return error;
  if (error.kind === "silent") return new BerthError("log_store_unavailable", { cause: error });
  return refusedValue(["query", "tail"], "These are more than 8 MiB: ask for fewer lines, a shorter time or q");
}
