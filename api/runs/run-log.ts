import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { JOBS } from "../../adapters/kubernetes/resource-types.ts";
import type { LogPlace } from "../logs/log-sources.ts";
import { isOver, type Job } from "./run-body.ts";
import { runSelector } from "./run-job.ts";
import type { RunPlace } from "./run-place.ts";

/** Where the log of a run is, and when nothing more comes. */
export type RunLog = Readonly<{ place: LogPlace; isOver: (client: Pick<KubeClient, "list">) => Promise<boolean> }>;

/** Says where the log of a run is; one that is gone has ended. */
export function runLog({ row, place }: RunPlace, runId: string): RunLog {
  const { namespace } = place;
  const labelSelector = runSelector(row.id, runId);
  return {
    place: { namespace, podSelector: labelSelector, podPrefix: undefined },
    isOver: async (client) => (await client.list<Job>(JOBS, { namespace, labelSelector })).items.every(isOver),
  };
}
