import type { IncomingMessage } from "node:http";
import type { Proof } from "./credentials.ts";

/** Requests that the gateway makes to itself for an agent; nothing that a client sends gets one in here. */
const CALLS = new WeakMap<IncomingMessage, Proof>();

/** Notes for whom a request within this process is made: it then passes all that a request from outside passes. */
export function noteAgentCall(request: IncomingMessage, proof: Proof): void {
  CALLS.set(request, proof);
}

/** Returns for whom a request within this process is made; undefined for every request from outside. */
export function agentProofOf(request: IncomingMessage): Proof | undefined {
  return CALLS.get(request);
}
