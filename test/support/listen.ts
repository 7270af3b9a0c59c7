import type { Server as HttpServer } from "node:http";
import type { AddressInfo, Server } from "node:net";

/** Has a server listen on a free port of this machine; answers the port. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** Ends a server, and whatever is still connected to it. */
export async function hangUp(server: Pick<HttpServer, "close" | "closeAllConnections">): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
