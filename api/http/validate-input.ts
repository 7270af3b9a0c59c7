import type { RequestHandler } from "express";
import { BerthError } from "../../contract/errors.ts";
import type { Services } from "../services.ts";
import { authenticate } from "./authenticate.ts";
import type { RequestParser } from "./request-validation.ts";
import { stateOf } from "./request-state.ts";

/** Validates a request; who is not signed in hears that first, also where the handler would have found it out. */
export function validateInput(services: Services, parse: RequestParser): RequestHandler {
  return async (request, response, next) => {
    const state = stateOf(response);
    const { route, parameters, body, principal, proof } = state;
    const at = request.url.indexOf("?");
    const search = at < 0 ? "" : request.url.slice(at);
    try {
      state.input = await parse(route.operation, { path: parameters, search, headers: request.headers, body });
    } catch (error) {
      if (principal === undefined && (await authenticate(services, proof)).kind === "anonymous")
        throw new BerthError("unauthenticated");
      throw error;
    }
    next();
  };
}
