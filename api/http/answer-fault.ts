import type { ErrorRequestHandler } from "express";
import type { Logger } from "../../adapters/log/logger.ts";
import { BerthError, ERRORS } from "../../contract/errors.ts";
import { answerError, UNKNOWN_ROUTE } from "./error-answer.ts";
import { UnknownRouteError } from "./find-route.ts";
import { describeFault } from "./describe-fault.ts";
import { JSON_TYPE, sendOutgoing } from "./send-answer.ts";
import type { AnswerCheck } from "./check-answer.ts";
import type { RefusalNotes } from "./note-refusals.ts";
import { stateOf, type Route } from "./request-state.ts";
import { translateFault } from "./translate-fault.ts";
import { ValidationFault } from "./validation-fault.ts";

/** The answers that tell of somebody who tries what they may not. */
const REFUSED: readonly number[] = [401, 403, 404];

/** Answers what was thrown; only faults of ours are logged as errors. */
export function answerFault(
  { log, refusals }: Readonly<{ log: Logger; refusals: Pick<RefusalNotes, "add"> }>,
  check?: AnswerCheck,
): ErrorRequestHandler {
  return async (error: unknown, request, response, next) => {
    const { requestId, path, route } = stateOf(response);
    const known = translateFault(error);
    if (isOurFault(known))
      log.error("Could not answer a request", { requestId, method: request.method, path, fault: describeFault(error) });
    if (response.headersSent) {
      next(error);
      return;
    }
    const answer = error instanceof UnknownRouteError ? UNKNOWN_ROUTE : answerError(known, requestId);
    const outgoing = { status: answer.status, contentType: JSON_TYPE, text: JSON.stringify(answer.body) };
    const isRouted = (route as Route | undefined) !== undefined && answer.status !== 405;
    if (isRouted) noteRefusal(refusals, known, { state: stateOf(response), address: request.ip ?? "" });
    try {
      if (isRouted) await check?.(route.operation, outgoing);
      await sendOutgoing(response, outgoing, answer.headers);
    } catch (undeclared) {
      log.error("An answer is not as published", { requestId, path, fault: describeFault(undeclared) });
      await sendOutgoing(response, { ...outgoing, status: 500 }, {});
    }
  };
}

function noteRefusal(
  refusals: Pick<RefusalNotes, "add">,
  error: unknown,
  request: Omit<Parameters<RefusalNotes["add"]>[0], "code">,
): void {
  if (error instanceof BerthError && REFUSED.includes(ERRORS[error.code].status))
    refusals.add({ ...request, code: error.code });
}

function isOurFault(error: unknown): boolean {
  if (error instanceof ValidationFault || error instanceof UnknownRouteError) return false;
  return !(error instanceof BerthError) || ERRORS[error.code].status === 500;
}
