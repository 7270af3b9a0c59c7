import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import type { Output } from "../../../client/operation-types.ts";
import { useAction } from "../../parts/action-bar.tsx";
import { CallDialog } from "../../parts/call-dialog.tsx";
import { Choice } from "../../parts/choice.tsx";
import { toCall } from "../../store/call.ts";
import { may } from "../../store/may.ts";
import { deploymentActions } from "../../view/deployment-actions.ts";
import { RunDialog } from "./run-dialog.tsx";

type Given = Readonly<{ deployment: Output<"getDeployment"> }>;

/** The dialog of the action that the address asks for; none where the state or the role does not allow it. */
export function DeploymentDialogs({ deployment }: Given): VNode | null {
  const { asked, leave } = useAction();
  const action = deploymentActions(deployment).find(({ id }) => id === asked);
  if (action === undefined || !may(action.operation)) return null;
  if (action.id === "delete") return <DeleteDialog deployment={deployment} onClose={leave} />;
  if (action.id === "run") return <RunDialog deployment={deployment} sentence={action.sentence} onClose={leave} />;
  return (
    <CallDialog
      title={`${action.name}: ${deployment.name}`}
      action={action.name}
      call={{ id: action.operation, input: { path: { deployment_id: deployment.id } } }}
      onClose={leave}
    >
      <p>{action.sentence}</p>
    </CallDialog>
  );
}

/** What goes and what stays is chosen here, and the plan follows the choice. */
function DeleteDialog({ deployment, onClose }: Given & Readonly<{ onClose: () => void }>): VNode {
  const { route } = useLocation();
  const withVolumes = useSignal(false);
  const query = withVolumes.value ? { delete_volumes: true } : {};
  return (
    <CallDialog
      title={`Delete ${deployment.name}`}
      action="Delete"
      isDangerous
      call={toCall("deleteDeployment", { path: { deployment_id: deployment.id }, query })}
      onDone={() => route("/deployments")}
      onClose={onClose}
    >
      <p>Its pods and its address go. Its volumes stay, unless you say so:</p>
      <Choice value={withVolumes}>Delete its volumes too; what is on them cannot be brought back</Choice>
    </CallDialog>
  );
}
