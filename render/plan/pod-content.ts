import { isMap } from "../../contract/json.ts";
import type { WorkloadValues } from "../charts/workload-values.ts";
import type { Json, JsonMap } from "../text/yaml-text.ts";
import { CHART_DEFAULTS } from "./chart-defaults.ts";

/*
 * What of the values decides how a pod looks (templates/_pod.tpl): pods are replaced when, and only when, this differs. A
 * property test holds it to what helm renders.
 */

/** Derives what the pods' template depends on. */
export function derivePodContent(values: WorkloadValues): JsonMap {
  const { restartedAt, podAnnotations, secrets, nodeSelector, tolerations, priorityClassName } = values;
  return {
    annotations: filled({ ...podAnnotations, ...stamps(restartedAt, secrets?.revision) }),
    nodeSelector: filled(nodeSelector),
    tolerations: listed(tolerations),
    priorityClassName: priorityClassName === "" ? undefined : priorityClassName,
    pullSecrets: listed([secrets?.pullSecret, ...(values.imagePullSecrets ?? []).map(({ name }) => name)]),
    ...platformContent(values),
    ...containerContent(values),
    volumes: listed(values.volumes?.map(({ name, path }) => ({ name, path }))),
  };
}

const stamps = (restartedAt = "", revision = ""): JsonMap => ({
  ...(restartedAt === "" ? {} : { "hosting.berth.dev/restarted-at": restartedAt }),
  ...(revision === "" ? {} : { "hosting.berth.dev/secrets-revision": revision }),
});

/** What the platform adds to the pods. */
function platformContent(values: WorkloadValues): JsonMap {
  return {
    appType: values.appType,
    graceSeconds: values.terminationGracePeriodSeconds ?? CHART_DEFAULTS.terminationGracePeriodSeconds,
    securityProfile: values.securityProfile ?? CHART_DEFAULTS.securityProfile,
  };
}

function containerContent(values: WorkloadValues): JsonMap {
  const { image, command, args, env, port } = values;
  return {
    image: image?.reference,
    command: listed(command),
    args: listed(args),
    env: listed(env?.map(({ name, value, secretRef }) => ({ name, value: value ?? "", secretRef }))),
    ports: containerPorts(values),
    resources: resources(values),
    probes: probes(values),
    probedPort: Object.keys(values.probes ?? {}).length === 0 ? undefined : port,
  };
}

/** One entry for each number. */
function containerPorts({ port, additionalPorts = [] }: WorkloadValues): Json {
  const main = port === undefined ? [] : [{ name: "http", port, protocol: "TCP" }];
  const all = [...main, ...additionalPorts];
  return all.filter((one, index) => all.findIndex((other) => other.port === one.port) === index);
}

function resources({ resources: given, requestDefaults }: WorkloadValues): JsonMap {
  const { requests = {}, limits = {} } = given ?? {};
  const defaults: Readonly<Record<string, string | number>> = {
    ...CHART_DEFAULTS.requestDefaults,
    ...requestDefaults,
  };
  const missing = Object.entries(defaults).filter(([name]) => !(name in requests) && !(name in limits));
  return { requests: texts({ ...Object.fromEntries(missing), ...requests }), limits: texts(limits) };
}

const texts = (quantities: Readonly<Record<string, string | number>>): JsonMap =>
  Object.fromEntries(Object.entries(quantities).map(([name, quantity]) => [name, String(quantity)]));

const PROBE_NAMES = ["liveness", "readiness", "startup"] as const;

function probes({ probes: given = {}, probeDefaults = {} }: WorkloadValues): JsonMap {
  const entries = PROBE_NAMES.flatMap((name): [string, JsonMap][] => {
    const probe = given[name];
    if (probe === undefined) return [];
    const defaults = { ...CHART_DEFAULTS.probeDefaults[name], ...probeDefaults[name] };
    const { path, ...rest } = { ...defaults, ...(name === "startup" && eachSecond(probe, defaults)), ...probe };
    return [[name, rest.type === "http" ? { ...rest, path: path === undefined || path === "" ? "/" : path } : rest]];
  });
  return Object.fromEntries(entries);
}

type Pace = Readonly<{ periodSeconds?: number | undefined; failureThreshold?: number | undefined }>;

/** Who has started counts as that within a second, where nobody set the pace; for as long as before. */
function eachSecond(given: Pace, { periodSeconds = 1, failureThreshold = 1 }: Pace): Pace | undefined {
  if (given.periodSeconds !== undefined || given.failureThreshold !== undefined) return undefined;
  return { periodSeconds: 1, failureThreshold: periodSeconds * failureThreshold };
}

/** The chart takes an empty list or map for none. */
const listed = (items: readonly (Json | undefined)[] | undefined): Json | undefined => {
  const there = (items ?? []).filter((item) => item !== undefined);
  return there.length === 0 ? undefined : there;
};

const filled = (map: JsonMap | undefined): JsonMap | undefined =>
  isMap(map) && Object.keys(map).length > 0 ? map : undefined;
