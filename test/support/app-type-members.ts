/** Members that a chart cannot use, each with a value that is right elsewhere. */
export const OF_PODS: Readonly<Record<string, unknown>> = {
  dockerImage: "nginx",
  command: ["sh"],
  args: ["-c"],
  environmentVariables: [{ name: "A", value: "a" }],
  cpuRequest: 1,
  memoryRequestMb: 256,
  replicas: 1,
  containerPort: 8080,
  additionalPorts: [{ port: 9000 }],
  healthChecks: {},
  storageSizeGb: 1,
  volumes: [{ path: "/data", sizeGb: 1 }],
  backups: { enabled: false },
  imageUpdateStrategy: "none",
  imageUpdateConstraint: "",
  imageAllowTags: "any",
  imageIgnoreTags: "latest",
  imageHold: "a",
  stopped: false,
  sleep: { stopSchedule: "0 20 * * *", startSchedule: "0 8 * * *" },
  switchedAt: "2026-11-20T10:00:00Z",
  restartedAt: "2026-11-20T10:00:00Z",
  customDomain: "shop.example.org",
  certificateRequestedAt: "2026-11-20T10:00:00Z",
  failoverHealthRoute: true,
  containerPortProtocol: "http",
  requestTimeoutSeconds: 120,
  maxBodySizeMb: 64,
  preview: { sourceId: "01970000-0000-7000-8000-000000000001", expiresAt: "2026-11-20T10:00:00Z" },
  releaseCommand: ["./migrate"],
  releaseTimeoutSeconds: 60,
};
/** Members that only a cron job can use, and those that a job can use, too. */
export const OF_CRON_JOBS: Readonly<Record<string, unknown>> = {
  schedule: "0 4 * * *",
  timeZone: "Europe/Berlin",
  concurrencyPolicy: "allow",
  historyLimit: 1,
  runTimeoutSeconds: 60,
  retries: 1,
};
export const OF_JOBS: Readonly<Record<string, unknown>> = { runOnChange: true };
/** Members that only a chart can use. */
export const OF_CHARTS = {
  helmRepoUrl: "https://charts.example.org",
  helmChartName: "shop",
  helmChartVersion: "1.0.0",
};
