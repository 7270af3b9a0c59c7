import type { RequestHandler } from "express";
import { BerthError } from "../../contract/errors.ts";
import { stateOf } from "./request-state.ts";

/**
 * Refuses a write, and a WebSocket, that a foreign page made a browser send. Sec-Fetch-Site decides; older browsers send Origin with
 * all of these; a request with neither does not come from a browser. Keys and tokens are not sent by browsers by themselves.
 */
export function refuseForeignSites(publicUrl: string | undefined): RequestHandler {
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  return (request, response, next) => {
    const { proof, route } = stateOf(response);
    const isByCookie = proof.kind === "credential" && proof.credential.via === "session";
    const isExempt = !isByCookie && route.operation.who.kind !== "public";
    const isAsked = route.method !== "get" || route.operation.webSocket === true;
    if (!isExempt && isAsked && isForeign(request.headers, publicOrigin)) throw new BerthError("csrf_refused");
    next();
  };
}

type Headers = Parameters<RequestHandler>[0]["headers"];

/** Tells whether a browser sends a request because of a page of another site. */
export function isForeign(headers: Headers, publicOrigin: string | undefined): boolean {
  const { "sec-fetch-site": site, origin, host } = headers;
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  return origin !== undefined && origin !== publicOrigin && hostOf(origin) !== host;
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
