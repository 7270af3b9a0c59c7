import type { ClusterSpec } from "../../../contract/resources/cluster.ts";
import { CLUSTER_TRAITS } from "../../../contract/resources/cluster-traits.ts";
import { traitsOf } from "../../../contract/resources/phase-traits.ts";
import { isOperating, type ArgoApplication } from "../../delivery/argo-application.ts";
import type { ProviderObservation } from "../port.ts";

/** What else bears on how an Application is to be read. */
type About = Readonly<{
  region: string;
  /** Where the cluster is in its life: a pod that starts means one thing in a new one, another in one that ran. */
  phase: string;
  endpoint: string;
  matches: boolean;
  kubernetesVersion: string;
}>;

const OVER: ReadonlySet<string> = new Set(["Failed", "Error"]);

/** Tells whether a cluster has been running. */
export function isLive(phase: string): boolean {
  return traitsOf(CLUSTER_TRAITS, phase).live;
}

/** Describes one that has no host yet, by the host that could carry it. */
export function describeWait({ provider, region }: ClusterSpec, host: string | undefined): ProviderObservation {
  if (host !== undefined) return { kind: "waiting", reason: "ChoosingHost", message: "" };
  const message = `No host cluster at ${provider}/${region} has room for another shared cluster now; this one is begun as soon as there is room. Nothing needs to be done.`;
  return { kind: "waiting", reason: "NoHostAvailable", message };
}

/** Describes a virtual cluster by its Application alone; undefined when all is well there. */
export function describeApplication(application: ArgoApplication, about: About): ProviderObservation | undefined {
  const { sync, health } = application;
  if (!isLive(about.phase)) return describeNew(application, about.region);
  if (health === "Healthy") return sync === "OutOfSync" && isOperating(application) ? updating(about) : undefined;
  const moves =
    health === "Progressing" &&
    (traitsOf(CLUSTER_TRAITS, about.phase).moving || !about.matches || isOperating(application));
  return moves ? updating(about) : unwell(about, health);
}

function describeNew(application: ArgoApplication, region: string): ProviderObservation | undefined {
  const { sync, health, operation, error } = application;
  // Retries are over: Argo CD does not try the same again by itself.
  if (operation !== undefined && OVER.has(operation.phase) && !application.hasOperation)
    return { kind: "failed", message: "the virtual cluster could not be installed on its host", region };
  if (sync === "Synced" && health === "Healthy") return undefined;
  if (error !== undefined) return { kind: "creating", step: "Argo CD cannot install it yet", region };
  return { kind: "creating", step: sync === "Synced" ? "Starting the control plane" : "Installing", region };
}

function updating({ region }: About): ProviderObservation {
  return { kind: "creating", step: "Restarting the control plane", region };
}

const WORDS: Readonly<Record<string, string>> = {
  Progressing: "is starting again",
  Degraded: "is degraded",
  Missing: "is missing on its host",
  Suspended: "is suspended",
};

/** Describes a cluster that ran and whose Application is not there: it is put back, with the volume that stayed. */
export function describeMissing(about: About): ProviderObservation {
  return ailing(about, "What keeps the virtual cluster on its host is missing; it is being put back.");
}

function unwell(about: About, health: string): ProviderObservation {
  return ailing(about, `The virtual control plane ${WORDS[health] ?? "cannot be seen"}, says Argo CD.`);
}

function ailing({ region, endpoint, matches, kubernetesVersion }: About, message: string): ProviderObservation {
  const access = (): never => {
    throw new Error("A virtual cluster that is not well gives no access");
  };
  const known = { kind: "ready", region, endpoint, step: "", kubernetesVersion, nodes: [] } as const;
  return { ...known, matches, healthy: false, message, access };
}
