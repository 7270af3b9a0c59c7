import type { RequestHandler } from "express";
import { readBodyOf } from "./body.ts";
import { stateOf } from "./request-state.ts";

/** Reads the body of operations that take one; of others it is ignored. */
export const readBody: RequestHandler = async (request, response, next) => {
  const state = stateOf(response);
  state.body = await readBodyOf(state.route.operation, request);
  next();
};
