import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { passUpgrades, wantsWebSocket } from "./upgrades.ts";

/** How long a client may take to send a request, and how often that is looked at; how long it may read nothing of its answer. */
export type Patience = Readonly<{ headersMs: number; requestMs: number; answerMs: number; lookEveryMs: number }>;

const PATIENCE: Patience = { headersMs: 15_000, requestMs: 30_000, answerMs: 60_000, lookEveryMs: 2_000 };

/**
 * Creates the server of the REST interface: who trickles headers or a body is cut off with 408, who reads nothing of an answer
 * without a word; WebSockets go through the app too.
 */
export function createHttpServer(app: RequestListener, patience: Patience = PATIENCE): Server {
  const server = createServer(
    {
      // Whatever else a client would like to speak: it is answered in HTTP.
      shouldUpgradeCallback: wantsWebSocket,
      headersTimeout: patience.headersMs,
      requestTimeout: patience.requestMs,
      // Node's own half minute would add to both.
      connectionsCheckingInterval: patience.lookEveryMs,
      keepAliveTimeout: 65_000,
    },
    app,
  );
  server.setTimeout(patience.answerMs);
  server.prependListener("request", endUnread);
  server.prependListener("connection", callByIpv4);
  passUpgrades(server, app);
  return server;
}

/** Ends the connection of an answer of which nothing was read for a while; of one that is still being made nothing waits to be read. */
function endUnread(_request: unknown, response: ServerResponse): void {
  response.on("timeout", (socket: Socket) => {
    if (socket.writableLength > 0) socket.destroy();
  });
}

const MAPPED = /^::ffff:(?=[0-9.]+$)/i;

/** Calls somebody who comes by IPv4 so: a server that listens on both is told the address in the form of IPv6. */
function callByIpv4(socket: Socket): void {
  const { remoteAddress = "" } = socket;
  if (MAPPED.test(remoteAddress))
    Object.defineProperty(socket, "remoteAddress", { value: remoteAddress.replace(MAPPED, "") });
}
