import type { VNode } from "preact";
import type { Plan } from "../store/call.ts";
import { Diff } from "./diff.tsx";

/** A plan: what to mind first, then what changes on the cluster, then the files. */
export function PlanView({ plan }: Readonly<{ plan: Plan }>): VNode {
  const { objects, warnings, values_diff: diff, objects_complete: isComplete, live_objects: live = [] } = plan;
  const isNothing = objects.length === 0 && diff === "" && isComplete;
  return (
    <div class="stack">
      {warnings.map((warning) => (
        <p key={warning} class="note note-warn">
          {warning}
        </p>
      ))}
      {isNothing && <p>Nothing on the cluster changes.</p>}
      {objects.length > 0 && (
        <ul class="planned" aria-label="What changes on the cluster">
          {objects.map(({ kind, name, action, restart }) => (
            <li key={`${kind}/${name}`}>
              <b class={`planned-${action}`}>{action}</b> {kind} <code>{name}</code>
              {restart && <span class="planned-restart">its pods are replaced</span>}
            </li>
          ))}
        </ul>
      )}
      <Cost of={plan.monthly_cost ?? undefined} />
      {!isComplete && <p class="faint">More may change than can be known before.</p>}
      {live
        .filter((one) => one.diff !== "")
        .map((one) => (
          <details key={`${one.kind}/${one.name}`}>
            <summary>
              What changes of {one.kind} {one.name}
            </summary>
            <Diff diff={one.diff} label={`Changes of ${one.kind} ${one.name}`} />
          </details>
        ))}
      {diff !== "" && (
        <details>
          <summary>What changes in its values</summary>
          <Diff diff={diff} label="Changes of the values" />
        </details>
      )}
    </div>
  );
}

function Cost({ of: cost }: Readonly<{ of: Plan["monthly_cost"] }>): VNode | null {
  if (cost === undefined || cost === null || cost.change === "0.00") return null;
  return (
    <p>
      Nodes and storage come to €{cost.after} a month, now €{cost.before}.
    </p>
  );
}
