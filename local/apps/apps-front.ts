import { request as ask, type ClientRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { Duplex } from "node:stream";
import { withoutHopHeaders } from "../hop-headers.ts";
import type { Route } from "./route-table.ts";

/** Finds where a request goes; undefined for what nobody has. */
export type FindRoute = (host: string, url: string) => Promise<Route | undefined>;

const HEADERS_MS = 15_000;
/** Streams of events and sockets are quiet for long. */
const IDLE_MS = 3_600_000;
const UPGRADE = ["connection", "upgrade", "sec-websocket-protocol"] as const;

type To = Extract<Route, { kind: "service" }>;

/**
 * Creates what answers at the addresses of applications (docs/adr/0062): TLS, then whatever Service the Ingress or route of
 * that host names, one connection for each request, so that it meets a pod that is ready now. Bodies, events and sockets are piped as
 * they come.
 */
export function createAppsFront({ key, cert }: Readonly<{ key: string; cert: string }>, find: FindRoute): Server {
  const server = createServer({ key, cert, headersTimeout: HEADERS_MS, requestTimeout: 0 }, (request, response) => {
    route(request, find).then(
      (found) => (isRoute(found) ? pass(request, response, found) : refuse(response, found)),
      () => refuse(response, { status: 502, why: "Its cluster does not answer." }),
    );
  });
  server.setTimeout(IDLE_MS);
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Until it is spliced nobody else listens.
    socket.on("error", () => socket.destroy());
    route(request, find).then(
      (found) => (isRoute(found) ? splice(request, socket, { head, to: found }) : socket.destroy()),
      () => socket.destroy(),
    );
  });
  return server;
}

/** Whoever asks whether an application answers is told what only the front knows: that none of its pods can. */
const SIMULATED = { "x-berth-refusal": "simulated" };

type Refusal = Readonly<{ status: number; why: string; isSimulated?: boolean }>;

async function route(request: IncomingMessage, find: FindRoute): Promise<To | Refusal> {
  const host = (request.headers.host ?? "").replace(/:\d+$/, "");
  const found = await find(host, request.url ?? "/");
  if (found === undefined) return { status: 404, why: "No application has this address." };
  return found.kind === "service" ? found : { status: 503, why: found.why, isSimulated: found.isSimulated };
}

function isRoute(found: To | Refusal): found is To {
  return "kind" in found;
}

function refuse(response: ServerResponse, { status, why, isSimulated = false }: Refusal): void {
  const headers = { "content-type": "text/plain; charset=utf-8", ...(isSimulated ? SIMULATED : {}) };
  if (response.headersSent) response.destroy();
  else response.writeHead(status, headers).end(`${why}\n`);
}

function pass(request: IncomingMessage, response: ServerResponse, to: To): void {
  const asked = begin(request, to, {});
  asked.on("response", (answer) => {
    response.writeHead(answer.statusCode ?? 502, withoutHopHeaders(answer.headers));
    // Events are read as they come.
    response.flushHeaders();
    answer.pipe(response);
    answer.on("error", () => response.destroy());
  });
  asked.on("error", () => refuse(response, { status: 502, why: "The application does not answer." }));
  response.on("close", () => asked.destroy());
  request.pipe(asked);
}

function begin(request: IncomingMessage, to: To, more: IncomingMessage["headers"]): ClientRequest {
  const headers = {
    ...withoutHopHeaders(request.headers),
    ...more,
    "x-forwarded-proto": "https",
    "x-forwarded-host": request.headers.host ?? "",
    "x-forwarded-for": request.socket.remoteAddress ?? "",
  };
  return ask({ host: to.address, port: to.port, path: to.path, method: request.method, headers, agent: false });
}

function splice(request: IncomingMessage, socket: Duplex, { head, to }: Readonly<{ head: Buffer; to: To }>): void {
  const kept = UPGRADE.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, request.headers[name]]]));
  const asked = begin(request, to, Object.fromEntries(kept) as IncomingMessage["headers"]);
  asked.on("upgrade", (answer, other, rest) => {
    const lines = rawHeaders(answer).map(([name, value]) => `${name}: ${value}`);
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`);
    socket.write(rest);
    other.write(head);
    other.on("error", () => socket.destroy());
    other.on("close", () => socket.destroy());
    socket.on("close", () => other.destroy());
    socket.pipe(other).pipe(socket);
  });
  // Who does not switch has answered what the client cannot read any more.
  asked.on("response", (answer) => {
    answer.resume();
    socket.end(`HTTP/1.1 ${answer.statusCode ?? 502} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
  asked.on("error", () => socket.destroy());
  socket.on("close", () => asked.destroy());
  asked.end();
}

function rawHeaders({ rawHeaders: raw }: IncomingMessage): readonly (readonly [string, string])[] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ""] as const] : []));
}
