import type { OperationId } from "../../client/operation-types.ts";
import { firing, isInTrouble, type OpenAlert } from "./firing.ts";
import { isBackupLate, type BackedUp } from "./is-backup-late.ts";
import type { Need } from "./need.ts";
import { WAITS, type Help } from "./waits.ts";

type Condition = Readonly<{ type: string; status: string; message: string }>;
type Row = Readonly<{
  id: string;
  name: string;
  status: string;
  error_message: string | null;
  conditions: readonly Condition[];
}>;
type Deployment = Row & Readonly<{ is_staged: boolean }>;
type Cluster = Row & Readonly<{ upgrade_available: boolean }>;
/** An upgrade that somebody asked for. */
type PendingUpgrade = Readonly<{
  id: string;
  cluster_id: string;
  from_version: string;
  to_version: string;
  upgrade_notes: string | null;
}>;
type Database = Row & BackedUp;

/** What is known of an organization. */
export type Known = Readonly<{
  deployments: readonly Deployment[];
  clusters: readonly Cluster[];
  databases: readonly Database[];
  /** Those that wait for an approval that the reader may give. */
  upgrades: readonly PendingUpgrade[];
  /** Those that fire. */
  alerts: readonly OpenAlert[];
}>;

type May = (id: OperationId) => boolean;
const BASES = { Deployment: "/deployments", Cluster: "/clusters", Database: "/databases" } as const;

/** Lists what needs a person, the urgent first; what helps is offered to who may, others are led to where it is seen. */
export function needsOf(known: Known, nowMs: number, may: (id: OperationId) => boolean): readonly Need[] {
  const { deployments, clusters, databases, upgrades } = known;
  const asked = new Set(upgrades.map(({ cluster_id: id }) => id));
  const needs = [
    ...clusters.flatMap((row) => inTrouble(row, "Cluster")),
    ...deployments.flatMap((row) => inTrouble(row, "Deployment")),
    ...databases.flatMap((row) => inTrouble(row, "Database")),
    ...firing(known),
    ...clusters.flatMap((row) => waiting(row, "Cluster", may)),
    ...deployments.flatMap((row) => waiting(row, "Deployment", may)),
    ...deployments.filter((row) => row.is_staged && row.status !== "deleting").map((row) => staged(row, may)),
    ...upgrades.map((upgrade) => askedUpgrade(upgrade, clusters)),
    ...databases.filter((row) => isBackupLate(row, nowMs)).map((row) => lateBackup(row, may)),
    ...clusters
      .filter((row) => row.upgrade_available && row.status === "running" && !asked.has(row.id))
      .map((row) => waitingUpgrade(row, may)),
  ];
  return needs.toSorted((one, other) => rank(one) - rank(other));
}

const rank = ({ urgency }: Need): number => (urgency === "now" ? 0 : 1);

function inTrouble(row: Row, kind: Need["kind"]): Need[] {
  const { id, name, status, error_message: message } = row;
  if (!isInTrouble(row)) return [];
  const sentence = message ?? told(row, "Stalled", "True")?.message ?? `It is ${status}, and nobody has said why.`;
  return [
    {
      key: `${id}-trouble`,
      kind,
      name,
      href: `${BASES[kind]}/${id}`,
      sentence,
      help: "See what is wrong",
      urgency: "now",
    },
  ];
}

function told(row: Row, type: string, status: string): Condition | undefined {
  return row.conditions.find((one) => one.type === type && one.status === status);
}

function waiting(row: Row, kind: keyof typeof WAITS, may: May): Need[] {
  return WAITS[kind].flatMap(({ type, status, help }) => {
    const condition = told(row, type, status);
    return condition === undefined ? [] : [soon(row, { kind, sentence: condition.message, help }, may)];
  });
}

function lateBackup(row: Database, may: May): Need {
  const sentence =
    row.last_backup_at === null ? "It has no backup yet." : `Its last backup is of ${row.last_backup_at.slice(0, 10)}.`;
  const help = { says: "Back it up now", operation: "createDatabaseBackup", query: "?tab=backups&do=backup" } as const;
  return soon(row, { kind: "Database", sentence, help }, may);
}

function staged(row: Row, may: May): Need {
  const sentence = "It was imported, and nothing changes on its cluster before it is taken over.";
  const help = { says: "Take it over", operation: "syncDeployment", query: "?do=sync" } as const;
  return soon(row, { kind: "Deployment", sentence, help }, may);
}

function askedUpgrade(upgrade: PendingUpgrade, clusters: readonly Cluster[]): Need {
  const { id, cluster_id: clusterId, from_version: from, to_version: to, upgrade_notes: notes } = upgrade;
  return {
    key: id,
    kind: "Cluster",
    name: clusters.find((row) => row.id === clusterId)?.name ?? "A cluster",
    href: `/clusters/${clusterId}?tab=upgrades&do=approve.${id}`,
    sentence: `Its upgrade from ${from} to ${to} waits for an approval.${notes === null ? "" : ` ${notes}`}`,
    help: "Approve it",
    operation: "approveUpgrade",
    urgency: "soon",
  };
}

function waitingUpgrade(row: Cluster, may: May): Need {
  const sentence = "A newer Kubernetes version is there for it.";
  const help = { says: "Upgrade it", operation: "requestUpgrade", query: "?tab=upgrades&do=upgrade" } as const;
  return soon(row, { kind: "Cluster", sentence, help }, may);
}

type Told = Readonly<{ kind: Need["kind"]; sentence: string; help: Help }>;

function soon({ id, name }: Row, { kind, sentence, help }: Told, may: May): Need {
  const { says, operation, query = "" } = help;
  const isTheirs = operation === undefined || may(operation);
  const href = `${BASES[kind]}/${id}${isTheirs ? query : ""}`;
  const need = { key: `${id}-${says}`, kind, name, href, sentence, urgency: "soon" } as const;
  if (!isTheirs) return { ...need, help: "See it" };
  return { ...need, help: says, ...(operation && { operation }) };
}
