import { randomUUID } from "node:crypto";
import type { RequestHandler } from "express";
import { REQUEST_ID_PATTERN } from "../../contract/identity.ts";

/** Takes the caller's X-Request-Id when it is well-formed, else makes one, and answers it. */
export const requestId: RequestHandler = (request, response, next) => {
  const sent = request.headers["x-request-id"];
  const id = typeof sent === "string" && REQUEST_ID_PATTERN.test(sent) ? sent : randomUUID();
  response.locals["requestId"] = id;
  response.setHeader("X-Request-Id", id);
  next();
};
