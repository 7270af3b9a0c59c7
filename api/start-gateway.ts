import { readFile } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { collectDefaultMetrics, Registry } from "prom-client";
import { startMetricsServer } from "../adapters/metrics/metrics-server.ts";
import type { Logger } from "../adapters/log/logger.ts";
import { createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { createServices } from "./create-services.ts";
import { createHttpServer } from "./http/create-http-server.ts";
import { describeFault } from "./http/describe-fault.ts";
import { createRequestMetrics } from "./http/measure-requests.ts";
import type { OpenapiDocument } from "./http/request-validation.ts";
import { ensureAdmin } from "./identity/create-account.ts";
import { startAlerts } from "./alerts/alert-loop.ts";
import { startSweeps } from "./sweeps.ts";

/** A running gateway. */
type Gateway = Readonly<{ port: number; metricsPort: number; stop: () => Promise<void> }>;

const DRAIN_MS = 10_000;

/**
 * Starts the gateway:
 * 1. clients of Postgres, Kubernetes and the providers; none of them needs to be there yet;
 * 2. the public port and the metrics port;
 * 3. the first platform admin, as soon as Postgres answers, the sweeps and the looks for alerts.
 *
 * It stops so that no request is lost: first `/readyz` says no and every answer ends its connection, while all is still
 * served; after the drain's time waits and streams end, the port closes, and what is under way is answered.
 */
export async function startGateway(config: Config, log: Logger): Promise<Gateway> {
  const document = await readDocument();
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const { services, beginDrain, beginStop, close } = createServices(config, log);
  const app = createApp({ services, document, readDocument, metrics: createRequestMetrics(registry) });
  const server = createHttpServer(app);
  const port = await listen(server, config.port, log);
  const metrics = await startMetricsServer({ registry, port: config.metricsPort, host: config.metricsHost });
  const sweeps = startSweeps(services);
  const alerts = startAlerts(services);
  const { admin: named } = config;
  const admin = named === undefined ? undefined : untilDone(() => ensureAdmin(services, named), log);
  return {
    port,
    metricsPort: metrics.port,
    async stop() {
      admin?.cancel();
      beginDrain();
      await delay(config.drainMs);
      beginStop();
      await drain(server);
      await Promise.all([sweeps.stop(), alerts.stop()]);
      await metrics.close();
      await close();
    },
  };
}

/** Reads the published document, which is generated from the contract. */
export async function readDocument(): Promise<OpenapiDocument> {
  const text = await readFile(new URL("./openapi.json", import.meta.url), "utf8");
  return JSON.parse(text) as OpenapiDocument;
}

/** A connection that cannot be accepted, for want of memory say, errs long after the server listens. */
async function listen(server: Server, port: number, log: Logger): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.on("error", (error) => {
      log.error("The server of the REST interface erred", { fault: describeFault(error) });
      reject(error);
    });
    server.listen(port, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Lets requests under way end, for a while; idle connections are closed at once. */
async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(timer);
}

function untilDone(work: () => Promise<unknown>, log: Logger): Readonly<{ cancel: () => void }> {
  let timer: NodeJS.Timeout | undefined;
  let isCancelled = false;
  const attempt = (): void => {
    work().catch((error: unknown) => {
      log.info("Could not make the platform admin yet", { fault: describeFault(error) });
      if (!isCancelled) timer = setTimeout(attempt, 1_000);
    });
  };
  attempt();
  return {
    cancel() {
      isCancelled = true;
      clearTimeout(timer);
    },
  };
}
