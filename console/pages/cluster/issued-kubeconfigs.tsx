import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { useRead } from "../../store/use-read.ts";
import { moment } from "../../view/times.ts";
import { toProblem, type Problem } from "../../view/problem.ts";

type Given = Readonly<{
  clusterId: string;
  /** Is another when one was handed out. */
  stamp: string;
}>;

/** The reader's kubeconfigs of a cluster that have not ended, each with its end. */
export function IssuedKubeconfigs({ clusterId, stamp }: Given): VNode {
  const ended = useSignal(0);
  const failed = useSignal<Problem | undefined>(undefined);
  const { value, problem } = useRead(`${clusterId} ${stamp} ${ended.value}`, (signal) =>
    berth.listKubeconfigs({ query: { limit: 100 } }, { signal }),
  );
  const mine = (value?.kubeconfigs ?? []).filter(({ cluster_id: id }) => id === clusterId);
  const end = (id: string): void => {
    failed.value = undefined;
    berth.deleteKubeconfig({ path: { kubeconfig_id: id } }).then(
      () => (ended.value += 1),
      (error: unknown) => (failed.value = toProblem(error)),
    );
  };
  return (
    <div class="stack">
      <h3>Yours that have not ended</h3>
      <ProblemNote problem={failed.value ?? problem} />
      {value !== undefined && mine.length === 0 && <p class="faint">None.</p>}
      <ul class="told">
        {mine.map(({ id, issued_at: issued, expires_at: until }) => (
          <li key={id} class="need">
            <p>
              Made <When at={issued} />
              <span class="faint">, ends {moment(new Date(until))}</span>
            </p>
            <button class="button button-small" type="button" onClick={() => end(id)}>
              End it
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
