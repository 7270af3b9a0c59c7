import {
  createVictoriaLogs,
  LogStoreFault,
  type KeptLine,
  type LogStore,
  type LogStoreAddress,
} from "../../adapters/log-store/log-store-client.ts";
import { createLoki } from "../../adapters/log-store/loki-client.ts";
import type { LinesScope } from "../../adapters/log-store/log-store-query.ts";
import { BerthError } from "../../contract/errors.ts";
import { isKubernetesName } from "../../contract/kubernetes-name.ts";
import { TakenPlaces } from "../http/taken-places.ts";
import { refusedValue } from "../http/refused-value.ts";
import type { LineQueue, LogLine } from "./line-queue.ts";
import { deriveLogRange } from "./log-time.ts";
import { LINE_CHARACTERS_MAX } from "./split-log.ts";

/** What of the request says which kept lines are read. */
export type KeptWish = Readonly<{
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

  /** Reads the newest lines of a scope, oldest first. */
  async read(userId: string, scope: LinesScope, wish: KeptWish, signal: AbortSignal): Promise<readonly LogLine[]> {
    if (wish.follow === true)
      throw refusedValue(["query", "follow"], "What is followed are pods that run: leave out history, until and q");
    if (this.#store === undefined) throw new BerthError("logs_not_kept");
    const { pod, container, q, tail = TAIL_DEFAULT } = wish;
    const range = { ...deriveLogRange(wish, Date.now()), linesMax: tail };
    if (tail === 0 || [pod, container].some((name) => name !== undefined && !isKubernetesName(name))) return [];
    const choice = {
      ...(pod !== undefined && { pod }),
      ...(container !== undefined && { container }),
      ...(q !== undefined && { text: q }),
    };
    const leave = this.#places.take(userId, READS_MAX);
    if (leave === undefined) throw new BerthError("rate_limited", TOO_MANY);
    const read = this.#store.read({ scope, choice, range }, signal).finally(leave);
    const kept = await read.catch((error: unknown) => {
      throw toBerthError(error);
    });
    return kept.flatMap(linesOf);
  }
}

/** Hands lines to a reader, who may be slow. */
export async function pushLines(queue: LineQueue, lines: readonly LogLine[]): Promise<void> {
  for (const line of lines) if (!(await queue.push(line))) return;
  queue.end();
}

/** A line that has several would be taken for those of others, which begin with their pod. */
function linesOf({ text, ...of }: KeptLine): LogLine[] {
  return text.split(/\r?\n/).map((one) => ({ ...of, text: one.slice(0, LINE_CHARACTERS_MAX) }));
}

function toBerthError(error: unknown): unknown {
  if (!(error instanceof LogStoreFault)) return error;
  if (error.kind === "silent") return new BerthError("log_store_unavailable", { cause: error });
  return refusedValue(["query", "tail"], "These are more than 8 MiB: ask for fewer lines, a shorter time or q");
}
