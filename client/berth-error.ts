import { ERROR_STATUS } from "./generated/error-status.ts";
import type { components } from "./generated/paths.ts";

/** One fault of a request: `loc` is where (body, query, path or header, then the way), `msg` the sentence. */
export type Fault = components["schemas"]["ValidationError"];

/** A code of the table of errors (docs/reference/errors.md). */
export type ErrorCode = keyof typeof ERROR_STATUS;

type Told<Code extends string, Status extends number = number> = Readonly<{ code: Code; status: Status }>;

/**
 * What a refused call carries, told apart by `code`:
 * a code of the table; `invalid` with all faults of the request; `unexpected` where something between answered in other words; `unreachable`
 * where nobody answered, with status 0.
 */
type Refusal =
  | { [Code in ErrorCode]: Told<Code, (typeof ERROR_STATUS)[Code]> }[ErrorCode]
  | (Told<"invalid", 422> & Readonly<{ faults: readonly Fault[] }>)
  | Told<"unexpected">
  | Told<"unreachable", 0>;

/** A refused call: `message` is a sentence for people, `requestId` what to ask the platform's people about. */
export type BerthError = Error &
  Refusal &
  Readonly<{ requestId?: string; details: Readonly<Record<string, unknown>>; retryAfterSeconds?: number }>;

const ENVELOPE = new Set(["detail", "code", "request_id"]);

class RefusedCall extends Error {
  override readonly name = "BerthError";
}

/** Tells whether an error is one that a call of the client ended with; its `code` then tells which. */
export function isBerthError(error: unknown): error is BerthError {
  return error instanceof RefusedCall;
}

/** Makes the error of an answer that is no success. */
export async function refusalOf(response: Response): Promise<BerthError> {
  const body = parsed(await response.text().catch(() => ""));
  const requestId = response.headers.get("x-request-id") ?? undefined;
  const retryAfterSeconds = secondsOf(response.headers.get("retry-after"));
  const { sentence, ...refusal } = read(response, body);
  const details = Object.fromEntries(Object.entries(body).filter(([member]) => !ENVELOPE.has(member)));
  return Object.assign(new RefusedCall(sentence), { ...refusal, requestId, retryAfterSeconds, details }) as BerthError;
}

/** Makes the error of a call that nobody answered. */
export function unreachable(cause: unknown, url: string): BerthError {
  const error = new RefusedCall(`${new URL(url).origin} does not answer; check the address and the network.`, {
    cause,
  });
  return Object.assign(error, { code: "unreachable" as const, status: 0 as const, details: {} });
}

type Read = Readonly<{ code: string; status: number; sentence: string; faults?: readonly Fault[] }>;

function read({ status }: Response, { detail, code }: Readonly<Record<string, unknown>>): Read {
  if (status === 422 && Array.isArray(detail)) {
    const faults = detail as Fault[];
    return { code: "invalid", status, faults, sentence: faults.map(faultSentence).join("; ") };
  }
  const sentence = typeof detail === "string" ? detail : `The answer was ${status}, and not in Berth's words.`;
  const isKnown = typeof code === "string" && Object.hasOwn(ERROR_STATUS, code);
  return { code: isKnown ? code : "unexpected", status, sentence };
}

function faultSentence({ loc, msg }: Fault): string {
  const where = loc.slice(1).join(".");
  return where === "" ? msg : `${where}: ${msg}`;
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function secondsOf(header: string | null): number | undefined {
  return header !== null && /^[0-9]{1,6}$/.test(header) ? Number(header) : undefined;
}
