import { randomInt } from "node:crypto";
import { createServer, type Server } from "node:net";

/** Below the ports of the embedded platform and below those from which systems take the local ends of connections, which would steal one that is free. */
const FIRST = 10_000;
const LAST = 18_000;

/** Finds ports by binding all of them at once, so that no two are alike. */
export async function freePorts(count: number): Promise<number[]> {
  const held: { server: Server; port: number }[] = [];
  while (held.length < count) {
    const port = randomInt(FIRST, LAST);
    const server = await hold(port);
    if (server !== undefined) held.push({ server, port });
  }
  await Promise.all(held.map(({ server }) => new Promise((resolve) => server.close(resolve))));
  return held.map(({ port }) => port);
}

/** Finds one port. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  return port!;
}

function hold(port: number): Promise<Server | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.on("error", () => resolve(undefined));
    server.listen({ port, host: "127.0.0.1" }, () => resolve(server));
  });
}
