import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import type { Output } from "../../../client/operation-types.ts";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { fieldsOf } from "../../store/fields-of.ts";
import { toCall } from "../../store/call.ts";
import { touch } from "../../store/live.ts";
import { runsOf } from "../../view/runs.ts";

type Given = Readonly<{ deployment: Output<"getDeployment">; sentence: string; onClose: () => void }>;

const FIELDS = fieldsOf("RunCreateRequest");

/** Starts a run, with other arguments or another command where some are given. */
export function RunDialog({ deployment: { id, name }, sentence, onClose }: Given): VNode {
  const { route } = useLocation();
  return (
    <FormDialog
      title={`Run ${name}`}
      form={{ fields: FIELDS, common: ["args"] }}
      call={toCall("createDeploymentRun", { path: { deployment_id: id }, body: {} })}
      action="Run it"
      onDone={() => {
        touch(runsOf(id));
        route(`/deployments/${id}?tab=runs`);
      }}
      onClose={onClose}
    >
      <p>{sentence}</p>
    </FormDialog>
  );
}
