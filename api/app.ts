import express, { type Express } from "express";
import helmet from "helmet";
import { OPERATIONS } from "../contract/rest/all.ts";
import type { Operation } from "../contract/rest/operation.ts";
import { bindRoutes, type RouteModule } from "./bind-routes.ts";
import { serveConsole } from "./console/serve-console.ts";
import { answerFault } from "./http/answer-fault.ts";
import { answerOperation } from "./http/answer-operation.ts";
import { createAnswerCheck } from "./http/check-answer.ts";
import { authenticateCaller, readCredentials } from "./http/identify-caller.ts";
import { logRequests } from "./http/log-requests.ts";
import { endConnections } from "./http/end-connections.ts";
import { inOrder } from "./http/in-order.ts";
import { findRoute } from "./http/find-route.ts";
import { KnownCredentials, limitAddresses, limitRate, limitUsers, stepOf } from "./http/limit-rate.ts";
import type { RequestMetrics } from "./http/measure-requests.ts";
import { readBody } from "./http/read-body.ts";
import { refuseForeignSites } from "./http/csrf.ts";
import { requestId } from "./http/request-id.ts";
import { createRequestValidation, type OpenapiDocument } from "./http/request-validation.ts";
import { createResponseValidation } from "./http/response-validation.ts";
import { RouteTable } from "./http/route-table.ts";
import { validateInput } from "./http/validate-input.ts";
import { serveMcp } from "./mcp/serve-mcp.ts";
import { serveOauth } from "./oauth-server/serve-oauth.ts";
import { serveReference } from "./reference/serve-reference.ts";
import { serveRegistryTokens } from "./registry/serve-registry-tokens.ts";
import { HANDLERS } from "./routes/all.ts";
import type { Services } from "./services.ts";

/** What the gateway is made of; operations and handlers are replaced only by tests of the frame itself. */
type AppParts = Readonly<{
  services: Services;
  document: OpenapiDocument;
  /** Reads the document again, for whoever wants to see it: the gateway keeps none. */
  readDocument: () => Promise<OpenapiDocument>;
  metrics: RequestMetrics;
  operations?: readonly Operation[];
  handlers?: Readonly<Record<string, RouteModule>>;
}>;

/** Creates the gateway. The list below is the order in which every request passes. */
export function createApp({
  services,
  document,
  readDocument,
  metrics,
  operations = OPERATIONS,
  handlers = HANDLERS,
}: AppParts): Express {
  const { config } = services;
  const routes = new RouteTable(bindRoutes(operations, handlers));
  const known = new KnownCredentials();
  const limitUser = limitUsers(config.rateLimit, known);
  // Apart from what is asked of REST: a browser that has no file yet asks for up to two dozen before it may sign in.
  const limitFiles = limitAddresses(config.rateLimit);
  const check = config.validateResponses
    ? createAnswerCheck(createResponseValidation(document, operations))
    : undefined;
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("trust proxy", config.trustedProxies.length === 0 ? false : [...config.trustedProxies]);
  app.use(
    inOrder([
      endConnections(services.draining),
      requestId,
      metrics.measure,
      logRequests(services.log),
      helmet(SECURITY_HEADERS),
      serveReference(readDocument, limitFiles),
      ...(config.console ? [serveConsole(services.log, limitFiles)] : []),
      serveOauth(services),
      serveMcp(services, { known, limitUser, app }),
      serveRegistryTokens(services),
      findRoute(routes),
      readCredentials(config.serviceTokens, services.isSecure),
      stepOf(limitRate(config.rateLimit, known)),
      stepOf(limitUser),
      authenticateCaller(services, known),
      refuseForeignSites(config.publicUrl),
      readBody,
      validateInput(services, createRequestValidation(document, operations)),
      answerOperation(services, known, check),
    ]),
  );
  app.use(answerFault(services, check));
  return app;
}

/** JSON needs no page's rights; the docs page, which does, sets its own policy. */
const SECURITY_HEADERS = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { "default-src": ["'none'"], "frame-ancestors": ["'none'"] },
  },
  crossOriginResourcePolicy: { policy: "same-origin" },
  // These speak to pages and to browsers of long ago.
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const;
