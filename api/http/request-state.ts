import type { Response } from "express";
import type { PrincipalRecord } from "../../adapters/postgres/identity/principal.ts";
import type { Handler } from "./context.ts";
import type { Principal } from "./principal.ts";
import type { Operation } from "../../contract/rest/operation.ts";
import type { Proof } from "./credentials.ts";

/** Binds an operation to what answers it. */
export type Route = Readonly<{
  method: Operation["method"];
  path: string;
  operation: Operation;
  handle: Handler;
  /** Says that the handler authenticates in its own statement: the hot reads. */
  authenticatesItself: boolean;
}>;

/** What the steps of a request have found out so far; each is written by one step only. */
export type RequestState = {
  requestId: string;
  /** Path without base path and query. */
  path: string;
  route: Route;
  parameters: Readonly<Record<string, string>>;
  proof: Proof;
  principal: Principal | undefined;
  /** Who it is where the handler has authenticated in its own statement. */
  caller: PrincipalRecord | undefined;
  /** Parsed JSON; undefined when none was sent. */
  body: unknown;
  /** Input as the validation step has passed it. */
  input: unknown;
};

/** Returns the state of a request; a step may read only what earlier steps have written. */
export function stateOf(response: Response): RequestState {
  return response.locals as RequestState;
}
