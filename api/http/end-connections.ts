import type { RequestHandler } from "express";

/** Ends each connection with its next answer once the gateway drains: the next request then goes to another one. */
export function endConnections(draining: AbortSignal): RequestHandler {
  return (_request, response, next) => {
    if (draining.aborted) response.setHeader("Connection", "close");
    next();
  };
}
