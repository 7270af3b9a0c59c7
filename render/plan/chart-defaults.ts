import type { WorkloadValues } from "../charts/workload-values.ts";

/** What charts/workload/values.yaml says; a test holds the two equal. */
export const CHART_DEFAULTS = {
  requestDefaults: { cpu: "100m", memory: "128Mi" },
  securityProfile: "baseline",
  probeDefaults: {
    startup: { periodSeconds: 5, timeoutSeconds: 5, failureThreshold: 60 },
    readiness: { periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 3 },
    liveness: { periodSeconds: 20, timeoutSeconds: 5, failureThreshold: 6 },
  },
  terminationGracePeriodSeconds: 30,
  accessMode: "ReadWriteOnce",
  ingress: { clusterIssuer: "letsencrypt", rewriteAnnotation: "nginx.ingress.kubernetes.io/rewrite-target" },
  gateway: { namespace: "berth-gateway", name: "berth", clusterIssuer: "letsencrypt", requestTimeout: "0s" },
  secrets: { driver: "kubernetes", store: "berth" },
} as const satisfies Partial<WorkloadValues>;
