import { Agent, request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import { withoutHopHeaders } from "../hop-headers.ts";

/** What stands behind the registry's one address. */
type FrontOptions = Readonly<{ key: string; cert: string; distributionUrl: string; gatewayUrl: string }>;

/** A layer may take long; a connection on which nothing moves may not. */
const IDLE_MS = 120_000;
const HEADERS_MS = 15_000;

/**
 * Creates the front of the registry: TLS, and one address for the two that clients need.
 * 1. `/v2/` is distribution; its answers name the address that the client came by (docs/adr/0059).
 * 2. `/token` is the gateway's, and there is nothing else.
 * Bodies are piped both ways, never held in memory.
 */
export function createFront({ key, cert, distributionUrl, gatewayUrl }: FrontOptions): Server {
  const agent = new Agent({ keepAlive: true });
  // Paths go on as they came: what they mean is distribution's to say.
  const targetOf = (url: string): Target | undefined => {
    const [path = "", search = ""] = splitUrl(url);
    if (path === "/token") return { origin: gatewayUrl, path: `/registry/token${search}` };
    return path === "/v2" || path.startsWith("/v2/") ? { origin: distributionUrl, path: url } : undefined;
  };
  const server = createServer({ key, cert, headersTimeout: HEADERS_MS, requestTimeout: 0 }, (request, response) => {
    const target = targetOf(request.url ?? "");
    if (target === undefined) refuse(response, 404, "NAME_UNKNOWN");
    else pass(request, response, { target, agent });
  });
  server.setTimeout(IDLE_MS);
  server.on("close", () => agent.destroy());
  return server;
}

type Target = Readonly<{ origin: string; path: string }>;

function splitUrl(url: string): readonly string[] {
  const at = url.indexOf("?");
  return at < 0 ? [url, ""] : [url.slice(0, at), url.slice(at)];
}

function pass(
  request: IncomingMessage,
  response: ServerResponse,
  { target, agent }: Readonly<{ target: Target; agent: Agent }>,
): void {
  const headers = {
    ...withoutHopHeaders(request.headers),
    "x-forwarded-proto": "https",
    "x-forwarded-for": request.socket.remoteAddress ?? "",
  };
  const asked = ask(target.origin, { path: target.path, method: request.method, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, withoutHopHeaders(answer.headers));
    answer.pipe(response);
    answer.on("error", () => response.destroy());
  });
  asked.on("error", () => {
    if (response.headersSent) response.destroy();
    else refuse(response, 502, "UNAVAILABLE");
  });
  response.on("close", () => asked.destroy());
  request.pipe(asked);
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ errors: [{ code, message: "The registry has no answer to this.", detail: null }] }));
}
