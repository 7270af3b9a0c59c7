import type { NextFunction, Request, RequestHandler, Response } from "express";
import { ipKeyGenerator } from "express-rate-limit";
import { BerthError } from "../../contract/errors.ts";
import { SCOPES } from "../../contract/rest/scopes.ts";
import { createBudget } from "../http/budget.ts";
import { limitAddresses } from "../http/limit-rate.ts";
import { shareWithPages, type PageReaders } from "../http/share-with-pages.ts";
import type { Services } from "../services.ts";
import { createProvider } from "./create-provider.ts";
import { DEVICE_GRANT } from "./client-metadata.ts";
import { createDocumentClients } from "./document-clients.ts";
import { visitDevice } from "./device-page.ts";
import { visit } from "./interaction.ts";
import { createOauthKeys } from "./oauth-keys.ts";
import type { Interactions } from "./page-visit.ts";
import { registerClient } from "./register-client.ts";
import { createRegistrationLimit } from "./registration-limit.ts";
import { withoutEndSlashes } from "../../contract/without-end-slashes.ts";

/**
 * Serves the authorization server of connected applications (docs/guides/connected-applications.md):
 * 1. nothing where no public address is set: the issuer is made of it;
 * 2. only the paths below exist; the metadata, the pages of interaction.ts and device-page.ts, and the library's endpoints;
 * 3. the library sees the public address whatever the request says, so that no Host header gets into a URL;
 * 4. what is kept of a request before anybody has signed in is begun as often as a sign-in may be.
 */
export function serveOauth(services: Services): RequestHandler {
  const { publicUrl, agents, loginRates } = services.config;
  if (publicUrl === undefined) return (_request, _response, next) => next();
  const base = withoutEndSlashes(publicUrl);
  const issuer = `${base}/oauth`;
  // RFC 8414 puts the issuer's path behind the well-known one.
  const wellKnown = `/.well-known/oauth-authorization-server${new URL(issuer).pathname}`;
  const keys = createOauthKeys(services.config);
  const mayRegister = createRegistrationLimit(agents.registrationsPerHour);
  const isOpen = agents.registrationsPerHour > 0;
  const { pool, fetchClientDocument: fetchDocument } = services;
  const documents = createDocumentClients({ pool, fetchDocument, mayRegister });
  const provider = createProvider(issuer, { services, keys, documents });
  const library = provider.callback();
  const limit = limitAddresses(services.config.rateLimit);
  const begun = createBudget({ limit: loginRates.perAddress, windowMs: MINUTE_MS });
  const interactions: Interactions = { provider, services, keys, publicUrl: base };
  const metadata = Buffer.from(JSON.stringify(metadataOf(issuer, isOpen)));
  const answers: Readonly<Record<Kind, (request: Request, response: Response) => Promise<unknown>>> = {
    metadata: (_request, response) => sendMetadata(response, metadata),
    interaction: (request, response) => visit(interactions, request, response),
    device: (request, response) => visitDevice(interactions, request, response),
    registration: (request, response) => registerClient({ services, mayRegister }, request, response),
    library: (request, response) => library(request, response),
  };
  return (request, response, next) => {
    const found = find(request.url, wellKnown);
    if (found === undefined || (found.kind === "registration" && !isOpen)) {
      next();
      return;
    }
    response.locals["path"] = found.path;
    if (shareWithPages(readersOf(found, agents.origins), found.methods, { request, response })) return;
    if (!found.methods.includes(request.method)) {
      response.setHeader("Allow", found.methods.join(", "));
      throw new BerthError("method_not_allowed");
    }
    limit(request, response);
    run(async () => {
      if (BEGINS.test(found.path)) await begun.spend(ipKeyGenerator(request.ip ?? ""));
      await answers[found.kind](asIssuer(request, issuer), response);
    }, next);
  };
}

type Kind = "metadata" | "interaction" | "device" | "registration" | "library";
type Found = Readonly<{ kind: Kind; methods: readonly string[]; path: string }>;

const READ = ["GET", "HEAD"] as const;
const ROUTES: readonly (readonly [pattern: RegExp, kind: Kind, methods: readonly string[]])[] = [
  [/^\/oauth\/\.well-known\/oauth-authorization-server$/, "metadata", READ],
  [/^\/oauth\/interaction\/[\w-]+$/, "interaction", ["GET", "POST"]],
  [/^\/oauth\/authorize(\/[\w-]+)?$/, "library", ["GET"]],
  [/^\/oauth\/device$/, "device", ["GET", "POST"]],
  [/^\/oauth\/register$/, "registration", ["POST"]],
  [/^\/oauth\/(token|revoke|introspect|device_authorization)$/, "library", ["POST"]],
];

/** Each of these leaves a record of what was sent for more than an hour, whoever sent it. */
const BEGINS = /^\/oauth\/(authorize|device_authorization)$/;
const MINUTE_MS = 60_000;

/** Nearly every request is for something else: that must cost next to nothing. */
function find(url: string, wellKnown: string): Found | undefined {
  if (!url.startsWith("/oauth/") && !url.startsWith("/.well-known/")) return undefined;
  const [path = ""] = url.split("?", 1);
  if (path === wellKnown) return { kind: "metadata", methods: READ, path };
  const route = ROUTES.find(([pattern]) => pattern.test(path));
  return route === undefined ? undefined : { kind: route[1], methods: route[2], path };
}

/** Pages of listed origins come to a token without a cookie; nothing else here is for pages of other sites. */
function readersOf({ kind, path }: Found, origins: ReadonlySet<string>): PageReaders {
  if (kind === "metadata") return "all";
  return kind === "registration" || path === "/oauth/token" ? origins : NOBODY;
}

const NOBODY: ReadonlySet<string> = new Set();

function asIssuer(request: Request, issuer: string): Request {
  const { host, protocol, pathname } = new URL(issuer);
  request.headers["x-forwarded-for"] = request.ip ?? "";
  request.headers["x-forwarded-host"] = host;
  request.headers["x-forwarded-proto"] = protocol.slice(0, -1);
  request.url = request.url.slice("/oauth".length);
  request.originalUrl = `${pathname}${request.url}`;
  return request;
}

function run(work: () => Promise<unknown>, next: NextFunction): void {
  work().catch(next);
}

function sendMetadata(response: Response, body: Buffer): Promise<void> {
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.setHeader("Content-Length", body.length);
  response.end(body);
  return Promise.resolve();
}

/** Describes the server as RFC 8414 wants it. */
function metadataOf(issuer: string, isOpen: boolean): Readonly<Record<string, unknown>> {
  const secrets = ["client_secret_basic", "client_secret_post"];
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    revocation_endpoint: `${issuer}/revoke`,
    introspection_endpoint: `${issuer}/introspect`,
    ...(isOpen && { registration_endpoint: `${issuer}/register`, client_id_metadata_document_supported: true }),
    device_authorization_endpoint: `${issuer}/device_authorization`,
    scopes_supported: SCOPES,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token", DEVICE_GRANT],
    token_endpoint_auth_methods_supported: [...secrets, "none"],
    revocation_endpoint_auth_methods_supported: [...secrets, "none"],
    introspection_endpoint_auth_methods_supported: secrets,
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
  };
}
