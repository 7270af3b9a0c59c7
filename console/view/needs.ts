import { toneOf } from "./phases.ts";

/** Something that waits for a person: what, why, and where to go. */
export type Need = Readonly<{
  key: string;
  kind: "Deployment" | "Cluster" | "Database";
  name: string;
  href: string;
  sentence: string;
  /** What the link says that helps. */
  help: string;
  urgency: "now" | "soon";
}>;

type Condition = Readonly<{ type: string; status: string; message: string }>;
type Row = Readonly<{
  id: string;
  name: string;
  status: string;
  error_message: string | null;
  conditions: readonly Condition[];
}>;
type Cluster = Row & Readonly<{ upgrade_available: boolean }>;
type Database = Row &
  Readonly<{
    backup_enabled: boolean;
    backup_schedule: string | null;
    last_backup_at: string | null;
    created_at: string;
  }>;

/** What is known of an organization. */
export type Known = Readonly<{
  deployments: readonly Row[];
  clusters: readonly Cluster[];
  databases: readonly Database[];
}>;

const HOUR_MS = 3_600_000;
/** When a backup is late by its schedule; what is no such word is at least weekly, and a day more is late. */
const BACKUP_LATE_MS: Readonly<Record<string, number>> = { hourly: 3 * HOUR_MS, daily: 48 * HOUR_MS };
const LATEST_MS = 8 * 24 * HOUR_MS;

/** What a deployment's condition waits for, and what helps. */
const WAITING = [
  { type: "DomainVerified", status: "False", help: "See the record", query: "" },
  { type: "DomainPoints", status: "False", help: "See where it points", query: "" },
  { type: "CertificateReady", status: "False", help: "See its certificate", query: "" },
  { type: "Drifted", status: "True", help: "Deliver it anew", query: "?do=sync" },
] as const;

/** Lists what needs a person, the urgent first. */
export function needsOf({ deployments, clusters, databases }: Known, nowMs: number): readonly Need[] {
  const needs = [
    ...clusters.flatMap((row) => inTrouble(row, "Cluster", "/clusters")),
    ...deployments.flatMap((row) => inTrouble(row, "Deployment", "/deployments")),
    ...databases.flatMap((row) => inTrouble(row, "Database", "/databases")),
    ...deployments.flatMap(waiting),
    ...databases.filter((row) => isBackupLate(row, nowMs)).map(lateBackup),
    ...clusters.filter((row) => row.upgrade_available && row.status === "running").map(waitingUpgrade),
  ];
  return needs.toSorted((one, other) => rank(one) - rank(other));
}

const rank = ({ urgency }: Need): number => (urgency === "now" ? 0 : 1);

function inTrouble({ id, name, status, error_message: message }: Row, kind: Need["kind"], base: string): Need[] {
  if (toneOf(status) !== "bad") return [];
  const sentence = message ?? `It is ${status}, and nobody has said why.`;
  return [
    { key: `${id}-trouble`, kind, name, href: `${base}/${id}`, sentence, help: "See what is wrong", urgency: "now" },
  ];
}

function told(row: Row, type: string, status: string): Condition | undefined {
  return row.conditions.find((one) => one.type === type && one.status === status);
}

function waiting(row: Row): Need[] {
  return WAITING.flatMap(({ type, status, help, query }) => {
    const condition = told(row, type, status);
    if (condition === undefined) return [];
    return [soon(row, { kind: "Deployment", base: "/deployments", sentence: condition.message, help, query })];
  });
}

function isBackupLate(
  { backup_enabled: isOn, backup_schedule: schedule, last_backup_at: last, created_at: made }: Database,
  nowMs: number,
): boolean {
  return isOn && nowMs - Date.parse(last ?? made) > (BACKUP_LATE_MS[schedule ?? ""] ?? LATEST_MS);
}

function lateBackup(row: Database): Need {
  const sentence =
    row.last_backup_at === null ? "It has no backup yet." : `Its last backup is of ${row.last_backup_at.slice(0, 10)}.`;
  return soon(row, {
    kind: "Database",
    base: "/databases",
    sentence,
    help: "Back it up now",
    query: "?tab=backups&do=backup",
  });
}

function waitingUpgrade(row: Cluster): Need {
  const sentence = "A newer Kubernetes version is there for it.";
  return soon(row, {
    kind: "Cluster",
    base: "/clusters",
    sentence,
    help: "Upgrade it",
    query: "?tab=upgrades&do=upgrade",
  });
}

type Told = Readonly<{ kind: Need["kind"]; base: string; sentence: string; help: string; query: string }>;

function soon({ id, name }: Row, { kind, base, sentence, help, query }: Told): Need {
  return { key: `${id}-${help}`, kind, name, href: `${base}/${id}${query}`, sentence, help, urgency: "soon" };
}
