/*
 * Has WebSockets pass the same list of steps as every other request:
 * 1. a GET that wants to become a WebSocket gets an answer of its own on its connection, and goes through the list;
 * 2. what refuses it answers as always, and the connection ends with that answer;
 * 3. a handler that takes it answers with an upgrade: only then the handshake is answered, and the connection is the socket's.
 */
import { ServerResponse, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";
import { WebSocketServer, type WebSocket } from "ws";

/** What a handler does with a request that becomes a WebSocket. */
export type Upgrade = Readonly<{
  /** The subprotocol that is spoken, also where the client names none. */
  protocol: string;
  /** Takes the socket, which reads nothing until it is resumed. */
  begin: (socket: WebSocket) => void;
  /** Is told where the client has gone, or sent no valid handshake. */
  abandon: () => void;
}>;

type Waiting = Readonly<{ socket: Socket; head: Buffer }>;

const WAITING = new WeakMap<IncomingMessage, Waiting>();
/** People type, and programs send files: what is larger than that is cut into messages by any client. */
const MESSAGE_BYTES_MAX = 64 * 1024;
/** Notices a machine that has gone without a word; a socket that somebody keeps from reading stays. */
const KEEP_ALIVE_MS = 30_000;
const KEY = /^[+/0-9A-Za-z]{22}==$/;

/** Tells whether a request asks for a WebSocket in a way that can be answered. */
export function wantsWebSocket(request: IncomingMessage): boolean {
  const { upgrade, "sec-websocket-version": version, "sec-websocket-key": key = "" } = request.headers;
  return request.method === "GET" && upgrade?.toLowerCase() === "websocket" && version === "13" && KEY.test(key);
}

/** Tells whether a request came as one that can still become a WebSocket. */
export function isUpgradable(request: IncomingMessage): boolean {
  return WAITING.has(request);
}

/** Has the requests of a server that want to be WebSockets pass the same steps as all others. */
export function passUpgrades(server: Server, app: RequestListener): void {
  server.on("upgrade", (request: IncomingMessage, stream, head: Buffer) => {
    const socket = stream as Socket;
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    // Node has let go of the connection: nobody else listens for its faults.
    socket.on("error", () => socket.destroy());
    response.once("finish", () => WAITING.has(request) && socket.destroySoon());
    WAITING.set(request, { socket, head });
    app(request, response);
  });
}

/** Answers the handshake of a request and hands its socket over. */
export function acceptUpgrade(request: IncomingMessage, response: ServerResponse, upgrade: Upgrade): void {
  const waiting = WAITING.get(request);
  if (waiting === undefined || waiting.socket.destroyed) {
    upgrade.abandon();
    return;
  }
  const { socket, head } = waiting;
  WAITING.delete(request);
  response.detachSocket(socket);
  let isBegun = false;
  socket.once("close", () => {
    if (!isBegun) upgrade.abandon();
  });
  socket.setKeepAlive(true, KEEP_ALIVE_MS);
  serverOf(upgrade.protocol, response.getHeader("X-Request-Id")).handleUpgrade(request, socket, head, (opened) => {
    isBegun = true;
    opened.pause();
    upgrade.begin(opened);
  });
  // For logs and measures the handshake is the answer.
  response.statusCode = 101;
  response.emit("finish");
}

function serverOf(protocol: string, requestId: unknown): WebSocketServer {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MESSAGE_BYTES_MAX,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(protocol) ? protocol : false),
  });
  return server.on("headers", (headers) => {
    if (typeof requestId === "string") headers.push(`X-Request-Id: ${requestId}`);
  });
}
