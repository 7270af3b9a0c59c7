import { timingSafeEqual } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import {
  findLiveRegistryRobot,
  type LiveRegistryRobot,
} from "../../adapters/postgres/resources/registry-robot-store.ts";
import { BerthError } from "../../contract/errors.ts";
import { describeFault } from "../http/describe-fault.ts";
import { limitAddresses } from "../http/limit-rate.ts";
import { hashToken } from "../identity/api-key-format.ts";
import type { Services } from "../services.ts";
import type { OwnRegistryConfig } from "./own-registry-settings.ts";
import { issueRegistryToken } from "./issue-registry-token.ts";
import { grantScopes, isPush, parseScopes } from "./registry-scope.ts";

const TOKEN = "/registry/token";
const JWKS = "/registry/jwks.json";
const GIGABYTE = 1_000_000_000;
const USERNAME_MAX = 255;

/** An answer that clients of registries understand: their errors have a form of their own. */
type Refusal = Readonly<{ status: number; code: string; message: string }>;
type Answer = Readonly<{ status: number; body: unknown; challenge?: boolean }>;

/**
 * Serves what the platform's own registry sends its clients to (docs/adr/0059), by Docker's token specification:
 * 1. nothing where there is no such registry, and only the two paths above;
 * 2. a robot shows its name and password; who is nobody gets no token, for nothing is public;
 * 3. the token holds what of the scopes the robot may, and is refused when it would push beyond the quota.
 */
export function serveRegistryTokens(services: Services): RequestHandler {
  const { ownRegistry, rateLimit } = services.config;
  if (ownRegistry === undefined) return (_request, _response, next) => next();
  const limit = limitAddresses(rateLimit);
  const jwks = { status: 200, body: ownRegistry.key.jwks };
  return (request, response, next) => {
    if (!request.url.startsWith("/registry/")) {
      next();
      return;
    }
    const [path = ""] = request.url.split("?", 1);
    if (path !== TOKEN && path !== JWKS) {
      next();
      return;
    }
    response.locals["path"] = path;
    if (request.method !== "GET") {
      response.setHeader("Allow", "GET");
      throw new BerthError("method_not_allowed");
    }
    const answer = path === JWKS ? () => Promise.resolve(jwks) : () => answerToken(services, ownRegistry, request);
    limit(request, response);
    answer()
      .catch((error: unknown) => unavailable(services, error))
      .then((answered) => send(response, answered), next);
  };
}

async function answerToken(services: Services, registry: OwnRegistryConfig, request: Request): Promise<Answer> {
  const query = new URL(request.url, "http://gateway").searchParams;
  const service = query.get("service");
  if (service !== null && service !== registry.host)
    return refuse({ status: 400, code: "UNSUPPORTED", message: "This is not the token service of that registry." });
  const robot = await findRobot(services, request);
  if (robot === undefined) return refuseLogin(services, request);
  const scopes = parseScopes(query.getAll("scope"));
  if (scopes === undefined)
    return refuse({
      status: 400,
      code: "UNSUPPORTED",
      message: "The scope cannot be read, or asks for too much at once.",
    });
  const access = grantScopes(scopes, robot);
  const full = isPush(access) ? await describeFull(services, registry, robot.project) : undefined;
  if (full !== undefined) return refuse({ status: 403, code: "DENIED", message: full });
  return { status: 200, body: issueRegistryToken(registry, { subject: robot.username, access }) };
}

async function findRobot({ pool }: Services, { headers }: Request): Promise<LiveRegistryRobot | undefined> {
  const login = readBasic(headers.authorization);
  if (login === undefined) return undefined;
  const robot = await findLiveRegistryRobot(pool, login.username);
  return robot !== undefined && timingSafeEqual(robot.secretHash, login.hash) ? robot : undefined;
}

/** Reads name and password (RFC 7617); Postgres takes no NUL in a text. */
function readBasic(authorization = ""): Readonly<{ username: string; hash: Buffer }> | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, "base64").toString();
  const at = text.indexOf(":");
  if (at < 1 || at > USERNAME_MAX || text.includes("\0")) return undefined;
  return { username: text.slice(0, at), hash: hashToken(text.slice(at + 1)) };
}

/** The sentence for who has no room left; undefined while there is some. */
async function describeFull(
  { registryStorage }: Services,
  { quotaBytes }: OwnRegistryConfig,
  project: string,
): Promise<string | undefined> {
  const used = (await registryStorage?.usedBytes(project)) ?? 0;
  if (used < quotaBytes) return undefined;
  const [has, may] = [used, quotaBytes].map((bytes) => (bytes / GIGABYTE).toFixed(1));
  return `The images of the organization take ${has ?? ""} GB of ${may ?? ""} GB: delete some, what they held is free after the next clean-up.`;
}

function refuseLogin({ refusals }: Services, request: Request): Answer {
  const state = {
    requestId: String(request.res?.locals["requestId"] ?? ""),
    route: { operation: { operationId: "getRegistryToken" } },
    parameters: {},
    principal: undefined,
    caller: undefined,
  };
  refusals.add({ state, address: request.ip ?? "", code: "unauthenticated" });
  const message = "The name or the password of the robot account is wrong, or it has ended.";
  return { ...refuse({ status: 401, code: "UNAUTHORIZED", message }), challenge: true };
}

function unavailable({ log }: Services, error: unknown): Answer {
  log.warn("No token of the registry could be issued", { fault: describeFault(error) });
  return refuse({ status: 503, code: "UNAVAILABLE", message: "The platform cannot answer now; repeat later." });
}

function refuse({ status, code, message }: Refusal): Answer {
  return { status, body: { errors: [{ code, message, detail: null }] } };
}

function send(response: Response, { status, body, challenge = false }: Answer): void {
  if (challenge) response.setHeader("WWW-Authenticate", 'Basic realm="Berth registry"');
  response.setHeader("Cache-Control", "no-store");
  response.status(status).json(body);
}
