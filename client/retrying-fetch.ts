/*
 * Repeats a request that was not carried out, or that may be carried out twice:
 * 1. 429 says that nothing was done, and so does 503, unless its outcome is unknown: repeated after Retry-After;
 * 2. no answer, 502, 504 or an unknown outcome: only what reads, replaces or carries an Idempotency-Key is repeated;
 * 3. waits grow and are spread, so that many clients do not come back at once; the caller's signal ends them.
 */
import { refusalOf, unreachable } from "./berth-error.ts";

/** How often and how patiently a request is repeated. */
export type RetrySettings = Readonly<{ attempts: number; firstWaitMs: number; longestWaitMs: number }>;

/** What the repetition needs from outside; tests bring their own. */
export type RetryMeans = Readonly<{
  fetch: (request: Request) => Promise<Response>;
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  random: () => number;
}>;

export const RETRIES: RetrySettings = { attempts: 5, firstWaitMs: 250, longestWaitMs: 30_000 };

/** Makes a `fetch` that repeats, and throws a BerthError where nobody answered. */
export function retryingFetch(means: RetryMeans, settings = RETRIES): (request: Request) => Promise<Response> {
  return async (request) => {
    const mayRepeat = isRepeatable(request);
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= settings.attempts;
      const answer = await means.fetch(request.clone()).catch((fault: unknown): undefined => {
        request.signal.throwIfAborted();
        if (isLast || !mayRepeat) throw unreachable(fault, request.url);
        return undefined;
      });
      if (answer !== undefined && (isLast || !(await asksForMore(answer, mayRepeat)))) return answer;
      await answer?.body?.cancel();
      await means.pause(waitMs(attempt, answer, { ...settings, random: means.random }), request.signal);
    }
  };
}

function isRepeatable({ method, headers }: Request): boolean {
  return method === "GET" || method === "PUT" || headers.has("idempotency-key");
}

async function asksForMore(answer: Response, mayRepeat: boolean): Promise<boolean> {
  if (answer.status === 429) return true;
  if (answer.status === 502 || answer.status === 504) return mayRepeat;
  if (answer.status !== 503) return false;
  const { code } = await refusalOf(answer.clone());
  return mayRepeat || (code !== "outcome_unknown" && code !== "unexpected");
}

function waitMs(
  attempt: number,
  answer: Response | undefined,
  { firstWaitMs, longestWaitMs, random }: RetrySettings & Readonly<{ random: () => number }>,
): number {
  const asked = Number(answer?.headers.get("retry-after") ?? 0) * 1_000;
  const grown = firstWaitMs * 2 ** (attempt - 1) * (0.5 + random());
  return Math.min(longestWaitMs, Math.max(Number.isFinite(asked) ? asked : 0, grown));
}
