import { Agent, request } from "undici";
import { assertLiteralAllowed, createGuardedLookup, RefusedAddressError, type Resolve } from "./guarded-lookup.ts";

/** How a call ended: the status that was answered, or why there is none. */
type PostResult = Readonly<{ status: number | null; error: string | null }>;
/** Calls a URL once. */
export type WebhookPost = (url: string, body: string, headers: Readonly<Record<string, string>>) => Promise<PostResult>;

/** The bounds of of calls; `allowPrivate` lifts the rule of addresses and lets plain http pass. */
type WebhookPostOptions = Readonly<{ allowPrivate: boolean; timeoutMs?: number; resolve?: Resolve }>;

const TIMEOUT_MS = 10_000;

/** Creates the client of webhooks: no redirects, addresses judged at connect time, the answer's body is never read. */
export function createWebhookPost({ allowPrivate, timeoutMs = TIMEOUT_MS, resolve }: WebhookPostOptions): WebhookPost {
  const dispatcher = new Agent({
    connect: { timeout: timeoutMs, ...(allowPrivate ? {} : { lookup: createGuardedLookup(resolve) }) },
    keepAliveTimeout: 1,
    maxHeaderSize: 16_384,
  });
  return async (url, body, headers) => {
    try {
      const { protocol, hostname } = new URL(url);
      if (!allowPrivate && protocol !== "https:") throw new RefusedAddressError("Only https may be called");
      if (!allowPrivate) assertLiteralAllowed(hostname);
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await request(url, { method: "POST", body, headers, dispatcher, signal });
      response.body.on("error", () => undefined).destroy();
      const { statusCode: status } = response;
      return { status, error: status >= 200 && status < 300 ? null : wordOf(status) };
    } catch (error) {
      return { status: null, error: reasonOf(error) };
    }
  };
}

function wordOf(status: number): string {
  return status >= 300 && status < 400 ? "redirects are not followed" : `answered ${status}`;
}

/** Only words of ours and codes: a message may quote what the network said. */
function reasonOf(error: unknown): string {
  if (error instanceof RefusedAddressError) return error.message;
  const { name, code } = error as { name?: unknown; code?: unknown };
  if (name === "TimeoutError") return "no answer in time";
  if (typeof code === "string" && /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))
    return "the certificate cannot be trusted";
  return typeof code === "string" ? `could not be called (${code})` : "could not be called";
}
