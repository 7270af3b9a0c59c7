/*
 * Follows logs over breaks, though the gateway knows no place in them:
 * 1. after a break the stream begins a little before it broke (`since`), by the follower's own clocks;
 * 2. of each container, what is not younger than its newest line is left out; lines of the very same time are told apart by their text.
 */
import type { operations } from "./generated/paths.ts";
import { resumeStream, type OnConnection, type StreamMeans } from "./resume-stream.ts";
import { Stopwatch } from "./stopwatch.ts";

/** One line of a container; `at` is its time, null where the container runtime told none. */
export type LogLine = Readonly<{ pod: string; container: string; at: string | null; text: string }>;

/** Which logs, and until when; `follow` goes on with what comes. */
export type LogChoice = Readonly<{
  query?: Omit<NonNullable<operations["streamDeploymentLogs"]["parameters"]["query"]>, "timestamps">;
  signal?: AbortSignal;
  onConnection?: OnConnection;
}>;

type Open = (query: object, signal: AbortSignal) => Promise<Response>;

const OVERLAP_SECONDS = 5;

/** Yields lines until the logs end, the deployment is gone or the signal aborts. */
export async function* followLogs(
  open: Open,
  { query = {}, signal = new AbortController().signal, onConnection }: LogChoice,
  means: StreamMeans,
): AsyncGenerator<LogLine, void> {
  const seen = new SeenLines();
  let heard: Stopwatch | undefined;
  const openHere = (until: AbortSignal): Promise<Response> => {
    // What was kept is read once more from its beginning.
    if (heard === undefined || readsKept(query)) return open(query, until);
    const seconds = Math.ceil(heard.elapsedMs / 1_000) + OVERLAP_SECONDS;
    return open({ ...query, tail: undefined, since: `${seconds}s` }, until);
  };
  const onHeard: OnConnection = (connection, silentMs) => {
    if (connection === "open") heard ??= new Stopwatch(means);
    onConnection?.(connection, silentMs);
  };
  for await (const { event, data } of resumeStream({ open: openHere, signal, onConnection: onHeard }, means)) {
    heard?.restart();
    if (event === "end" && (JSON.parse(data) as { reason: string }).reason === "completed") return;
    if (event !== "line") continue;
    const line = JSON.parse(data) as LogLine;
    if (seen.isNew(line)) yield line;
  }
}

function readsKept({ history, until, q }: NonNullable<LogChoice["query"]>): boolean {
  return history === true || until !== undefined || q !== undefined;
}

/** Remembers the newest lines of each container. */
class SeenLines {
  readonly #newest = new Map<string, { at: string; texts: Set<string> }>();

  isNew({ pod, container, at, text }: LogLine): boolean {
    if (at === null) return true;
    const source = `${pod}/${container}`;
    const newest = this.#newest.get(source);
    const time = sortable(at);
    if (newest !== undefined && (time < newest.at || (time === newest.at && newest.texts.has(text)))) return false;
    if (newest?.at === time) newest.texts.add(text);
    else this.#newest.set(source, { at: time, texts: new Set([text]) });
    return true;
  }
}

/** Makes times of different precision comparable as texts. */
function sortable(at: string): string {
  const [whole = "", fraction = ""] = at.replace(/Z$/, "").split(".");
  return `${whole}.${fraction.padEnd(9, "0")}`;
}
