/** Regenerates every file that comes from `contract/`, and the list of handlers; with --check it fails when one is stale. */
await import("./generate-crds.ts");
await import("./generate-openapi.ts");
await import("./generate-docs.ts");
await import("./generate-diagrams.ts");
await import("./generate-rights.ts");
await import("./generate-routes.ts");
await import("./generate-chart.ts");
await import("./generate-workload-schema.ts");
await import("./generate-client.ts");
await import("./generate-cli.ts");
