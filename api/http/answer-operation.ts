import type { Request, RequestHandler, Response } from "express";
import type { ParsedRequest } from "../../contract/rest/operation.ts";
import type { Services } from "../services.ts";
import { assertVerified, authorize } from "./authorize.ts";
import type { AnswerCheck } from "./check-answer.ts";
import { compressList } from "./compress-list.ts";
import type { Context } from "./context.ts";
import { prepareRepeat, replayOf } from "./repeat.ts";
import type { KnownCredentials } from "./limit-rate.ts";
import { stateOf } from "./request-state.ts";
import { outgoingOf, sendOutgoing } from "./send-answer.ts";
import { acceptUpgrade, isUpgradable } from "./upgrades.ts";

/** Authorizes the caller, answers repetitions of earlier requests, and runs the handler of the operation. */
export function answerOperation(services: Services, known: KnownCredentials, check?: AnswerCheck): RequestHandler {
  return async (request, response) => {
    const state = stateOf(response);
    const { route, input, principal } = state;
    const { operation } = route;
    if (principal !== undefined) authorize(operation, principal, services.config);
    if (operation.verifiedOnly === true && principal?.kind === "user") assertVerified(principal, services);
    const parsed = input as ParsedRequest<typeof operation>;
    const headers = parsed.headers;
    const context = contextOf(services, known, { request, response });
    const earlier = await prepareRepeat(context, parsed);
    const replay = replayOf(earlier);
    const repeated = earlier === undefined ? context : { ...context, repeat: earlier.repeat };
    const answer = replay ?? (await inWaitingRoom(repeated, parsed, async () => route.handle(repeated, parsed)));
    if (answer.upgrade !== undefined) {
      acceptUpgrade(request, response, answer.upgrade);
      return;
    }
    const { status } = operation.success;
    const outgoing = outgoingOf(answer, { status, ifNoneMatch: headers["if-none-match"] });
    await check?.(operation, outgoing);
    await sendOutgoing(response, await compressList({ request, response }, operation, outgoing), {
      ...answer.headers,
      ...(answer.etag !== undefined && { ETag: answer.etag }),
    });
  };
}

/** Too many waits are refused before anything is written: a refusal means that nothing was done. */
function inWaitingRoom<T>(
  { services, principal }: Context,
  { query }: Readonly<{ query: object }>,
  work: () => Promise<T>,
): Promise<T> {
  const waits = "wait" in query && Number(query.wait) > 0;
  return waits && principal.kind === "user" ? services.waitingRoom.within(principal.userId, work) : work();
}

function contextOf(
  services: Services,
  known: KnownCredentials,
  { request, response }: Readonly<{ request: Request; response: Response }>,
): Context {
  const { requestId, route, principal = { kind: "anonymous" }, proof } = stateOf(response);
  const { accept = "", cookie, "user-agent": userAgent = null } = request.headers;
  const address = request.ip ?? "";
  return {
    services,
    operation: route.operation,
    requestId,
    principal,
    proof,
    address,
    userAgent,
    accept,
    cookies: cookie,
    isUpgradable: isUpgradable(request),
    signalOfClient: () => signalOf(response),
    log: services.log,
    noteValid(caller) {
      known.add(proof, caller.userId);
      stateOf(response).caller = caller;
      services.uses.add(caller, address);
    },
  };
}

/** Ends when the client has gone before its answer. */
function signalOf(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => controller.abort());
  return controller.signal;
}
