import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { readLastLines, readPods, type PodPlace } from "../../delivery/read-pods.ts";
import { withLastLines } from "../../machines/deployment/last-lines.ts";
import { judgePods } from "../../machines/deployment/pod-trouble.ts";
import type { PodTrouble } from "../../machines/deployment/pods-seen.ts";
import type { Clock } from "../../runtime/clock.ts";
import { Looks } from "../shared/looks.ts";

/** Whose pods are looked at; the stamp changes with what was delivered. */
type PodSubject = Readonly<{ handle: string; stamp: string; place: PodPlace }>;
type Judged = Readonly<{ kind: "judged"; trouble: PodTrouble | undefined }>;

/** Asks tenant clusters why pods of what is not healthy are not ready. */
export type PodLooks = Looks<PodSubject, Judged>;

const FRESH_MS = 4_000;

/** Creates the looks at pods: those of an older commit say nothing of this one's, and a cluster that does not answer nothing anew. */
export function createPodLooks(clock: Clock, onNews: (handle: string) => void): PodLooks {
  const ask = async (client: KubeClient, { place }: PodSubject): Promise<Judged> => {
    const trouble = judgePods(await readPods(client, place), clock.nowMs());
    if (trouble?.run === undefined) return { kind: "judged", trouble };
    return { kind: "judged", trouble: withLastLines(trouble, await readLastLines(client, place, trouble.run)) };
  };
  return new Looks({ clock, freshMs: FRESH_MS, ask, onNews, forgets: true, outlasts: "always", newsIn });
}

/** That a first look finds no trouble is no news. */
function newsIn(view: ReturnType<PodLooks["look"]>): unknown {
  const { reason, isFinal, message } = (view.kind === "judged" && view.trouble) || {};
  return [reason, isFinal, message];
}
