import { BerthError } from "../../contract/errors.ts";
import { hetznerProblem } from "./hetzner-protocol.ts";

const SECOND_MS = 1_000;
const PAUSE_DEFAULT_MS = 5_000;
const PAUSE_MAX_MS = 60_000;

type Answered = Readonly<{ status: number; text: string }>;
type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Says that the provider does not take the token; whose it is, the caller knows. */
export class TokenRefusedError extends BerthError {}

/** Makes the fault of an answer that is no success; the text of the answer never leaves the adapter. */
export function hetznerRefusal({ status, text }: Answered): BerthError {
  const code = codeOf(text);
  const message = `Hetzner answered ${status}${code === undefined ? "" : ` ${code}`}`;
  if (status === 401 || status === 403) {
    const publicMessage = "Hetzner refuses the platform's token; the platform's operator must renew it.";
    return new TokenRefusedError("provider_failed", { message, publicMessage });
  }
  return new BerthError("provider_failed", { message, publicMessage: "Hetzner has a fault; repeat later." });
}

/** Tells whether an answer says that the budget of requests is used up. */
export function isRateLimited({ status, text }: Answered): boolean {
  return status === 429 || (status >= 400 && codeOf(text) === "rate_limit_exceeded");
}

/** Makes the fault of a budget that is used up. */
export function hetznerBusy(pauseMs: number): BerthError {
  return new BerthError("unavailable", {
    message: "Hetzner's rate limit is reached",
    publicMessage: "Hetzner takes no more requests of this platform for the moment; repeat later.",
    retryAfterSeconds: Math.max(1, Math.ceil(pauseMs / SECOND_MS)),
  });
}

/** Makes the fault of no answer, or none in time. */
export function hetznerAway(cause: unknown): BerthError {
  const publicMessage = "Hetzner does not answer; repeat later.";
  return new BerthError("unavailable", { message: "Hetzner could not be asked", publicMessage, cause });
}

/** Makes the fault of an answer that makes no sense. */
export function hetznerNonsense(message: string, cause?: unknown): BerthError {
  const publicMessage = "Hetzner did not answer as it should; repeat later.";
  return new BerthError("provider_failed", { message, publicMessage, cause });
}

/**
 * Tells how long not to ask. RateLimit-Reset is when the whole budget is back; it refills steadily, so that a minute is
 * enough to go on.
 */
export function rateLimitPauseMs(headers: Headers, nowMs: number): number {
  const resetMs = Number(headers["ratelimit-reset"]) * SECOND_MS;
  if (!Number.isFinite(resetMs)) return PAUSE_DEFAULT_MS;
  return Math.min(Math.max(resetMs - nowMs, SECOND_MS), PAUSE_MAX_MS);
}

function codeOf(text: string): string | undefined {
  try {
    return hetznerProblem.safeParse(JSON.parse(text)).data?.error.code;
  } catch {
    return undefined;
  }
}
