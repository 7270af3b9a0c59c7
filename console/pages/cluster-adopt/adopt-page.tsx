import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useRoute } from "preact-iso";
import type { Output } from "../../../client/operation-types.ts";
import { Empty } from "../../parts/empty.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { clusters } from "../../store/kinds.ts";
import { useRead } from "../../store/use-read.ts";
import { FoundForm } from "./found-form.tsx";
import { Staged } from "./staged.tsx";

/** Takes over what runs on an imported cluster: what was found, what an import of it means, and what then waits for its first sync. */
export function AdoptPage(): VNode {
  const id = useRoute().params["id"] ?? "";
  const path = { cluster_id: id };
  const looks = useSignal(1);
  const told = useSignal<Output<"importWorkloads"> | undefined>(undefined);
  const { value, problem } = useRead(`${id} ${looks.value}`, (signal) =>
    berth.listClusterWorkloads({ path }, { signal }),
  );
  const name = clusters.value.rows.find((row) => row.id === id)?.name ?? "this cluster";
  const trail = (
    <p class="trail">
      <a href={`/clusters/${id}`}>{name}</a>
    </p>
  );
  return (
    <>
      <PageHead title={`What runs on ${name}`} above={trail} reads={[toCall("listClusterWorkloads", { path })]}>
        <button class="button" type="button" onClick={() => (looks.value += 1)}>
          Look again
        </button>
      </PageHead>
      <p>
        What you choose becomes a deployment that waits: its pods run on untouched. You see what taking it over would
        change on the cluster, and nothing changes before you say so there.
      </p>
      {told.value !== undefined && <Staged told={told.value} />}
      <ProblemNote problem={problem} />
      {value === undefined && problem === undefined && <p role="status">Asking the cluster…</p>}
      {value !== undefined && (
        <Found
          clusterId={id}
          value={value}
          onDone={(answer) => {
            told.value = answer;
            looks.value += 1;
          }}
        />
      )}
    </>
  );
}

type Answer = Output<"listClusterWorkloads">;
type Given = Readonly<{ clusterId: string; value: Answer; onDone: (told: Output<"importWorkloads">) => void }>;

function Found({ clusterId, value: { workloads, complete, observed_at: at }, onDone }: Given): VNode {
  return (
    <>
      {workloads.length === 0 ? (
        <Empty title="Nothing runs there beside the platform's own">
          <p>Deployments, StatefulSets and DaemonSets of people would stand here.</p>
        </Empty>
      ) : (
        <FoundForm clusterId={clusterId} found={workloads} onDone={onDone} />
      )}
      <p class="faint">
        Seen <When at={at} />.{!complete && " There is more on it than is shown here: REST lists it by namespace."}
      </p>
    </>
  );
}
