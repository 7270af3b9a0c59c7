import { createServer } from "node:net";

/** Finds ports by binding all of them at once, so that no two are alike. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) => {
          server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port));
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** Finds one port. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  return port!;
}
