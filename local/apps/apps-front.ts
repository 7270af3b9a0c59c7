import {
  request as ask,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { createServer as createHttp2Server, type Http2Session } from "node:http2";
import { createServer, type Server } from "node:https";
import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";
import { withoutHopHeaders } from "../hop-headers.ts";
import { passGrpc } from "./pass-grpc.ts";
import type { Route } from "./route-table.ts";

/** Finds where a request goes; undefined for what nobody has. */
type FindRoute = (host: string, url: string, headers: IncomingHttpHeaders) => Promise<Route | undefined>;

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
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    route(request, find).then(
      (found) => (isRoute(found) ? pass(request, response, found) : refuse(response, found)),
      () => refuse(response, { status: 502, why: "Its cluster does not answer." }),
    );
  };
  const server = createServer(
    { key, cert, headersTimeout: HEADERS_MS, requestTimeout: 0, ALPNCallback: chooseProtocol },
    serve,
  );
  server.setTimeout(IDLE_MS);
  serveHttp2(server, serve);
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

/** Clients of gRPC know HTTP/2 alone; all others are served by HTTP/1.1, as sockets need it. */
function chooseProtocol({ protocols }: Readonly<{ protocols: readonly string[] }>): string | undefined {
  return ["http/1.1", "h2"].find((protocol) => protocols.includes(protocol));
}

/** Serves by HTTP/2 who has asked for it on the same port. */
function serveHttp2(server: Server, serve: (request: IncomingMessage, response: ServerResponse) => void): void {
  const sessions = new Set<Http2Session>();
  const http2 = createHttp2Server((request, response) =>
    // Node's HTTP/2 answers to the members of HTTP/1.1.
    serve(request as unknown as IncomingMessage, response as unknown as ServerResponse),
  );
  http2.on("session", (session) => {
    sessions.add(session);
    session.on("error", () => session.destroy());
    session.on("close", () => sessions.delete(session));
  });
  const listeners = server.listeners("secureConnection");
  server.removeAllListeners("secureConnection");
  server.on("secureConnection", (socket: TLSSocket) => {
    if (socket.alpnProtocol === "h2") http2.emit("connection", socket);
    else for (const listener of listeners) listener.call(server, socket);
  });
  const closeAll = server.closeAllConnections.bind(server);
  server.closeAllConnections = () => {
    closeAll();
    for (const session of sessions) session.destroy();
  };
}

/** Whoever asks whether an application answers is told what only the front knows: that none of its pods can. */
const SIMULATED = { "x-berth-refusal": "simulated" };

type Refusal = Readonly<{ status: number; why: string; isSimulated?: boolean }>;

async function route(request: IncomingMessage, find: FindRoute): Promise<To | Refusal> {
  const found = await find(hostOf(request).replace(/:\d+$/, ""), request.url ?? "/", request.headers);
  if (found === undefined) return { status: 404, why: "No application has this address." };
  if (found.kind === "answer") return { status: found.status, why: found.text.trimEnd() };
  return found.kind === "service" ? found : { status: 503, why: found.why, isSimulated: found.isSimulated };
}

function hostOf({ headers }: IncomingMessage): string {
  const { host, ":authority": authority } = headers;
  return host ?? (typeof authority === "string" ? authority : "");
}

function isRoute(found: To | Refusal): found is To {
  return "kind" in found;
}

function refuse(response: ServerResponse, { status, why, isSimulated = false }: Refusal): void {
  const headers = { "content-type": "text/plain; charset=utf-8", ...(isSimulated ? SIMULATED : {}) };
  if (response.writableEnded) return;
  if (response.headersSent) response.destroy();
  else response.writeHead(status, headers).end(`${why}\n`);
}

const LATE: Refusal = { status: 504, why: "The application was silent for too long." };
const TOO_LARGE: Refusal = { status: 413, why: "A request to this application may not be so large." };

function pass(request: IncomingMessage, response: ServerResponse, to: To): void {
  const { idleMs = IDLE_MS, bodyBytesMax = Infinity, isGrpc = false } = to.limits ?? {};
  if (Number(request.headers["content-length"] ?? 0) > bodyBytesMax) {
    refuse(response, TOO_LARGE);
    return;
  }
  const asked = isGrpc
    ? passGrpc(request, response, { ...to, headers: forwardedHeaders(request) })
    : passHttp(request, response, to);
  const stop = (why: Refusal): void => {
    refuse(response, why);
    asked.destroy();
  };
  asked.setTimeout(idleMs, () => stop(LATE));
  asked.on("error", () => refuse(response, { status: 502, why: "The application does not answer." }));
  response.on("close", () => asked.destroy());
  let bytes = 0;
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) stop(TOO_LARGE);
  });
}

function passHttp(request: IncomingMessage, response: ServerResponse, to: To): ClientRequest {
  const asked = begin(request, to, {});
  asked.on("response", (answer) => {
    const { "transfer-encoding": coding, ...headers } = withoutHopHeaders(answer.headers);
    // HTTP/2 has frames of its own.
    const framed = coding === undefined || request.httpVersionMajor === 2 ? {} : { "transfer-encoding": coding };
    response.writeHead(answer.statusCode ?? 502, { ...headers, ...framed });
    // Events are read as they come.
    response.flushHeaders();
    answer.pipe(response);
    answer.on("error", () => response.destroy());
  });
  request.pipe(asked);
  return asked;
}

function forwardedHeaders(request: IncomingMessage): IncomingHttpHeaders {
  const host = hostOf(request);
  const own = Object.entries(withoutHopHeaders(request.headers)).filter(([name]) => !name.startsWith(":"));
  return {
    ...Object.fromEntries(own),
    host,
    "x-forwarded-proto": "https",
    "x-forwarded-host": host,
    "x-forwarded-for": request.socket.remoteAddress ?? "",
  };
}

function begin(request: IncomingMessage, to: To, more: IncomingMessage["headers"]): ClientRequest {
  const headers = { ...forwardedHeaders(request), ...more };
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
    asked.setTimeout(0);
    other.setTimeout(to.limits?.idleMs ?? IDLE_MS, () => socket.destroy());
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
