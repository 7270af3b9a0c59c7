import { BerthError } from "../../contract/errors.ts";
import { ProviderAway } from "./provider-fetch.ts";

/** Whose fault it is that a login cannot be finished. */
export type FaultKind = "denied" | "forged" | "stale" | "away" | "broken";

const REFUSALS = {
  denied: "did not let you in; start the login again.",
  forged: "sent an answer that does not belong to this login; start it again.",
  stale: "no longer accepts this login; start it again.",
} as const;

/** Makes the fault that callers see of a provider's; what the provider said stays in the cause. */
export function providerFault(provider: string, kind: FaultKind, cause?: unknown): BerthError {
  if (kind === "away")
    return new BerthError("unavailable", {
      publicMessage: `${provider} does not answer now; nothing was changed; repeat shortly.`,
      cause,
    });
  if (kind === "broken")
    return new BerthError("provider_failed", {
      publicMessage: `${provider} did not answer as it should; repeat later, or ask the platform's operator.`,
      cause,
    });
  return new BerthError("login_refused", { publicMessage: `${provider} ${REFUSALS[kind]}`, cause });
}

/** Sorts the error codes of RFC 6749 and OpenID Connect that a browser brings back. */
export function kindOfAnswerError(error: string): FaultKind {
  if (error === "access_denied" || error.endsWith("_required")) return "denied";
  return error === "server_error" || error === "temporarily_unavailable" ? "away" : "broken";
}

/** Translates whatever `work` throws; `kindOf` knows the errors of one library. */
export async function translated<T>(
  provider: string,
  work: () => Promise<T>,
  kindOf: (error: unknown) => FaultKind | undefined,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BerthError) throw error;
    throw providerFault(provider, isAway(error) ? "away" : (kindOf(error) ?? "broken"), error);
  }
}

/** Libraries wrap what the fetch threw, each in its own way. */
function isAway(error: unknown): boolean {
  let fault = error;
  for (let depth = 0; typeof fault === "object" && fault !== null && depth < 5; depth += 1) {
    if (fault instanceof ProviderAway) return true;
    const { cause, oauthError } = fault as { cause?: unknown; oauthError?: unknown };
    fault = cause ?? oauthError;
  }
  return false;
}
