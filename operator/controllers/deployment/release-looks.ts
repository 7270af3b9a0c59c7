import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { JOBS } from "../../../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS, LABELS } from "../../../contract/identity.ts";
import { readLastLines, readPods, type PodPlace } from "../../delivery/read-pods.ts";
import { withLastLines } from "../../machines/deployment/last-lines.ts";
import type { PodTrouble } from "../../machines/deployment/pods-seen.ts";
import { judgeRelease, type SeenJob } from "../../machines/deployment/release.ts";
import type { Clock } from "../../runtime/clock.ts";
import { Looks } from "../shared/looks.ts";

type ReleaseJob = KubeObject & Pick<SeenJob, "spec" | "status">;
/** Which Job is looked at; the stamp changes with how Argo CD saw it. */
export type ReleaseSubject = Readonly<{ handle: string; stamp: string; namespace: string; job: string }>;
type Found = Readonly<{ kind: "absent" }> | Readonly<{ kind: "found"; uid: string; trouble: PodTrouble | undefined }>;

/** Asks tenant clusters how the Job of a release command fares. */
export type ReleaseLooks = Looks<ReleaseSubject, Found>;

const FRESH_MS = 3_000;

/** Creates the looks at release commands. */
export function createReleaseLooks(clock: Clock, onNews: (handle: string) => void): ReleaseLooks {
  const ask = async (client: KubeClient, { namespace, job: name }: ReleaseSubject): Promise<Found> => {
    const job = await client.get<ReleaseJob>(JOBS, { namespace, name });
    if (job === undefined) return { kind: "absent" };
    const { uid = "", annotations } = job.metadata;
    const isEnded = annotations?.[ANNOTATIONS.cancelledAt] !== undefined;
    const place: PodPlace = { namespace, labelSelector: `${LABELS.run},job-name=${name}`, prefix: undefined };
    const judged = judgeRelease({ ...job, isEnded }, await readPods(client, place), clock.nowMs());
    const lines = judged?.run === undefined ? "" : await readLastLines(client, place, judged.run);
    const trouble = judged && withLastLines(judged, lines);
    return { kind: "found", uid, trouble };
  };
  return new Looks({ clock, freshMs: FRESH_MS, ask, onNews, forgets: true });
}
