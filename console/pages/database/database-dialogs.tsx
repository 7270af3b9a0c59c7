import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import type { Output } from "../../../client/operation-types.ts";
import { useAction } from "../../parts/action-bar.tsx";
import { CallDialog } from "../../parts/call-dialog.tsx";
import { Choice } from "../../parts/choice.tsx";
import { toCall, type Call } from "../../store/call.ts";
import { touch } from "../../store/live.ts";
import { may } from "../../store/may.ts";
import { databaseActions } from "../../view/database-actions.ts";
import { RestoreDialog } from "./restore-dialog.tsx";

type Given = Readonly<{ database: Output<"getDatabase"> }>;

/** The dialog of the action that the address asks for; none where the state or the role does not allow it. */
export function DatabaseDialogs({ database }: Given): VNode | null {
  const { asked, leave } = useAction();
  const action = databaseActions(database).find(({ id }) => id === asked);
  if (action === undefined || !may(action.operation)) return null;
  const path = { database_id: database.id };
  if (action.id === "delete") return <DeleteDialog database={database} onClose={leave} />;
  if (action.id === "restore") return <RestoreDialog database={database} sentence={action.sentence} onClose={leave} />;
  const call: Call =
    action.id === "backup"
      ? toCall("createDatabaseBackup", { path, body: {} })
      : { id: action.operation, input: { path } };
  return (
    <CallDialog
      title={`${action.name}: ${database.name}`}
      action={action.name}
      call={call}
      onDone={() => touch("DatabaseBackup")}
      onClose={leave}
    >
      <p>{action.sentence}</p>
    </CallDialog>
  );
}

/** What goes and what stays is chosen here, and the plan follows the choice. */
function DeleteDialog({ database, onClose }: Given & Readonly<{ onClose: () => void }>): VNode {
  const { route } = useLocation();
  const withBackup = useSignal(database.backup_enabled);
  const query = withBackup.value ? { final_backup: true } : {};
  return (
    <CallDialog
      title={`Delete ${database.name}`}
      action="Delete"
      isDangerous
      call={toCall("deleteDatabase", { path: { database_id: database.id }, query })}
      onDone={() => route("/databases")}
      onClose={onClose}
    >
      <p>Its servers, volumes and credentials go. Backups stay until their time is over.</p>
      <Choice value={withBackup}>Make one last backup before, and keep it</Choice>
    </CallDialog>
  );
}
