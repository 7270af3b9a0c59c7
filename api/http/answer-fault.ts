import type { ErrorRequestHandler } from "express";
import type { Logger } from "../../adapters/log/logger.ts";
import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import { isPostgresAway } from "../../adapters/postgres/pool.ts";
import { BerthError, ERRORS } from "../../contract/errors.ts";
import { answerError, UNKNOWN_ROUTE } from "./error-answer.ts";
import { UnknownRouteError } from "./find-route.ts";
import { stateOf } from "./request-state.ts";
import { ValidationFault } from "./validation-fault.ts";

/** Answers what was thrown; only faults of ours are logged as errors. */
export function answerFault(log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const { requestId } = stateOf(response);
    const known = translate(error);
    if (isOurFault(known))
      log.error("Could not answer a request", {
        requestId,
        method: request.method,
        path: stateOf(response).path,
        error,
      });
    if (response.headersSent) {
      next(error);
      return;
    }
    const answer = error instanceof UnknownRouteError ? UNKNOWN_ROUTE : answerError(known, requestId);
    const text = Buffer.from(JSON.stringify(answer.body));
    for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
    response.statusCode = answer.status;
    response.setHeader("Content-Type", "application/json; charset=utf-8");
    response.setHeader("Content-Length", text.length);
    response.end(text);
  };
}

/** Names the dependency that is away; foreign faults never decide an answer by themselves. */
function translate(error: unknown): unknown {
  if (error instanceof BerthError || error instanceof ValidationFault || error instanceof UnknownRouteError)
    return error;
  if (error instanceof KubeError && (error.status === 0 || error.status === 429 || error.status >= 500))
    return new BerthError("kubernetes_unavailable", { cause: error });
  return isPostgresAway(error) ? new BerthError("postgres_unavailable", { cause: error }) : error;
}

function isOurFault(error: unknown): boolean {
  if (error instanceof ValidationFault || error instanceof UnknownRouteError) return false;
  return !(error instanceof BerthError) || ERRORS[error.code].status === 500;
}
