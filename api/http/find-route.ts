import type { RequestHandler } from "express";
import { BerthError } from "../../contract/errors.ts";
import { stateOf, type Route } from "./request-state.ts";
import type { RouteTable } from "./route-table.ts";

const BASE_PATH = "/api/v1";

/** Says that no route has a path: its body is the one of the framework that the interface was modelled on. */
export class UnknownRouteError extends Error {}

/** Strips the base path once and finds the route of a request. */
export function findRoute(table: RouteTable<Route>): RequestHandler {
  return (request, response, next) => {
    const state = stateOf(response);
    state.path = pathOf(request.url);
    const match = table.match(request.method, state.path);
    if (match.kind === "unknown") throw new UnknownRouteError();
    if (match.kind === "wrongMethod") {
      response.setHeader("Allow", match.allow);
      throw new BerthError("method_not_allowed");
    }
    state.route = match.route;
    state.parameters = match.parameters;
    next();
  };
}

function pathOf(url: string): string {
  const end = url.indexOf("?");
  const path = end < 0 ? url : url.slice(0, end);
  return path.startsWith(`${BASE_PATH}/`) ? path.slice(BASE_PATH.length) : path;
}
