import type { RequestHandler } from "express";
import { BerthError } from "../../contract/errors.ts";
import type { Services } from "../services.ts";
import { authenticate } from "./authenticate.ts";
import { agentProofOf } from "./agent-calls.ts";
import { readProof, serviceTokenCheck, type ServiceToken } from "./credentials.ts";
import type { KnownCredentials } from "./limit-rate.ts";
import { stateOf } from "./request-state.ts";

/** Reads what a request shows as proof of who sends it. */
export function readCredentials(serviceTokens: readonly ServiceToken[], isSecure: boolean): RequestHandler {
  const serviceOf = serviceTokenCheck(serviceTokens);
  return (request, response, next) => {
    stateOf(response).proof = agentProofOf(request) ?? readProof(request.headers, { isSecure, serviceOf });
    next();
  };
}

/** Finds out who sends a request; hot reads do it in their own statement, public routes not at all. */
export function authenticateCaller(services: Services, known: KnownCredentials): RequestHandler {
  return async (request, response, next) => {
    const state = stateOf(response);
    const { route, proof } = state;
    if (route.operation.who.kind === "public") state.principal = { kind: "anonymous" };
    else if (!route.authenticatesItself || proof.kind !== "credential") {
      const principal = await authenticate(services, proof);
      if (principal.kind === "anonymous") throw new BerthError("unauthenticated");
      if (principal.kind === "user") services.uses.add(principal, request.ip ?? "");
      known.add(proof, principal.kind === "user" ? principal.userId : undefined);
      state.principal = principal;
    }
    next();
  };
}
