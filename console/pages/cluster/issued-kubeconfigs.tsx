import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { CallDialog } from "../../parts/call-dialog.tsx";
import { Moment } from "../../parts/moment.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { useRead } from "../../store/use-read.ts";

type Given = Readonly<{
  clusterId: string;
  /** Is another when one was handed out. */
  stamp: string;
}>;

/** The reader's kubeconfigs of a cluster that have not ended, each with its end. */
export function IssuedKubeconfigs({ clusterId, stamp }: Given): VNode {
  const ended = useSignal(0);
  const chosen = useSignal<string | undefined>(undefined);
  const { value, problem } = useRead(`${clusterId} ${stamp} ${ended.value}`, (signal) =>
    berth.listKubeconfigs({ query: { limit: 100 } }, { signal }),
  );
  const mine = (value?.kubeconfigs ?? []).filter(({ cluster_id: id }) => id === clusterId);
  return (
    <div class="stack">
      <h3>Yours that have not ended</h3>
      <ProblemNote problem={problem} />
      {value !== undefined && mine.length === 0 && <p class="faint">None.</p>}
      <ul class="told">
        {mine.map(({ id, issued_at: issued, expires_at: until }) => (
          <li key={id} class="need">
            <p>
              Made <When at={issued} />
              <span class="faint">
                , ends <Moment at={until} />
              </span>
            </p>
            <button
              class="button button-small"
              type="button"
              data-operation="deleteKubeconfig"
              onClick={() => (chosen.value = id)}
            >
              End it
            </button>
          </li>
        ))}
      </ul>
      {chosen.value !== undefined && (
        <CallDialog
          title="End a kubeconfig"
          action="End it"
          call={toCall("deleteKubeconfig", { path: { kubeconfig_id: chosen.value } })}
          onDone={() => (ended.value += 1)}
          onClose={() => (chosen.value = undefined)}
        />
      )}
    </div>
  );
}
