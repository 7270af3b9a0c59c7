import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { Output } from "../../../client/operation-types.ts";
import { Diff } from "../../parts/diff.tsx";
import { Empty } from "../../parts/empty.tsx";
import { CallDialog } from "../../parts/call-dialog.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { may } from "../../store/may.ts";
import { useLive } from "../../store/use-live.ts";

type Revision = Output<"listDeploymentRevisions">["revisions"][number];

/** What was committed, what each commit changed, and the way back. */
export function RevisionsTab({ id }: Readonly<{ id: string }>): VNode {
  const path = { deployment_id: id };
  const chosen = useSignal<number | undefined>(undefined);
  const { value, problem } = useLive(id, "revisions", (signal) =>
    berth.listDeploymentRevisions({ path, query: { limit: 100 } }, { signal }),
  );
  const revisions = value?.revisions ?? [];
  return (
    <>
      <ProblemNote problem={problem} />
      {value !== undefined && revisions.length === 0 && (
        <Empty title="Nothing was committed yet">
          <p>Each change that is delivered is a revision, and you can return to it.</p>
        </Empty>
      )}
      {revisions.length > 0 && (
        <ol class="card told">
          {revisions.map((revision, index) => (
            <RevisionLine key={revision.revision} id={id} revision={revision}>
              {index > 0 && may("rollbackDeployment") && (
                <button class="button" type="button" onClick={() => (chosen.value = revision.revision)}>
                  Return to {revision.revision}
                </button>
              )}
            </RevisionLine>
          ))}
        </ol>
      )}
      {chosen.value !== undefined && (
        <CallDialog
          title={`Return to revision ${chosen.value}`}
          action="Return to it"
          call={toCall("rollbackDeployment", { path, body: { revision: chosen.value } })}
          onClose={() => (chosen.value = undefined)}
        />
      )}
    </>
  );
}

function RevisionLine({
  id,
  revision,
  children,
}: Readonly<{ id: string; revision: Revision; children: unknown }>): VNode {
  const isOpen = useSignal(false);
  return (
    <li>
      <div class="head">
        <p>
          <b>{revision.revision}</b> <span>{revision.message}</span>
        </p>
        {children as VNode}
      </div>
      <p class="faint">
        <code>{revision.commit.slice(0, 10)}</code>, <When at={revision.created_at} />
        {revision.author === null && ", by kubectl"}
        {revision.request_id !== null && (
          <>
            , request <code>{revision.request_id}</code>
          </>
        )}
      </p>
      <details onToggle={(event) => (isOpen.value = event.currentTarget.open)}>
        <summary>What it changed</summary>
        {isOpen.value && <Change id={id} revision={revision.revision} />}
      </details>
    </li>
  );
}

function Change({ id, revision }: Readonly<{ id: string; revision: number }>): VNode {
  const { value, problem } = useLive(id, `revision ${revision}`, (signal) =>
    berth.getDeploymentRevision({ path: { deployment_id: id, revision: String(revision) } }, { signal }),
  );
  const diff = value?.values_diff;
  return (
    <>
      <ProblemNote problem={problem} />
      {diff === "" && <p class="faint">Nothing in its values.</p>}
      {diff !== undefined && diff !== "" && <Diff diff={diff} label={`Changes of revision ${revision}`} />}
    </>
  );
}
