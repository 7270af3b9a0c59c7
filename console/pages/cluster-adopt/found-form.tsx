import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { Output } from "../../../client/operation-types.ts";
import { CallDialog } from "../../parts/call-dialog.tsx";
import { Form } from "../../parts/form.tsx";
import { toCall } from "../../store/call.ts";
import { tryOut } from "../../store/try-out.ts";
import {
  acceptedItems,
  failuresOf,
  faultsByRow,
  foundKey,
  importItems,
  mergePlans,
  tickedOf,
  type ImportItem,
  type ImportPlan,
} from "../../view/adoption.ts";
import { FoundRow } from "./found-row.tsx";

type Told = Output<"importWorkloads">;
type Given = Readonly<{
  clusterId: string;
  found: Output<"listClusterWorkloads">["workloads"];
  onDone: (told: Told) => void;
}>;
type Reviewed = Readonly<{ items: ImportItem[]; plan: ImportPlan; failed: Told["failed"] }>;

/** What was found, to be ticked and named; the plan of what was ticked comes first. */
export function FoundForm({ clusterId, found, onDone }: Given): VNode {
  const ticked = useSignal<ReadonlySet<string>>(new Set());
  const faults = useSignal<Readonly<Record<string, string>>>({});
  const reviewed = useSignal<Reviewed | undefined>(undefined);
  const query = { cluster_id: clusterId };
  const review = async (values: Readonly<Record<string, string>>): Promise<void> => {
    const items = importItems(found, values);
    faults.value = {};
    if (items.length === 0) return;
    try {
      const told = await tryOut("importWorkloads", { query, body: { workloads: items } });
      faults.value = faultsByRow(items, told.failed);
      const accepted = acceptedItems(items, told);
      if (accepted.length > 0) reviewed.value = { items: accepted, plan: mergePlans(told), failed: told.failed };
    } catch (error) {
      faults.value = faultsByRow(items, failuresOf(error));
      throw error;
    }
  };
  const count = ticked.value.size;
  return (
    <section class="card">
      <Form
        action={count === 0 ? "Choose what to take over" : `Show the plan for ${count}`}
        operation="importWorkloads"
        onInput={(values) => (ticked.value = tickedOf(values))}
        onSend={review}
        toCall={(values) => toCall("importWorkloads", { query, body: { workloads: importItems(found, values) } })}
      >
        <ul class="told items" aria-label="What was found">
          {found.map((one) => {
            const key = foundKey(one);
            return <FoundRow key={key} one={one} isTicked={ticked.value.has(key)} fault={faults.value[key]} />;
          })}
        </ul>
      </Form>
      {reviewed.value !== undefined && (
        <Review {...reviewed.value} query={query} onDone={onDone} onClose={() => (reviewed.value = undefined)} />
      )}
    </section>
  );
}

type Asked = Reviewed & Readonly<{ query: { cluster_id: string }; onDone: Given["onDone"]; onClose: () => void }>;

function Review({ items, plan, failed, query, onDone, onClose }: Asked): VNode {
  return (
    <CallDialog
      title="Make deployments of it"
      action={items.length === 1 ? "Make the deployment" : "Make the deployments"}
      call={toCall("importWorkloads", { query, body: { workloads: items } })}
      plan={plan}
      onDone={(answer) => onDone(answer as Told)}
      onClose={onClose}
    >
      <p>Only files are written now: its pods are touched when you take it over, which has a plan of its own.</p>
      <Refused failed={failed} />
    </CallDialog>
  );
}

/** What would not be imported, and why. */
export function Refused({ failed }: Readonly<{ failed: Told["failed"] }>): VNode | null {
  if (failed.length === 0) return null;
  return (
    <ul class="note note-bad" role="alert">
      {failed.map(({ index, namespace, name, error }) => (
        <li key={index}>
          <code>
            {namespace}/{name}
          </code>
          : {error}
        </li>
      ))}
    </ul>
  );
}
