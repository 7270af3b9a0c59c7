import type { RequestHandler } from "express";
import { Histogram, type Registry } from "prom-client";
import { stateOf, type RequestState } from "./request-state.ts";

/** Measures requests by route and status. */
export type RequestMetrics = Readonly<{ measure: RequestHandler }>;

/** Creates the measurement in a registry; unknown routes share one label, so that nobody can invent more. */
export function createRequestMetrics(registry: Registry): RequestMetrics {
  const histogram = new Histogram({
    name: "berth_http_request_duration_seconds",
    help: "Time from a request's arrival to the end of its answer",
    labelNames: ["route", "status"],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300],
    registers: [registry],
  });
  return {
    measure(_request, response, next) {
      const startedAtMs = performance.now();
      response.once("finish", () => {
        const { route } = stateOf(response) as Partial<RequestState>;
        const labels = { route: route?.operation.operationId ?? "unknown", status: response.statusCode };
        histogram.observe(labels, (performance.now() - startedAtMs) / 1_000);
      });
      next();
    },
  };
}
