import type { RequestHandler } from "express";
import { readJsonBody } from "./body.ts";
import { stateOf } from "./request-state.ts";

/** Reads the body of operations that take one; of others it is ignored. */
export const readBody: RequestHandler = async (request, response, next) => {
  const state = stateOf(response);
  if (state.route.operation.body !== undefined) state.body = await readJsonBody(request);
  next();
};
