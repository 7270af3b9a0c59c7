import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import type { Output } from "../../../client/operation-types.ts";
import { PlanDialog } from "../../parts/plan-dialog.tsx";
import { berth } from "../../store/berth.ts";
import { actionsFor, type ActionId } from "../../view/deployment-actions.ts";

type Deployment = Output<"getDeployment">;

const CALLS = {
  stop: berth.stopDeployment,
  start: berth.startDeployment,
  restart: berth.restartDeployment,
  sync: berth.syncDeployment,
} as const;

/** What can be done to a deployment now; each shows its plan first. */
export function DeploymentActions({ deployment }: Readonly<{ deployment: Deployment }>): VNode {
  const asked = useSignal<ActionId | "delete" | undefined>(undefined);
  const path = { deployment_id: deployment.id };
  const actions = actionsFor(deployment);
  const action = actions.find(({ id }) => id === asked.value);
  const close = (): void => {
    asked.value = undefined;
  };
  return (
    <>
      {deployment.status !== "deleting" && (
        <a class="button" href={`/deployments/${deployment.id}/change`}>
          Change
        </a>
      )}
      {actions.map(({ id, name }) => (
        <button key={id} class="button" type="button" onClick={() => (asked.value = id)}>
          {name}
        </button>
      ))}
      {deployment.status !== "deleting" && (
        <button class="button button-bad" type="button" onClick={() => (asked.value = "delete")}>
          Delete
        </button>
      )}
      {action !== undefined && (
        <PlanDialog
          title={`${action.name} ${deployment.name}`}
          action={action.name}
          plan={async () => (await CALLS[action.id]({ path, query: { dry_run: true } })).plan}
          perform={() => CALLS[action.id]({ path })}
          onClose={close}
        >
          <p>{action.sentence}</p>
        </PlanDialog>
      )}
      {asked.value === "delete" && <DeleteDialog deployment={deployment} onClose={close} />}
    </>
  );
}

/** What goes and what stays is chosen here, and the plan follows the choice. */
function DeleteDialog({ deployment, onClose }: Readonly<{ deployment: Deployment; onClose: () => void }>): VNode {
  const { route } = useLocation();
  const withVolumes = useSignal(false);
  const path = { deployment_id: deployment.id };
  const query = withVolumes.value ? { delete_volumes: true } : {};
  return (
    <PlanDialog
      title={`Delete ${deployment.name}`}
      action="Delete"
      isDangerous
      planKey={String(withVolumes.value)}
      plan={async () => (await berth.deleteDeployment({ path, query: { ...query, dry_run: true } })).plan}
      perform={async () => {
        await berth.deleteDeployment({ path, query });
        route("/deployments");
      }}
      onClose={onClose}
    >
      <p>Its pods and its address go. Its volumes stay, unless you say so:</p>
      <label class="choice">
        <input
          type="checkbox"
          checked={withVolumes.value}
          onChange={(event) => (withVolumes.value = event.currentTarget.checked)}
        />
        Delete its volumes too; what is on them cannot be brought back
      </label>
    </PlanDialog>
  );
}
