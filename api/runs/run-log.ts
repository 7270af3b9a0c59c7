import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { JOBS } from "../../adapters/kubernetes/resource-types.ts";
import type { LogPlace } from "../logs/log-sources.ts";
import { isOver, type Job } from "./run-body.ts";
import { runSelector } from "./run-job.ts";
import type { FoundRun, RunPlace } from "./run-place.ts";

/** Where the log of a run is, and when nothing more comes. */
export type RunLog = Readonly<{
  place: LogPlace;
  job: string;
  isOver: (client: Pick<KubeClient, "get">) => Promise<boolean>;
}>;

/** Says where the log of a run is; one that is gone has ended. */
export function runLog({ row, place }: RunPlace, { job: { metadata } }: FoundRun): RunLog {
  const { namespace } = place;
  const { name, uid } = metadata;
  return {
    place: { namespace, podSelector: `${runSelector(row.id)},job-name=${name}`, podPrefix: undefined },
    job: name,
    isOver: async (client) => {
      const job = await client.get<Job>(JOBS, { namespace, name });
      return job === undefined || job.metadata.uid !== uid || isOver(job);
    },
  };
}
