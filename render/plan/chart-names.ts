import type { WorkloadValues } from "../charts/workload-values.ts";
import { serviceName } from "../delivery-names.ts";

/** Derives the names that charts/workload gives (templates/_names.tpl). */
type ChartNames = Readonly<{
  workload: string;
  service: string;
  isStateful: boolean;
  hasIngress: boolean;
  hasGateway: boolean;
  /** By either of them. */
  isPublished: boolean;
  selector: Readonly<Record<string, string>>;
}>;

/** Derives what the chart calls its objects, and what several of its templates ask for. */
export function deriveChartNames(values: WorkloadValues): ChartNames {
  const { handle, adoption, kind } = values;
  return {
    workload: adoption?.name ?? handle,
    service: serviceName(handle),
    isStateful: kind === "StatefulSet" && adoption === undefined,
    hasIngress: hasHost(values, values.ingress),
    hasGateway: hasHost(values, values.gateway),
    isPublished: hasHost(values, values.ingress) || hasHost(values, values.gateway),
    selector: selectorOf(values),
  };
}

type Hosts = Pick<NonNullable<WorkloadValues["ingress"]>, "host" | "customDomain">;

function hasHost({ port }: WorkloadValues, { host, customDomain }: Hosts = {}): boolean {
  return port !== undefined && (host ?? customDomain) !== undefined;
}

function selectorOf({ handle, adoption }: WorkloadValues): ChartNames["selector"] {
  const adopted = adoption?.selector ?? {};
  return Object.keys(adopted).length > 0 ? adopted : { "app.kubernetes.io/instance": handle };
}

/** Answers what decides about the labels of every object of the chart. */
export function labelsOf({ handle, id, appType }: WorkloadValues): string[] {
  return [handle, id, appType];
}

/** Derives the names of a volume's claims: one for a Deployment, one for each pod of a StatefulSet. */
export function claimNames(values: WorkloadValues, volumeName: string): string[] {
  const names = deriveChartNames(values);
  if (!names.isStateful) return [`${values.handle}-${volumeName}`];
  const pods = Math.max(1, values.replicas ?? 1);
  return Array.from({ length: pods }, (_, ordinal) => `${volumeName}-${names.workload}-${ordinal}`);
}
