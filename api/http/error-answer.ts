import { BerthError, ERRORS } from "../../contract/errors.ts";
import { ValidationFault } from "./validation-fault.ts";

/** What is sent for a fault. */
export type ErrorAnswer = Readonly<{
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Readonly<Record<string, unknown>>;
}>;

/** Answers a route that does not exist, in FastAPI's form (docs/adr/0027). */
export const UNKNOWN_ROUTE: ErrorAnswer = { status: 404, headers: {}, body: { detail: "Not Found" } };

/** Turns what was thrown into an answer; of an unknown error nothing is shown. */
export function answerError(error: unknown, requestId: string): ErrorAnswer {
  if (error instanceof ValidationFault) return { status: 422, headers: {}, body: { detail: error.faults } };
  const known = error instanceof BerthError ? error : new BerthError("internal", { cause: error });
  const { allow, ...details } = known.details;
  return {
    status: ERRORS[known.code].status,
    headers: headersOf(known, allow),
    body: { ...details, detail: known.publicMessage, code: known.code, request_id: requestId },
  };
}

function headersOf(error: BerthError, allow: unknown): Record<string, string> {
  const { status } = ERRORS[error.code];
  return {
    ...(status === 401 && { "WWW-Authenticate": "Bearer" }),
    ...(status === 405 && typeof allow === "string" && { Allow: allow }),
    // The rest of a body that is too large is not read.
    ...(status === 426 && { Upgrade: "websocket", Connection: "Upgrade" }),
    ...(status === 413 && { Connection: "close" }),
    ...(error.retryAfterSeconds !== undefined && { "Retry-After": String(Math.ceil(error.retryAfterSeconds)) }),
  };
}
