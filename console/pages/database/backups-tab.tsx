import type { VNode } from "preact";
import type { Item as One, Output } from "../../../client/operation-types.ts";
import { Card } from "../../parts/card.tsx";
import { Deed } from "../../parts/deed.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Items } from "../../parts/items.tsx";
import { Mark } from "../../parts/mark.tsx";
import { Moment } from "../../parts/moment.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { may } from "../../store/may.ts";
import { useItems } from "../../store/use-items.ts";
import { outcomeTone } from "../../view/outcomes.ts";
import { moment } from "../../view/times.ts";
import { BackupLine } from "./backup-line.tsx";

type Database = Output<"getDatabase">;
type Backup = One<"listDatabaseBackups">;

/** What every change of a backup is told as. */
const KIND = "DatabaseBackup";
const MB = 1_048_576;

/** What was saved of a database, and what can be brought back. */
export function BackupsTab({ database }: Readonly<{ database: Database }>): VNode {
  const path = { database_id: database.id };
  const items = useItems(KIND, (limit, signal) =>
    berth.pages("listDatabaseBackups", { path, query: { limit } }, { signal }),
  );
  return (
    <>
      <Card id="window" title="What can be brought back">
        <BackupFacts database={database} />
        <BackupLine backups={items.rows ?? []} from={database.restorable_from} until={database.restorable_until} />
      </Card>
      <Items label="Backups" items={items} empty={<p class="faint">No backup was made yet.</p>}>
        {(one) => <OneBackup key={one.id} backup={one} />}
      </Items>
    </>
  );
}

function BackupFacts({ database }: Readonly<{ database: Database }>): VNode {
  const { restorable_from: from, restorable_until: until, last_backup_at: last, backup_enabled: isOn } = database;
  const days = database.backup_retention_days;
  return (
    <>
      {!isOn && <p class="note note-warn">Scheduled backups are off; Change turns them on.</p>}
      <Facts
        facts={[
          ["Schedule", isOn ? database.backup_schedule : null],
          ["Kept for", days === null ? null : `${days} days`],
          ["Last backup", last === null ? "None yet" : <When at={last} />],
          ["From", from === null ? "Nothing yet" : <Moment at={from} />],
          ["Until", until === null ? null : <Moment at={until} />],
        ]}
      />
    </>
  );
}

function OneBackup({ backup }: Readonly<{ backup: Backup }>): VNode {
  const { id, database_instance_id: databaseId, status, trigger, completed_at: completed, created_at: made } = backup;
  const { size_bytes: size, expires_at: end, error_message: fault } = backup;
  const at = completed ?? made;
  const { path } = { path: { database_id: databaseId, backup_id: id } };
  return (
    <li class="need">
      <div class="plain">
        <p>
          <Mark tone={outcomeTone(status)}>{status}</Mark> <Moment at={at} />
        </p>
        <p class="faint">
          {trigger}, {backup.backup_type}
          {size !== null && `, ${(size / MB).toFixed(1)} MB`}
          {end !== null && (
            <>
              , kept until <Moment at={end} />
            </>
          )}
        </p>
        {fault !== null && <p>{fault}</p>}
      </div>
      <div class="actions">
        {status === "completed" && may("restoreDatabase") && (
          <a
            class="button"
            href={`/databases/${databaseId}?tab=backups&do=restore&backup=${id}`}
            data-operation="restoreDatabase"
          >
            Restore
          </a>
        )}
        <Deed
          call={toCall("deleteDatabaseBackup", { path })}
          label="Delete"
          of={`the backup of ${moment(new Date(at))}`}
          isDangerous
          touches={[KIND]}
        />
      </div>
    </li>
  );
}
