/*
 * Judges what a deployment was asked of late, as what carries its requests counted them. Pure.
 * Few requests begin nothing: of three one that failed is a third. An alert that is open stays so while as much of them fails.
 */
import { ROUTES_WINDOW_SECONDS } from "../../adapters/history/history-queries.ts";
import type { Patience, Seen } from "./alert-watch.ts";
import type { WatchedResource } from "./watched-resource.ts";

type Judged = Readonly<{ seen: Seen; patience: Patience }>;
/** What was measured, by what it is judged, and how both are told. */
type Measured = Readonly<{ value: number; limit: number; isEnough: boolean; message: string }>;

const MINUTE_MS = 60_000;
const CLEAR_MS = 5 * MINUTE_MS;
const WINDOW_MINUTES = ROUTES_WINDOW_SECONDS / 60;
/** An alert ends below this part of where it begins. */
const BAND = 0.8;

/** Judges which part of the requests failed. */
export function judgeErrorRate({ requests, rules, name }: WatchedResource): Judged {
  const { percent, min_requests: least, for_minutes: minutes } = rules.error_rate;
  const patience = patienceOf(minutes);
  if (requests === undefined) return { seen: { is: "unknown" }, patience };
  const [asked, failed] = [countOf(requests?.requestsPerSecond), countOf(requests?.errorsPerSecond)];
  const value = asked === 0 ? 0 : (failed / asked) * 100;
  const message = `${tell(value)} % of the requests to ${name} were answered with 500 or above within ${WINDOW_MINUTES} minutes: ${tell(failed)} of ${tell(asked)}.`;
  return { seen: seenOf({ value, limit: percent, isEnough: asked >= least, message }), patience };
}

/** Judges how long requests took. */
export function judgeLatency({ requests, rules, name }: WatchedResource): Judged {
  const { p95_milliseconds: limit, min_requests: least, for_minutes: minutes } = rules.latency;
  const patience = patienceOf(minutes);
  if (requests === undefined) return { seen: { is: "unknown" }, patience };
  const value = (requests?.latencyP95Seconds ?? 0) * 1_000;
  const isEnough = countOf(requests?.requestsPerSecond) >= least;
  const message = `Of 100 requests to ${name} 5 took ${tell(value)} ms or longer within ${WINDOW_MINUTES} minutes; told from ${limit} ms on.`;
  return { seen: seenOf({ value, limit, isEnough, message }), patience };
}

function seenOf({ value, limit, isEnough, message }: Measured): Seen {
  if (value < limit * BAND) return { is: "not" };
  return value < limit || !isEnough ? { is: "between" } : { is: "so", message };
}

function patienceOf(minutes: number): Patience {
  return { forMs: minutes * MINUTE_MS, clearMs: CLEAR_MS };
}

function countOf(perSecond = 0): number {
  return perSecond * ROUTES_WINDOW_SECONDS;
}

function tell(value: number): string {
  return String(Math.round(value));
}
