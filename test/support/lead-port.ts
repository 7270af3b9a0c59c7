import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server } from "node:net";
import { pipeline } from "node:stream";

/** Leads a port of an address of this machine, or a free one, to another server, as it is. */
export async function leadPort(
  from: Readonly<{ address: string; port?: number }>,
  to: Readonly<{ hostname: string; port: string }>,
): Promise<Server> {
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    // Whichever ends ends the other: a pod that is killed says nothing.
    pipeline(near, far, near, () => undefined);
  });
  server.listen(from.port ?? 0, from.address);
  await once(server, "listening");
  return server;
}

/** Answers the port at which a server listens. */
export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
