import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import type { Output } from "../../../client/operation-types.ts";
import { Field, tied } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { Moment } from "../../parts/moment.tsx";
import { fieldsOf } from "../../store/fields-of.ts";
import { clusters } from "../../store/kinds.ts";
import { moment } from "../../view/times.ts";

type Given = Readonly<{ database: Output<"getDatabase">; sentence: string; onClose: () => void }>;

/** The moment is picked on the window, the backup by its own button. */
const FIELDS = fieldsOf("DatabaseRestore", "point_in_time", "backup_id");
const SECOND_MS = 1_000;

/** Restores into a new database: of a backup that was chosen, else of a moment that is picked within the window. */
export function RestoreDialog({ database, sentence, onClose }: Given): VNode {
  const { query, route } = useLocation();
  const { restorable_from: from, restorable_until: until } = database;
  const least = Math.ceil(Date.parse(from ?? "") / SECOND_MS);
  const most = Math.floor(Date.parse(until ?? "") / SECOND_MS);
  const picked = useSignal(most);
  const backup = query["backup"];
  const body =
    backup === undefined ? { point_in_time: new Date(picked.value * SECOND_MS).toISOString() } : { backup_id: backup };
  const named = { cluster_id: clusters.value.rows.map(({ id, name }) => ({ value: id, name })) };
  return (
    <FormDialog
      title={`Restore ${database.name}`}
      form={{ fields: FIELDS, named }}
      call={{ id: "restoreDatabase", input: { path: { database_id: database.id }, body } }}
      action="Restore it"
      onDone={(made) => route(`/databases/${(made as Readonly<{ id: string }>).id}`)}
      onClose={onClose}
    >
      <p>{sentence}</p>
      {backup === undefined ? (
        <Field id="moment" label="The moment" help={<Moment at={picked.value * SECOND_MS} />}>
          <input
            {...tied("moment", "said", undefined)}
            type="range"
            min={least}
            max={most}
            step={1}
            value={picked.value}
            aria-valuetext={moment(new Date(picked.value * SECOND_MS))}
            onInput={(event) => (picked.value = Number(event.currentTarget.value))}
          />
        </Field>
      ) : (
        <p>It becomes what the chosen backup holds.</p>
      )}
      {backup === undefined && <Exact least={least} most={most} picked={picked} />}
    </FormDialog>
  );
}

type ExactGiven = Readonly<{ least: number; most: number; picked: { value: number } }>;

/** The same moment to the second, for whoever knows it. */
function Exact({ least, most, picked }: ExactGiven): VNode {
  return (
    <Field id="exact" label="To the second" help="In your time zone, within the window">
      <input
        {...tied("exact", "said", undefined)}
        type="datetime-local"
        step={1}
        min={local(least)}
        max={local(most)}
        value={local(picked.value)}
        onChange={(event) => {
          const seconds = Math.round(new Date(event.currentTarget.value).getTime() / SECOND_MS);
          if (Number.isFinite(seconds)) picked.value = Math.min(most, Math.max(least, seconds));
        }}
      />
    </Field>
  );
}

/** As such controls have it: in the reader's zone, without one. */
function local(seconds: number): string {
  const at = new Date(seconds * SECOND_MS);
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60 * SECOND_MS);
  return Number.isNaN(shifted.getTime()) ? "" : shifted.toISOString().slice(0, 19);
}
