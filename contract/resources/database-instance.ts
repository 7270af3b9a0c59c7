import { z } from "zod";
import { celList } from "../cel-list.ts";
import * as field from "../fields.ts";
import { baseStatus } from "./conditions.ts";
import {
  DATABASE_DEFAULTS,
  DATABASE_ENGINES,
  ENGINE_VERSIONS,
  POSTGRESQL_EXTENSIONS,
  RESERVED_DATABASES,
} from "./database-engines.ts";
import { databaseSource } from "./database-source.ts";
import { areDistinct, immutable, REASON_COLUMN, type CrossFieldRule, type ResourceDefinition } from "./definition.ts";
import { phasesOf, type Health, type Told } from "./phase-traits.ts";

export const DATABASE_TIERS = ["single", "ha", "replicated"] as const;

type DatabaseTraits = Readonly<{
  /** It is being brought to its cluster. */
  coming: boolean;
  /** It serves, or did and is on its way back to that. */
  live: boolean;
  /** `?wait` ends on it. */
  settled: boolean;
  /** Besides, people are told when it stands still. */
  told: Told;
  health: Health;
}>;

/** Lists the phases of a database, and what each answers wherever phases are asked about; a new one is a row here. */
export const DATABASE_TRAITS = {
  pending: { coming: true, live: false, settled: false, told: "nothing", health: "Progressing" },
  provisioning: { coming: true, live: false, settled: false, told: "nothing", health: "Progressing" },
  running: { coming: false, live: true, settled: true, told: "rest", health: "Healthy" },
  degraded: { coming: false, live: true, settled: true, told: "fault", health: "Degraded" },
  upgrading: { coming: false, live: true, settled: false, told: "nothing", health: "Progressing" },
  error: { coming: false, live: false, settled: true, told: "nothing", health: "Degraded" },
  deleting: { coming: false, live: false, settled: false, told: "nothing", health: "Progressing" },
} satisfies Record<string, DatabaseTraits>;
export const DATABASE_PHASES = phasesOf(DATABASE_TRAITS);

const extension = z
  .string()
  .min(1)
  .max(63)
  .regex(/^[a-z][a-z0-9_-]*$/);
const engineVersion = z
  .string()
  .min(1)
  .max(20)
  .regex(/^[0-9]{1,3}(\.[0-9]{1,3})?$/)
  .meta({
    description:
      "Major version of the engine; can be raised, and lowered only after an upgrade that failed. Minor versions come by themselves",
  });

/** The members of DatabaseUpdate in the interface document. */
export const databaseUpdatable = {
  storageSizeGb: field.storageGb.optional().meta({ description: "Size in GB; 10 by default; can grow, never shrink" }),
  cpuRequest: field.cpu.optional().meta({ description: "CPU cores requested per instance" }),
  memoryRequestMb: z
    .int()
    .min(128)
    .max(1_048_576)
    .optional()
    .meta({ description: "Memory requested per instance, MB" }),
  maxConnections: z
    .int()
    .min(10)
    .max(10_000)
    .optional()
    .meta({ description: "Most client connections; a change restarts the server" }),
  extensions: z.array(extension).max(50).optional().meta({ description: "PostgreSQL extensions" }),
  backupEnabled: z.boolean().optional().meta({ description: "Whether scheduled backups run; true by default" }),
  backupSchedule: field.backupSchedule
    .optional()
    .meta({ description: "hourly, daily, weekly or a cron line of five fields" }),
  backupRetentionDays: z.int().min(1).max(90).optional().meta({ description: "Days a backup is kept; 7 by default" }),
  engineVersion: engineVersion.optional(),
  externalAccess: z.boolean().optional().meta({ description: "Whether the database is reachable from outside" }),
};

export const databaseSpec = z.strictObject({
  ...databaseUpdatable,
  name: field.name40.optional().meta({ description: "Display name, unique in its cluster; metadata.name by default" }),
  cluster: field.name40.meta({ description: "metadata.name of a Cluster in the same namespace; immutable" }),
  engine: z.enum(DATABASE_ENGINES).meta({ description: "Database engine; immutable" }),
  tier: z
    .enum(DATABASE_TIERS)
    .optional()
    .meta({ description: "single: one server; ha: three; replicated: three and a replica elsewhere" }),
  databaseName: z
    .string()
    .min(1)
    .max(63)
    .regex(/^[a-z_][a-z0-9_]*$/)
    .optional()
    .meta({ description: "Database made at first start; immutable" }),
  replicationSourceId: field.uuidText.optional().meta({ description: "Database that this one follows" }),
  promoted: z
    .boolean()
    .optional()
    .meta({ description: "Ends following replicationSourceId; the database then takes writes. Never goes back" }),
  restore: z
    .strictObject({
      sourceId: field.uuidText.meta({ description: "Database that is restored" }),
      backupId: field.uuidText.optional().meta({ description: "Backup to restore" }),
      pointInTime: field.timestamp.optional().meta({ description: "Moment to restore to" }),
    })
    .optional()
    .meta({ description: "Present for the result of a restore" }),
  previewOf: field.uuidText
    .optional()
    .meta({ description: "Preview that it was made for: it goes when that deployment goes" }),
  feeExemptUntil: field.timestamp.optional().meta({ description: "Until when no fee is taken" }),
});
/** What is wanted of a managed database. */
export type DatabaseSpec = z.infer<typeof databaseSpec>;

export const databaseStatus = z.strictObject({
  ...baseStatus,
  clusterId: field.uuidText.optional().meta({ description: "Record id of the cluster" }),
  replicas: z.int().min(0).optional().meta({ description: "Servers that are ready" }),
  engineVersion: field
    .text(20)
    .optional()
    .meta({ description: "Major version; kept where the spec names none", quiet: true }),
  readyAt: field.timestamp.optional().meta({ description: "When it first served", quiet: true }),
  secretsRevision: field.text(64).optional().meta({ description: "Changes with the credentials", quiet: true }),
  chartVersion: field.text(32).optional().meta({ description: "Version of the platform's chart", quiet: true }),
  chartMovedAt: field.timestamp.optional().meta({ description: "When a wave of a release brought that version" }),
  connectionHost: field.text(253).optional().meta({ description: "Host inside the cluster" }),
  connectionPort: field.port.optional().meta({ description: "Port of the server" }),
  connectionSecretName: field.text(253).optional().meta({ description: "Secret with the credentials", quiet: true }),
  externalHost: field.text(253).optional().meta({ description: "Host from outside" }),
  restorableFrom: field.timestamp.optional().meta({ description: "Earliest moment that can be restored" }),
  restorableUntil: field.timestamp.optional().meta({
    description: "Latest moment that can be restored: up to there the archive is known to reach",
    quiet: true,
  }),
  lastBackupAt: field.timestamp.optional().meta({ description: "When the last backup succeeded" }),
  databaseName: field
    .text(63)
    .optional()
    .meta({ description: "Database that applications use; written once", quiet: true }),
  source: databaseSource.optional().meta({ quiet: true }),
  application: field.text(63).optional().meta({ description: "Argo CD Application", quiet: true }),
  replicationRole: field.text(32).optional().meta({ description: "primary or replica" }),
  replicationLagBytes: z.int().min(0).optional().meta({ description: "Bytes behind the primary", quiet: true }),
  replicationStatus: field.text(64).optional().meta({ description: "State of the replication" }),
});
export type DatabaseStatus = z.infer<typeof databaseStatus>;

/** The reason of a database whose major upgrade failed. */
export const UPGRADE_FAILED = "MajorUpgradeFailed";

const { postgresql, mysql } = ENGINE_VERSIONS;
const SIZE = DATABASE_DEFAULTS.storageSizeGb;

export const databaseRules: readonly CrossFieldRule[] = [
  immutable("cluster", false),
  immutable("engine", false),
  immutable("tier", true),
  immutable("databaseName", true),
  immutable("restore", true),
  immutable("replicationSourceId", true),
  immutable("previewOf", true),
  {
    name: "engineVersionIsKnown",
    cel: `!has(self.engineVersion) || self.engineVersion in (self.engine == 'postgresql' ? ${celList(postgresql)} : ${celList(mysql)})`,
    message: `engine_version must be one of ${postgresql.join(", ")} for postgresql, ${mysql.join(", ")} for mysql`,
    path: ["engineVersion"],
    check: ({ engine, engineVersion: asked }: DatabaseSpec) =>
      asked === undefined || (ENGINE_VERSIONS[engine] as readonly string[]).includes(asked),
  },
  {
    name: "databaseNameIsFree",
    of: "databaseName",
    cel: `!(self in ${celList(RESERVED_DATABASES)} || self.startsWith('pg_'))`,
    message: "database_name is kept by the engine for itself",
    path: ["databaseName"],
    check: ({ databaseName: asked = "" }: DatabaseSpec) =>
      !RESERVED_DATABASES.includes(asked) && !asked.startsWith("pg_"),
  },
  {
    name: "extensionsArePostgresql",
    cel: "self.engine == 'postgresql' || !has(self.extensions) || size(self.extensions) == 0",
    message: "extensions exist only for postgresql",
    path: ["extensions"],
    check: (spec: DatabaseSpec) => spec.engine === "postgresql" || (spec.extensions ?? []).length === 0,
  },
  {
    name: "extensionsAreKnown",
    of: "extensions",
    cel: `self.all(e, e in ${celList(POSTGRESQL_EXTENSIONS)})`,
    message: `extensions must be among ${POSTGRESQL_EXTENSIONS.join(", ")}`,
    path: ["extensions"],
    check: ({ extensions = [] }: DatabaseSpec) =>
      extensions.every((one) => (POSTGRESQL_EXTENSIONS as readonly string[]).includes(one)),
  },
  {
    name: "extensionsDiffer",
    of: "extensions",
    cel: "self.all(e, self.exists_one(other, other == e))",
    message: "extensions names one twice",
    path: ["extensions"],
    check: ({ extensions }: DatabaseSpec) => areDistinct(extensions),
  },
  {
    name: "replicationIsPostgresql",
    cel: "!has(self.replicationSourceId) || (self.engine == 'postgresql' && !has(self.restore))",
    message: "replication_source_id exists only for postgresql",
    path: ["replicationSourceId"],
    check: (spec: DatabaseSpec) =>
      spec.replicationSourceId === undefined || (spec.engine === "postgresql" && spec.restore === undefined),
  },
  {
    name: "promotedFollows",
    cel: "!has(self.promoted) || !self.promoted || has(self.replicationSourceId)",
    message: "only a database with replication_source_id can be promoted",
    path: ["promoted"],
    check: ({ promoted = false, replicationSourceId }: DatabaseSpec) => !promoted || replicationSourceId !== undefined,
  },
  {
    name: "promotedStays",
    cel: "!has(oldSelf.promoted) || !oldSelf.promoted || (has(self.promoted) && self.promoted)",
    message: "a database that was promoted stays so",
    path: ["promoted"],
  },
  {
    name: "restoreHasOneTarget",
    of: "restore",
    cel: "has(self.backupId) != has(self.pointInTime)",
    message: "a restore takes exactly one of backup_id and point_in_time",
    path: ["restore"],
    check: (spec: DatabaseSpec) =>
      spec.restore === undefined || (spec.restore.backupId === undefined) !== (spec.restore.pointInTime === undefined),
  },
  {
    name: "storageNeverShrinks",
    cel: `(has(self.storageSizeGb) ? self.storageSizeGb : ${SIZE}) >= (has(oldSelf.storageSizeGb) ? oldSelf.storageSizeGb : ${SIZE})`,
    message: "storage_size_gb can grow, never shrink",
    path: ["storageSizeGb"],
  },
];

/** Defines the DatabaseInstance resource: one managed database. */
export const databaseResource: ResourceDefinition<
  "DatabaseInstance",
  "databases",
  typeof databaseSpec,
  typeof databaseStatus
> = {
  kind: "DatabaseInstance",
  collection: "databases",
  plural: "databaseinstances",
  singular: "databaseinstance",
  shortName: "bdb",
  description: "A managed PostgreSQL or MySQL database on a cluster.",
  spec: databaseSpec,
  status: databaseStatus,
  specRules: databaseRules,
  rootRules: [
    {
      cel: "size(self.metadata.name) <= 51 && !self.metadata.name.contains('.')",
      message: "metadata.name of a database is a DNS label of at most 51 characters",
    },
    {
      // Its data still has the version before, and nothing but that one starts its servers again (docs/adr/0119).
      cel: `!has(oldSelf.spec.engineVersion) || !has(self.spec.engineVersion) || double(self.spec.engineVersion) >= double(oldSelf.spec.engineVersion) || (has(oldSelf.status) && has(oldSelf.status.statusReason) && oldSelf.status.statusReason == '${UPGRADE_FAILED}')`,
      message: "engine_version can be raised, and lowered only after an upgrade that failed",
    },
  ],
  phases: DATABASE_TRAITS,
  printerColumns: [
    { name: "Cluster", type: "string", jsonPath: ".spec.cluster", description: "Cluster it runs on" },
    { name: "Engine", type: "string", jsonPath: ".spec.engine", description: "postgresql or mysql" },
    { name: "Tier", type: "string", jsonPath: ".spec.tier", description: "single, ha or replicated" },
    { name: "Status", type: "string", jsonPath: ".status.phase", description: "Where the database is in its life" },
    {
      name: "Host",
      type: "string",
      jsonPath: ".status.connectionHost",
      description: "Host inside the cluster",
      priority: 1,
    },
    REASON_COLUMN,
    { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp", description: "Time since creation" },
  ],
  selectableFields: [".spec.cluster", ".spec.engine", ".status.phase"],
};
