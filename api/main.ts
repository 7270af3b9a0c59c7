import { startGateway } from "./start-gateway.ts";
import { countHeldBuffers } from "./count-held-buffers.ts";
import { describeFault } from "./http/describe-fault.ts";
import { loadConfig } from "./config.ts";
import { createLogger } from "../adapters/log/logger.ts";

/** Starts the gateway of this process and stops it gracefully on SIGTERM and SIGINT. */
countHeldBuffers();
const config = loadConfig();
const log = createLogger("api", config.logLevel);
const gateway = await startGateway(config, log);
log.info("Gateway is listening", { port: gateway.port, metricsPort: gateway.metricsPort });

let isStopping = false;
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    log.info("Gateway is stopping", { signal });
    gateway.stop().then(
      () => (process.exitCode = 0),
      (error: unknown) => {
        log.error("Gateway did not stop cleanly", { fault: describeFault(error) });
        process.exit(1);
      },
    );
  });
}
