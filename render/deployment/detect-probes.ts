import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import type { WorkloadValues } from "../charts/workload-values.ts";

type AppType = DeploymentSpec["appType"];
type ProbeName = keyof NonNullable<DeploymentSpec["healthChecks"]>;
type Probe = NonNullable<NonNullable<DeploymentSpec["healthChecks"]>[ProbeName]>;
/** What is known of an application's health without asking its owner. */
type DetectedProbe = Readonly<{ type: "http" | "tcp"; path: string }>;

const PROBE_NAMES = ["liveness", "readiness", "startup"] as const satisfies readonly ProbeName[];
const PORTS_BY_TYPE: Partial<Record<AppType, number>> = { web_app: 8080, api: 8080, static_site: 80 };
// Ports whose protocol is not HTTP: a GET there only fills the server's log with complaints.
const OTHER_PROTOCOLS = new Set([
  21, 22, 25, 53, 110, 143, 389, 443, 465, 587, 636, 993, 995, 1433, 1521, 1883, 2379, 3306, 4222, 5432, 5672, 6379,
  6432, 8443, 8883, 9042, 9092, 11211, 27017,
]);
const PORTS_BY_IMAGE: readonly (readonly [RegExp, number])[] = [
  [/(^|\/)(postgres|postgresql|postgis|timescaledb)([:@]|$)/, 5432],
  [/(^|\/)(mysql|mariadb|percona)([:@]|$)/, 3306],
  [/(^|\/)(redis|valkey|keydb)([:@]|$)/, 6379],
  [/(^|\/)(mongo|mongodb)([:@]|$)/, 27017],
];

/** Detects the port of the application: what was said, else the usual one of its type or database image. */
export function detectPort(spec: DeploymentSpec): number | undefined {
  if (spec.containerPort !== undefined) return spec.containerPort;
  // Of what ran before nothing is guessed.
  if (spec.adoption !== undefined) return undefined;
  if (spec.appType !== "database") return PORTS_BY_TYPE[spec.appType];
  return PORTS_BY_IMAGE.find(([image]) => image.test(spec.dockerImage ?? ""))?.[1];
}

/**
 * Detects how to ask the application whether it is well: pages over HTTP at `/`, everything else by opening the port. An
 * API often answers 404 or 401 at `/`, so it is not asked over HTTP unless its owner says so; then `/health` is the path.
 */
function detectProbe({ appType, containerPortProtocol }: DeploymentSpec, port: number): DetectedProbe {
  const speaksHttp = containerPortProtocol !== "grpc" && !OTHER_PROTOCOLS.has(port);
  const isPage = (appType === "web_app" || appType === "static_site") && speaksHttp;
  return { type: isPage ? "http" : "tcp", path: appType === "api" ? "/health" : "/" };
}

/** Derives the three probes: the detected one, changed by what health_checks says; without a port there are none. */
export function deriveProbes(spec: DeploymentSpec, port: number | undefined): WorkloadValues["probes"] {
  if (port === undefined) return {};
  const detected = detectProbe(spec, port);
  const entries = PROBE_NAMES.flatMap((name) => {
    const override = spec.healthChecks?.[name];
    // What runs already was not asked for probes; only those that its owner names are added.
    const isWanted = override?.enabled ?? spec.adoption === undefined;
    return isWanted ? [[name, mergeProbe(detected, override)] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Derives the path that answers for the application's readiness, for the failover route. */
export function deriveReadinessPath(spec: DeploymentSpec, port: number): string {
  return spec.healthChecks?.readiness?.path ?? detectProbe(spec, port).path;
}

function mergeProbe(
  detected: DetectedProbe,
  override: Probe | undefined,
): NonNullable<WorkloadValues["probes"]>[ProbeName] {
  const { type, path, initialDelaySeconds, periodSeconds, timeoutSeconds, failureThreshold } = override ?? {};
  const chosen = type ?? detected.type;
  const timings = { initialDelaySeconds, periodSeconds, timeoutSeconds, failureThreshold };
  return chosen === "http" ? { type: "http", path: path ?? detected.path, ...timings } : { type: "tcp", ...timings };
}
