import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Registry } from "prom-client";

/** The set-up of a metrics server; port 0 takes a free one. `readinessFaults` answers /readyz, which is not there without. */
export type MetricsServerOptions = Readonly<{
  registry: Registry;
  port: number;
  host?: string;
  readinessFaults?: () => readonly string[];
}>;

/** A running metrics server. */
export type MetricsServer = Readonly<{ port: number; close: () => Promise<void> }>;

/**
 * Serves /metrics, /healthz and /readyz, apart from the public port. /healthz says that the process answers and nothing
 * more: what is away elsewhere is no reason to restart it.
 */
export async function startMetricsServer(options: MetricsServerOptions): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    answer(options, request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.on("error", reject);
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
    tell(response, []);
  } else if (path === "/readyz" && options.readinessFaults !== undefined) {
    tell(response, options.readinessFaults());
  } else {
    response.writeHead(404).end();
  }
}

function tell(response: ServerResponse, faults: readonly string[]): void {
  const text = faults.length === 0 ? "ok" : faults.join("\n");
  response.writeHead(faults.length === 0 ? 200 : 503, { "content-type": "text/plain" }).end(`${text}\n`);
}
