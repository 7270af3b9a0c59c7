import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { STATEFUL_SETS, WORKLOADS } from "../../../adapters/kubernetes/resource-types.ts";
import type { Clock } from "../../runtime/clock.ts";
import { Looks } from "../shared/looks.ts";

/** What an autoscaler scales. */
export type ScaledSubject = Readonly<{ handle: string; namespace: string; name: string; isStateful: boolean }>;
type Counted = Readonly<{ kind: "counted"; ready: number }>;
type Workload = KubeObject & Readonly<{ status?: Readonly<{ readyReplicas?: number }> }>;

/** Asks tenant clusters how many pods an autoscaler has brought to what it scales. */
export type ReadyPodLooks = Looks<ScaledSubject, Counted>;

const FRESH_MS = 10_000;
const TIMEOUT_MS = 10_000;

/** Creates the looks at what is autoscaled; what was counted stands while a cluster does not answer. */
export function createReadyPodLooks(clock: Clock, onNews: (handle: string) => void): ReadyPodLooks {
  const ask = async (client: KubeClient, { namespace, name, isStateful }: ScaledSubject): Promise<Counted> => {
    const type = isStateful ? STATEFUL_SETS : WORKLOADS;
    const found = await client.get<Workload>(type, { namespace, name }, { timeoutMs: TIMEOUT_MS });
    return { kind: "counted", ready: found?.status?.readyReplicas ?? 0 };
  };
  return new Looks({ clock, freshMs: FRESH_MS, ask, onNews, outlasts: "always" });
}
