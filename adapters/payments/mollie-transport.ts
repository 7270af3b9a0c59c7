import { Agent, request } from "undici";
import type { SecretText } from "../../contract/secret-text.ts";
import { PaymentFault } from "./payment-provider.ts";
import { withoutEndSlashes } from "../../contract/without-end-slashes.ts";

/** What Mollie's client asks to be sent. */
type Sent = Readonly<{
  method?: string;
  headers?: Readonly<Record<string, string>> | undefined;
  body?: string;
}>;
/** Sends one request of Mollie's client and returns the parsed answer; true when there is no content. */
export type MollieTransport = (path: string, sent?: Sent) => Promise<unknown>;
type Options = Readonly<{ url: string; apiKey: SecretText; timeoutMs: number }>;
type Answer = Readonly<{ status: number; text: string; retryAfter: string | undefined }>;

const ANSWER_BYTES_MAX = 4_194_304;
const RETRY_AFTER_MAX_SECONDS = 60;
/** These faults say that no byte of the request was taken. */
const NEVER_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

/**
 * Creates the transport that Mollie's client gets in place of its own (docs/adr/0013): one attempt, one deadline for all
 * of it, today's certificates, and nothing that Mollie says in a fault.
 */
export function createMollieTransport({ url, apiKey, timeoutMs }: Options): MollieTransport {
  const base = new URL(`${withoutEndSlashes(url)}/`);
  const dispatcher = new Agent({ connect: { timeout: timeoutMs }, maxResponseSize: ANSWER_BYTES_MAX });
  return async (path, { method = "GET", headers = {}, body } = {}) => {
    const target = new URL(path, base);
    // The link to a next page comes from an answer; the key goes nowhere else.
    if (target.origin !== base.origin) throw new PaymentFault("unknown", "named a page elsewhere");
    const answer = await send(target, {
      method,
      headers: { ...headers, ...common(body), Authorization: `Bearer ${apiKey.reveal()}` },
      ...(body === undefined ? {} : { body }),
      dispatcher,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return readAnswer(answer);
  };
}

function common(body: string | undefined): Record<string, string> {
  const headers = { Accept: "application/hal+json", "User-Agent": "berth-api" };
  return body === undefined ? headers : { ...headers, "Content-Type": "application/json" };
}

async function send(target: URL, options: Parameters<typeof request>[1]): Promise<Answer> {
  try {
    const { statusCode, headers, body } = await request(target, options);
    const retryAfter = headers["retry-after"];
    return {
      status: statusCode,
      text: await body.text(),
      retryAfter: typeof retryAfter === "string" ? retryAfter : undefined,
    };
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (typeof code === "string" && NEVER_SENT.has(code)) throw new PaymentFault("refused", "cannot be reached");
    throw new PaymentFault("unknown", "did not answer");
  }
}

function readAnswer({ status, text, retryAfter }: Answer): unknown {
  if (status >= 200 && status < 300) return text === "" ? true : (parse(text) ?? unreadable(status));
  if (status === 409 || status === 429)
    throw new PaymentFault("busy", `answered ${status}`, { status, retryAfterSeconds: secondsOf(retryAfter) });
  const isRefusal = status >= 400 && status < 500;
  throw new PaymentFault(isRefusal ? "refused" : "unknown", `answered ${status}`, {
    status,
    field: isRefusal ? fieldOf(parse(text)) : undefined,
  });
}

function unreadable(status: number): never {
  throw new PaymentFault("unknown", "answered no JSON", { status });
}

function secondsOf(retryAfter: string | undefined): number | undefined {
  const seconds = Number(retryAfter);
  return seconds > 0 ? Math.min(seconds, RETRY_AFTER_MAX_SECONDS) : undefined;
}

function fieldOf(body: unknown): string | undefined {
  const field = (body as { field?: unknown } | undefined)?.field;
  return typeof field === "string" ? field : undefined;
}

function parse(text: string): object | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
