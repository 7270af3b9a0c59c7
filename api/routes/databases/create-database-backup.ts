import { DATABASE_BACKUPS } from "../../../adapters/kubernetes/resource-types.ts";
import { listBackupsOf } from "../../../adapters/postgres/resources/backup-reads.ts";
import type { StoredResource } from "../../../adapters/postgres/resources/resource-rows.ts";
import { handledName } from "../../../contract/identity.ts";
import {
  BACKUP_PHASES,
  BACKUP_TRAITS,
  backupResource,
  backupSpec,
} from "../../../contract/resources/database-backup.ts";
import { DATABASE_TRAITS } from "../../../contract/resources/database-instance.ts";
import { traitsOf } from "../../../contract/resources/phase-traits.ts";
import type { createDatabaseBackup } from "../../../contract/rest/database-backups.ts";
import { fromRest } from "../../../contract/rest-case.ts";
import { loadLiveDatabase } from "../../databases/load-database.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Context, Handler } from "../../http/context.ts";
import { refusedValue } from "../../http/refused-value.ts";
import { refusal } from "../../http/refusal.ts";
import { newId } from "../../identity/new-id.ts";
import { organizationOf } from "../../resources/cluster-owners.ts";
import { createResource, type Wanted } from "../../resources/create-resource.ts";
import { underLease } from "../../resources/under-lease.ts";
import { writtenAnswer } from "../../resources/written-answer.ts";

const UNDER_WAY = "A backup is under way already; wait until it has ended.";
/** Longer than one takes to be recorded on both stores. */
const LEASE_SECONDS = 60;

/** Asks for a backup; the operator has the engine make it. */
export const handle: Handler<typeof createDatabaseBackup> = async (context, { path, query, body }) => {
  const { row, owners: ofDatabase } = await loadLiveDatabase(context, path.database_id);
  const { userId } = assertUser(context.principal);
  const { objectName, id: databaseId } = row;
  const owners = { ...ofDatabase, userId, databaseId };
  const wanted: Wanted = {
    definition: backupResource,
    kind: "DatabaseBackup",
    type: DATABASE_BACKUPS,
    organization: organizationOf(row),
    owners,
    nameOf: (id) => handledName("backup", id),
    spec: { ...(fromRest(backupSpec.pick({ backupType: true }), body) as object), database: objectName },
    check: async () => {
      await assertPossible(context, row);
      if (body.backup_type === "incremental" && row.body["engine"] !== "mysql")
        throw refusedValue(["body", "backup_type"], "incremental backups exist only for mysql; WAL is archived anyway");
    },
  };
  // Of two at once neither would find the other's.
  const lease = { name: `backup/${databaseId}`, holder: newId(), seconds: LEASE_SECONDS };
  const { pool } = context.services;
  const object = await underLease({ pool, log: context.log }, lease, UNDER_WAY, () => createResource(context, wanted));
  return { status: 201, ...(await writtenAnswer(context, { kind: "DatabaseBackup", object, owners }, query.wait)) };
};

const OPEN = BACKUP_PHASES.filter((phase) => BACKUP_TRAITS[phase].open);

async function assertPossible(
  { services }: Context,
  { id, organizationId, status, body }: StoredResource,
): Promise<void> {
  if (traitsOf(DATABASE_TRAITS, status).coming && body["connection_host"] === null)
    throw refusal("The database has not run yet; wait until it is running.");
  const open = { databaseId: id, organizationIds: [organizationId], statuses: OPEN };
  const isAsked = (await listBackupsOf(services.pool, open)).some(({ body: shown }) => shown["trigger"] === "manual");
  if (isAsked) throw refusal(UNDER_WAY);
}
