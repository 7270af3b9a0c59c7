import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Registry } from "prom-client";

/** Sets up a metrics server; port 0 takes a free one. `isHealthy` answers /healthz. */
export type MetricsServerOptions = Readonly<{
  registry: Registry;
  port: number;
  host?: string;
  isHealthy?: () => boolean | Promise<boolean>;
}>;

/** Holds a running metrics server. */
export type MetricsServer = Readonly<{ port: number; close: () => Promise<void> }>;

/** Serves /metrics and /healthz, apart from the public port. */
export async function startMetricsServer(options: MetricsServerOptions): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    answer(options, request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host ?? "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  options: MetricsServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? "").split("?")[0];
  if (path === "/metrics") {
    const body = await options.registry.metrics();
    response.writeHead(200, { "content-type": options.registry.contentType }).end(body);
  } else if (path === "/healthz") {
    const healthy = (await options.isHealthy?.()) ?? true;
    response.writeHead(healthy ? 200 : 503, { "content-type": "text/plain" }).end(healthy ? "ok\n" : "unhealthy\n");
  } else {
    response.writeHead(404).end();
  }
}
