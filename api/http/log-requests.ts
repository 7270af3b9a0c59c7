import type { RequestHandler } from "express";
import type { Logger } from "../../adapters/log/logger.ts";
import { stateOf, type RequestState } from "./request-state.ts";

const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Logs each answer with its request id: what changes something at info, reads at debug. The operation is named, not the
 * path: paths may hold tokens.
 */
export function logRequests(log: Logger): RequestHandler {
  return (request, response, next) => {
    const level = READS.has(request.method) ? "debug" : "info";
    if (!log.isLevelEnabled(level)) {
      next();
      return;
    }
    const startedAtMs = performance.now();
    response.once("finish", () => {
      const { requestId, route } = stateOf(response) as Partial<RequestState>;
      log.log(level, "Answered a request", {
        requestId,
        operation: route?.operation.operationId ?? "unknown",
        status: response.statusCode,
        durationMs: Math.round(performance.now() - startedAtMs),
      });
    });
    next();
  };
}
