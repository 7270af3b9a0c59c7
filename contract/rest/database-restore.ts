import { z } from "zod";
import { name40 } from "../fields.ts";
import { databaseResponse } from "./databases.ts";
import { atLeast, defineOperation } from "./operation.ts";
import type { OperationRule } from "./rules.ts";
import { databasePath, timestamp, uuid } from "./values.ts";

const databaseRestore = z
  .strictObject({
    new_name: name40.meta({ description: "Name of the new database, unique among those of its cluster" }),
    backup_id: uuid.nullable().optional().meta({ description: "Backup to restore: the state when it ended" }),
    point_in_time: timestamp
      .nullable()
      .optional()
      .meta({ description: "Moment to restore to, from restorable_from to restorable_until" }),
    cluster_id: uuid
      .nullable()
      .optional()
      .meta({ description: "Cluster of the new database, of the same organization; the source's when unset" }),
  })
  .meta({
    component: "DatabaseRestore",
    examples: [{ new_name: "orders-before", point_in_time: "2026-11-21T10:15:00Z" }],
  });
export type DatabaseRestore = z.infer<typeof databaseRestore>;

const oneTarget: OperationRule = {
  name: "restoreHasOneTarget",
  message: "a restore takes exactly one of backup_id and point_in_time",
  path: [],
  check: (body) => {
    const { backup_id: backup, point_in_time: time } = body as DatabaseRestore;
    return (backup ?? undefined) === undefined ? typeof time === "string" : (time ?? undefined) === undefined;
  },
};

export const restoreDatabase = defineOperation({
  operationId: "restoreDatabase",
  method: "post",
  path: "/databases/{database_id}/restore",
  group: "databases",
  summary: "Restore into a new database",
  description: [
    "Makes a new database of a completed backup, or of the state at a moment. The source is untouched, whatever becomes of the restore; it may also be gone,",
    "as long as a backup of it is there. The new one has the source's version, database name, sizes, extensions and backups, a password of its own and no address from outside.",
    "A moment outside of what can be restored is a 422 that names the window; 409 conflict where there is nothing to restore yet, where the backup has not completed, and on clusters that run no databases.",
  ].join("\n"),
  who: atLeast("member"),
  scope: "databases:write",
  pathParameters: databasePath,
  body: databaseRestore,
  rules: [oneTarget],
  dryRun: true,
  wait: true,
  idempotent: true,
  success: {
    status: 201,
    schema: databaseResponse,
    description: "The new database, pending unless it was waited for; a dry run answers 200",
  },
  errors: ["name_taken", "quota_exceeded", "conflict", "being_deleted", "kubernetes_unavailable", "outcome_unknown"],
});
export const databaseRestoreOperations = [restoreDatabase];
