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
  restartedAt: "2026-11-20T10:00:00Z",
  customDomain: "shop.example.org",
  failoverHealthRoute: true,
};
/** Members that only a chart can use. */
export const OF_CHARTS = {
  helmRepoUrl: "https://charts.example.org",
  helmChartName: "shop",
  helmChartVersion: "1.0.0",
};
