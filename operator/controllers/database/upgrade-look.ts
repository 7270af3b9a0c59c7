import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import { JOBS, PODS } from "../../../adapters/kubernetes/resource-types.ts";
import { isTrue } from "../../machines/conditions.ts";
import { readUpgradeFault, type UpgradeFault, type UpgradeJob } from "../../machines/database/upgrade-view.ts";
import { readPodLog } from "./pod-log.ts";
import type { EngineServer } from "./server-status.ts";
import { CALL } from "../shared/looks.ts";

type Container = Readonly<{ state?: Readonly<{ waiting?: Readonly<{ reason?: string; message?: string }> }> }>;
type Pod = KubeObject &
  Readonly<{
    status?: Readonly<{
      phase?: string;
      initContainerStatuses?: readonly Container[];
      containerStatuses?: readonly Container[];
    }>;
  }>;
type Job = KubeObject & Readonly<{ status?: Readonly<{ conditions?: readonly Condition[] }> }>;
type Condition = Readonly<{ type?: string; status?: string }>;

const ROLE = "major-upgrade";
/** The first try may have met a registry that was away for a moment. */
const UNPULLED = "ImagePullBackOff";

/** Asks whether the major upgrade that CloudNativePG speaks of has failed; undefined while it has not. */
export async function lookAtUpgrade(server: EngineServer, from: string): Promise<UpgradeFault | undefined> {
  const seen = await findFailed(server);
  return seen && readUpgradeFault(seen, from);
}

async function findFailed({ client, namespace }: EngineServer): Promise<UpgradeJob | undefined> {
  const asked = { namespace, labelSelector: `cnpg.io/cluster=postgres,cnpg.io/jobRole=${ROLE}`, ...CALL };
  const { items: pods } = await client.list<Pod>(PODS, asked);
  const failed = pods.find(({ status }) => status?.phase === "Failed");
  // What its log says is lost with its node.
  if (failed !== undefined)
    return {
      kind: "failed",
      log: await readPodLog(client, { namespace, name: failed.metadata.name }, ROLE).catch(() => ""),
    };
  const message = pods.flatMap(waitingOf).find(({ reason }) => reason === UNPULLED)?.message;
  if (message !== undefined) return { kind: "unpulled", message };
  if (pods.length > 0) return undefined;
  const { items: jobs } = await client.list<Job>(JOBS, asked);
  return jobs.some(({ status }) => isTrue(status?.conditions, "Failed")) ? { kind: "lost" } : undefined;
}

function waitingOf({ status = {} }: Pod): readonly Readonly<{ reason?: string; message?: string }>[] {
  const containers = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])];
  return containers.flatMap(({ state }) => state?.waiting ?? []);
}
