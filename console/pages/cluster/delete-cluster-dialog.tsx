import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import type { Output } from "../../../client/operation-types.ts";
import { CallDialog } from "../../parts/call-dialog.tsx";
import { Choice } from "../../parts/choice.tsx";
import { toCall } from "../../store/call.ts";
import { carriedBy } from "./runs-here.tsx";

type Given = Readonly<{ cluster: Output<"getCluster">; onClose: () => void }>;

const SHOWN_MAX = 5;

/** What would go with a cluster is named; it goes only where that is chosen. */
export function DeleteClusterDialog({ cluster, onClose }: Given): VNode {
  const { route } = useLocation();
  const withAll = useSignal(false);
  const withBundle = useSignal(false);
  const carried = carriedBy(cluster.id);
  const query = { ...(withAll.value && { cascade: true }), ...(withBundle.value && { remove_bundle: true }) };
  const isImported = cluster.is_imported;
  return (
    <CallDialog
      title={isImported ? `Let go of ${cluster.name}` : `Delete ${cluster.name}`}
      action={isImported ? "Let go of it" : "Delete"}
      isDangerous
      call={toCall("deleteCluster", { path: { cluster_id: cluster.id }, query })}
      onDone={() => route("/clusters")}
      onClose={onClose}
    >
      <p>{isImported ? "It goes on running; Berth forgets it." : "Its machines go, and what is on them."}</p>
      {carried.length > 0 && (
        <>
          <p>
            <b>
              {carried.length === 1 ? "One thing runs on it" : `${carried.length} things run on it`}, which is in the
              way:
            </b>{" "}
            {carried.slice(0, SHOWN_MAX).map(({ id, name, href }, index) => (
              <>
                {index > 0 && ", "}
                <a key={id} href={href}>
                  {name}
                </a>
              </>
            ))}
            {carried.length > SHOWN_MAX && ` and ${carried.length - SHOWN_MAX} more`}
          </p>
          <Choice value={withAll}>Delete all of that too; what is on its volumes cannot be brought back</Choice>
        </>
      )}
      {isImported && <Choice value={withBundle}>Remove the platform's components from it</Choice>}
    </CallDialog>
  );
}
