import type { OfferedAction } from "./offered-action.ts";

type Facts = Readonly<{
  status: string;
  restorable_until: string | null;
  connection_secret_name: string | null;
  replication_role: string | null;
  promoted: boolean;
}>;

const CHANGE = {
  id: "change",
  name: "Change",
  operation: "updateDatabase",
  sentence: "Its size, memory, version, backups and the rest.",
  page: "change",
} as const;
const BACK_UP = {
  id: "backup",
  name: "Back up now",
  operation: "createDatabaseBackup",
  sentence: "Makes a backup beside the scheduled ones; the database goes on serving.",
} as const;
const RESTORE = {
  id: "restore",
  name: "Restore",
  operation: "restoreDatabase",
  sentence: "Makes a new database of how this one was at a moment. This one is not touched.",
} as const;
const ROTATE = {
  id: "rotate",
  name: "New password",
  operation: "rotateDatabaseCredentials",
  sentence:
    "A new password goes to the Secret and to the server within seconds. Connections that are open stay; new ones need the new password.",
} as const;
const PROMOTE = {
  id: "promote",
  name: "Promote",
  operation: "promoteDatabase",
  sentence: "It stops following its source and takes writes. There is no way back.",
} as const;
const DELETE = {
  id: "delete",
  name: "Delete",
  operation: "deleteDatabase",
  sentence: "Its servers, volumes and credentials go.",
  isDangerous: true,
} as const;

/** Lists what the interface would not refuse, in the state that was seen. */
export function databaseActions(facts: Facts): readonly OfferedAction[] {
  if (facts.status === "deleting") return [];
  const isReplica = facts.replication_role === "replica" && !facts.promoted;
  const hasServed = facts.connection_secret_name !== null;
  return [
    CHANGE,
    ...(hasServed ? [BACK_UP] : []),
    ...(facts.restorable_until === null ? [] : [RESTORE]),
    ...(hasServed && !isReplica ? [ROTATE] : []),
    ...(isReplica ? [PROMOTE] : []),
    DELETE,
  ];
}
