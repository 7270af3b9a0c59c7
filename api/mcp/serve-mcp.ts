import type { Express, Request, RequestHandler, Response } from "express";
import { BerthError } from "../../contract/errors.ts";
import { AGENT_READ_SCOPES } from "../../contract/rest/scopes.ts";
import { authenticate, STRICTEST } from "../http/authenticate.ts";
import { readJsonBody } from "../http/body.ts";
import type { Proof } from "../http/credentials.ts";
import { isForeign } from "../http/csrf.ts";
import { limitCredentials, type KnownCredentials, type Limit } from "../http/limit-rate.ts";
import { stateOf } from "../http/request-state.ts";
import { shareWithPages } from "../http/share-with-pages.ts";
import { hashToken, isAccessToken } from "../identity/api-key-format.ts";
import { agentMetadataUrl, agentResource } from "../oauth-server/agent-audience.ts";
import type { Services } from "../services.ts";
import type { AgentServer } from "./agent-server.ts";

/** What the door shares with REST: whose a credential is, how much that person asks for, and the way in. */
type Shared = Readonly<{ known: KnownCredentials; limitUser: Limit; app: Express }>;
type Door = Shared & Readonly<{ services: Services; publicUrl: string }>;

const OPERATION = { operationId: "callAgentTool" };

/**
 * Serves agents at /mcp (docs/guides/agents.md), and the description of where they get a token (RFC 9728):
 * 1. nothing where no public address is set, or agents are not wanted;
 * 2. only tokens that were made for this door open it: no session, no API key, no other token;
 * 3. a tool that writes needs the scope: without it the answer says which, so that the application can ask the person;
 * 4. pages of other sites read the description; the door they open only from origins that a setting lists, as the protocol wants Origin checked;
 * 5. the protocol's code is loaded with the first message: a gateway that no agent asks never has it.
 */
export function serveMcp(services: Services, shared: Shared): RequestHandler {
  const { publicUrl, agents, rateLimit } = services.config;
  if (publicUrl === undefined || !agents.isServed) return (_request, _response, next) => next();
  const door = { services, publicUrl, ...shared };
  const limit = limitCredentials(rateLimit, shared.known);
  const { pathname: metadataPath } = new URL(agentMetadataUrl(publicUrl));
  const metadata = metadataOf(publicUrl);
  const load = loadOnce(door);
  return (request, response, next) => {
    const [path = ""] = request.url.split("?", 1);
    if (path !== "/mcp" && path !== metadataPath) {
      next();
      return;
    }
    response.locals["path"] = path;
    const methods = path === "/mcp" ? ["POST"] : ["GET", "HEAD"];
    if (shareWithPages(path === "/mcp" ? agents.origins : "all", methods, { request, response })) return;
    if (!methods.includes(request.method)) {
      response.setHeader("Allow", methods.join(", "));
      throw new BerthError("method_not_allowed");
    }
    stateOf(response).proof = proofOf(request);
    limit(request, response);
    shared.limitUser(request, response);
    if (path === metadataPath) response.json(metadata);
    else answer(door, load, { request, response }).catch(next);
  };
}

/** Describes the door (RFC 9728); who only follows it asks for reading. */
function metadataOf(publicUrl: string): Readonly<Record<string, unknown>> {
  const resource = agentResource(publicUrl);
  return {
    resource,
    authorization_servers: [`${resource.slice(0, -"/mcp".length)}/oauth`],
    scopes_supported: AGENT_READ_SCOPES,
    bearer_methods_supported: ["header"],
    resource_name: "Berth",
  };
}

function loadOnce({ app, services }: Door): () => Promise<AgentServer> {
  let loading: Promise<AgentServer> | undefined;
  return () => {
    loading ??= import("./agent-server.ts").then(({ createAgentServer }) => createAgentServer(app, services));
    return loading;
  };
}

async function answer(
  door: Door,
  load: () => Promise<AgentServer>,
  { request, response }: Readonly<{ request: Request; response: Response }>,
): Promise<void> {
  const { services, publicUrl } = door;
  const isListed = services.config.agents.origins.has(request.headers.origin ?? "");
  if (!isListed && isForeign(request.headers, new URL(publicUrl).origin)) throw new BerthError("csrf_refused");
  const { proof } = stateOf(response);
  const principal = await authenticate({ pool: services.pool, config: STRICTEST }, proof);
  if (principal.kind !== "user") {
    refuse(door, { request, response });
    return;
  }
  services.uses.add(principal, request.ip ?? "");
  door.known.add(proof, principal.userId);
  const body = await readJsonBody(request);
  // The limits count requests: a batch, which the protocol has no more, would be a hundred in one.
  if (Array.isArray(body)) throw new BerthError("malformed", { publicMessage: "Send one message in each request." });
  const server = await load();
  const lacking = server.lackingScope(body, principal);
  if (lacking !== undefined) {
    const scopes = [...(principal.scopes ?? []), lacking];
    challenge(response, publicUrl, { status: 403, error: "insufficient_scope", scopes });
    return;
  }
  const requestId = String(response.locals["requestId"]);
  const caller = { user: principal, proof, address: request.ip ?? "", requestId };
  await send(response, await server.answer(caller, toFetchRequest(request, publicUrl, body), body));
}

/** Only a token in the header counts, alone; a cookie or a key beside it is nothing here. */
function proofOf({ headers }: Pick<Request, "headers">): Proof {
  const token = /^bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  if (token === undefined || !isAccessToken(token)) return { kind: "none" };
  return { kind: "credential", credential: { via: "agent", hash: hashToken(token) } };
}

function refuse(
  { services, publicUrl }: Door,
  { request, response }: Readonly<{ request: Request; response: Response }>,
): void {
  const requestId = String(response.locals["requestId"]);
  const state = { requestId, route: { operation: OPERATION }, parameters: {}, principal: undefined, caller: undefined };
  services.refusals.add({ state, address: request.ip ?? "", code: "unauthenticated" });
  const error = request.headers.authorization === undefined ? undefined : "invalid_token";
  challenge(response, publicUrl, { status: 401, error, scopes: AGENT_READ_SCOPES });
}

/** Says where a token is to be had, and for what (RFC 6750, RFC 9728). */
function challenge(
  response: Response,
  publicUrl: string,
  { status, error, scopes }: Readonly<{ status: number; error: string | undefined; scopes: readonly string[] }>,
): void {
  const parts = [
    ...(error === undefined ? [] : [`error="${error}"`]),
    `scope="${[...new Set(scopes)].join(" ")}"`,
    `resource_metadata="${agentMetadataUrl(publicUrl)}"`,
  ];
  response.setHeader("WWW-Authenticate", `Bearer ${parts.join(", ")}`);
  response.setHeader("Cache-Control", "no-store");
  response.status(status).json({ error: error ?? "unauthorized" });
}

/** What the protocol's code gets of a request: its own headers and body, no credential. */
function toFetchRequest({ headers }: Request, publicUrl: string, body: unknown): globalThis.Request {
  const own = Object.entries(headers).filter(
    ([name]) => name.startsWith("mcp-") || ["accept", "content-type", "last-event-id"].includes(name),
  );
  const init = own.map(([name, value]): [string, string] => [name, String(value)]);
  return new globalThis.Request(agentResource(publicUrl), {
    method: "POST",
    headers: init,
    body: JSON.stringify(body ?? null),
  });
}

async function send(response: Response, answered: globalThis.Response): Promise<void> {
  response.status(answered.status);
  for (const [name, value] of answered.headers) response.setHeader(name, value);
  response.setHeader("Cache-Control", "no-store");
  if (answered.body !== null)
    for await (const chunk of answered.body) {
      if (response.destroyed) break;
      response.write(chunk);
    }
  response.end();
}
