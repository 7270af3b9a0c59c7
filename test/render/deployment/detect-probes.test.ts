import { expect } from "chai";
import { deriveProbes, detectPort } from "../../../render/deployment/detect-probes.ts";
import { deploymentInput } from "../../support/deployment-input.ts";

const rows = [
  {
    name: "a page is asked over HTTP",
    spec: { appType: "web_app" },
    port: 8080,
    readiness: { type: "http", path: "/" },
  },
  {
    name: "a static site too, at the usual port",
    spec: { appType: "static_site" },
    port: 80,
    readiness: { type: "http", path: "/" },
  },
  { name: "an API only opens its port", spec: { appType: "api" }, port: 8080, readiness: { type: "tcp" } },
  {
    name: "a port of another protocol is only opened",
    spec: { appType: "web_app", containerPort: 5432 },
    port: 5432,
    readiness: { type: "tcp" },
  },
  {
    name: "a database is known by its image",
    spec: { appType: "database", dockerImage: "docker.io/library/postgres:17" },
    port: 5432,
    readiness: { type: "tcp" },
  },
  {
    name: "a container without a port is not asked",
    spec: { appType: "container" },
    port: undefined,
    readiness: undefined,
  },
  {
    name: "a type alone keeps the detected path",
    spec: { appType: "api", healthChecks: { readiness: { enabled: true, type: "http" } } },
    port: 8080,
    readiness: { type: "http", path: "/health" },
  },
  {
    name: "a path alone keeps the detected type",
    spec: { appType: "web_app", healthChecks: { readiness: { enabled: true, path: "/up" } } },
    port: 8080,
    readiness: { type: "http", path: "/up" },
  },
  {
    name: "a timing alone keeps both",
    spec: { appType: "web_app", healthChecks: { readiness: { enabled: true, periodSeconds: 3 } } },
    port: 8080,
    readiness: { type: "http", path: "/", periodSeconds: 3 },
  },
  {
    name: "a probe can be switched off",
    spec: { appType: "web_app", healthChecks: { readiness: { enabled: false } } },
    port: 8080,
    readiness: undefined,
  },
  {
    name: "no overrides are no change",
    spec: { appType: "web_app", healthChecks: {} },
    port: 8080,
    readiness: { type: "http", path: "/" },
  },
  {
    name: "what ran before gets no probe",
    spec: { appType: "web_app", adoption: { namespace: "live", kind: "Deployment" } },
    port: undefined,
    readiness: undefined,
  },
] as const;

describe("deriveProbes", () => {
  for (const { name, spec, port, readiness } of rows) {
    it(name, () => {
      const { spec: full } = deploymentInput(spec);
      expect(detectPort(full)).to.equal(port);
      expect(JSON.parse(JSON.stringify(deriveProbes(full, port)?.readiness ?? null))).to.deep.equal(readiness ?? null);
    });
  }
});
