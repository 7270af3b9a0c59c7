import { z } from "zod";
import { hasUpwardRanges } from "../cron-fields.ts";
import { name40 } from "../fields.ts";
import { DATABASE_ENGINES } from "../resources/database-engines.ts";
import {
  DATABASE_PHASES,
  DATABASE_TIERS,
  databaseRules,
  databaseSpec,
  databaseUpdatable,
} from "../resources/database-instance.ts";
import { toAnswerShape, toRestShape, typed, type Rest, type RestAnswer } from "../rest-case.ts";
import { DELETION } from "./deletion.ts";
import { conditionResponse } from "./clusters.ts";
import { CREATION_ERRORS, forceMember, LISTED, placeMembers, type Place } from "./on-cluster.ts";
import { atLeast, defineOperation } from "./operation.ts";
import { rulesOf, type OperationRule } from "./rules.ts";
import {
  databasePath,
  listOf,
  listQuery,
  namePrefix,
  organizationFilter,
  planMember,
  timestamp,
  uuid,
} from "./values.ts";

type Updatable = z.ZodObject<typeof databaseUpdatable>;
export type DatabaseUpdate = Rest<z.input<Updatable>>;
const updateShape = toRestShape(databaseUpdatable);
/** Rules that need the stored engine; the gateway checks them on what the database would be. */
export const RULES_OF_WHOLE_DATABASE: readonly string[] = ["engineVersionIsKnown", "extensionsArePostgresql"];
/** Rules of members that no body has. */
const RULES_OF_OTHERS = ["promotedFollows", "restoreHasOneTarget"];
const RULES_OF_CREATION = ["databaseNameIsFree", "replicationIsPostgresql"];
/** No pattern of a CRD can say it (cron-fields.ts). */
const upwardRanges: OperationRule = {
  name: "scheduleRangesRunUpwards",
  message: "backup_schedule has a range that runs downwards",
  path: ["backup_schedule"],
  check: (body) => hasUpwardRanges((body as DatabaseUpdate).backup_schedule ?? "daily"),
};

const databaseUpdate = typed<DatabaseUpdate>(
  z.strictObject(updateShape).meta({
    component: "DatabaseUpdate",
    examples: [{ storage_size_gb: 40, max_connections: 200, backup_schedule: "hourly" }],
  }),
);

const creatable = databaseSpec.pick({ engine: true, tier: true, databaseName: true, replicationSourceId: true });
type DatabaseCreate = DatabaseUpdate & Rest<z.input<typeof creatable>> & Place;
const databaseCreate = typed<DatabaseCreate>(
  z
    .strictObject({
      ...updateShape,
      ...toRestShape(creatable.shape),
      name: name40.meta({
        description: "Lower-case letters, digits and hyphens; unique among the databases of its cluster",
      }),
      ...placeMembers,
    })
    .meta({
      component: "DatabaseCreate",
      examples: [
        {
          name: "orders",
          cluster_id: "01970000-0000-7000-8000-000000000001",
          engine: "postgresql",
          engine_version: "18",
          tier: "ha",
          storage_size_gb: 20,
          extensions: ["pg_trgm"],
        },
      ],
    }),
);

const documented = {
  id: uuid.meta({ description: "Record id" }),
  user_id: uuid.meta({ description: "Who created it" }),
  organization_id: uuid.nullable(),
  cluster_id: uuid,
  name: z.string(),
  engine: z.enum(DATABASE_ENGINES),
  engine_version: z.string().meta({ description: "Major version; minor versions come by themselves" }),
  tier: z.enum(DATABASE_TIERS),
  status: z.enum(DATABASE_PHASES),
  status_reason: z.string().nullable().meta({ description: "CamelCase reason of the status" }),
  error_message: z.string().nullable().meta({ description: "What is wrong and what to do next" }),
  conditions: z.array(conditionResponse),
  storage_size_gb: z.int(),
  replicas: z.int().meta({ description: "Servers of its tier" }),
  database_name: z.string(),
  external_access: z.boolean(),
  external_host: z.string().nullable().meta({ description: "Host from outside, once there is one" }),
  connection_host: z.string().nullable().meta({ description: "Host inside the cluster, from when it first served" }),
  connection_port: z.int().nullable(),
  connection_secret_name: z
    .string()
    .nullable()
    .meta({ description: "Secret with the credentials, in the namespace that the host's second part names" }),
  backup_enabled: z.boolean(),
  backup_schedule: z.string().nullable(),
  backup_retention_days: z.int().nullable(),
  restorable_from: timestamp.nullable().meta({ description: "Earliest moment that can be restored; null: none yet" }),
  restorable_until: timestamp.nullable().meta({
    description:
      "Latest moment that can be restored: up to there the archive is known to reach; moves on as changes are archived",
  }),
  last_backup_at: timestamp.nullable().meta({ description: "When the last backup succeeded" }),
  restored_from: uuid.nullable().meta({ description: "Database that it was restored from" }),
  git_path: z.string().nullable().meta({ description: "Its path in the delivery repository" }),
  argocd_app_name: z.string().nullable(),
  replication_group_id: uuid.nullable(),
  replication_role: z.string().nullable(),
  replication_source_id: uuid.nullable(),
  replication_host: z.string().nullable(),
  replication_lag_bytes: z.int().nullable(),
  replication_status: z.string().nullable(),
  promoted: z.boolean().meta({ description: "Followed its source once and takes writes now" }),
  preview_of: uuid.nullable().meta({ description: "Preview that it was made for, and goes with" }),
  fee_exempt_until: timestamp.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  observed_at: timestamp.nullable().meta({ description: "When the status was last observed" }),
  ...planMember,
};
export type DatabaseResponse = Omit<RestAnswer<z.infer<Updatable>>, keyof typeof documented> &
  z.infer<z.ZodObject<typeof documented>>;
export const databaseResponse = typed<DatabaseResponse>(
  z.object({ ...toAnswerShape(databaseUpdatable), ...documented }).meta({ component: "DatabaseResponse" }),
);

const group = "databases";

export const createDatabase = defineOperation({
  operationId: "createDatabase",
  method: "post",
  path: "/databases",
  group,
  summary: "Create a database",
  description: [
    "Makes a database with a user of its own, whose password goes to the secret store and to the Secret that connection_secret_name names.",
    "tier: single is one server, ha three, replicated three of which you set replicas up on other clusters.",
    "409 conflict on shared clusters of a real provider: nothing runs databases there.",
    "With replication_source_id it follows that database, on another cluster of the organization: postgresql only. It then has the source's",
    "database name, user and major version, at least its storage and max_connections, and needs a backup of the source to begin from (409 conflict before there is one).",
  ].join("\n"),
  who: atLeast("member"),
  scope: "databases:write",
  body: databaseCreate,
  rules: [...rulesOf(databaseSpec, databaseRules, RULES_OF_OTHERS), upwardRanges],
  dryRun: true,
  wait: true,
  idempotent: true,
  success: {
    status: 201,
    schema: databaseResponse,
    description: "The database, pending unless it was waited for; a dry run answers 200",
  },
  errors: [...CREATION_ERRORS, "conflict"],
});
export const listDatabases = defineOperation({
  operationId: "listDatabases",
  method: "get",
  path: "/databases",
  group,
  summary: "List databases",
  description: LISTED,
  who: { kind: "user" },
  scope: "databases:read",
  query: {
    ...listQuery,
    ...organizationFilter,
    ...namePrefix,
    cluster_id: uuid.optional().meta({ description: "Only databases on this cluster" }),
    status: z.enum(DATABASE_PHASES).optional().meta({ description: "Only databases in this status" }),
    engine: z.enum(DATABASE_ENGINES).optional().meta({ description: "Only databases of this engine" }),
    tier: z.enum(DATABASE_TIERS).optional().meta({ description: "Only databases of this tier" }),
  },
  success: {
    status: 200,
    schema: listOf("databases", databaseResponse).meta({ component: "DatabaseListResponse" }),
    description: "Databases, newest first",
  },
  errors: ["not_found"],
});
export const getDatabase = defineOperation({
  operationId: "getDatabase",
  method: "get",
  path: "/databases/{database_id}",
  group,
  summary: "Read a database",
  who: atLeast("viewer"),
  scope: "databases:read",
  pathParameters: databasePath,
  concurrency: "read",
  success: { status: 200, schema: databaseResponse, description: "The database" },
});
export const updateDatabase = defineOperation({
  operationId: "updateDatabase",
  method: "patch",
  path: "/databases/{database_id}",
  group,
  summary: "Change a database",
  description: [
    "Members that are sent replace those of the database as a whole, null unsets them, others stay. Delivery goes on in the background.",
    "Storage grows and never shrinks, engine_version rises and never falls: 422. A higher engine_version is a major upgrade: the servers are away while it lasts.",
    "cpu_request, memory_request_mb, max_connections and extensions that must be preloaded restart the servers; the plan of a dry run says so.",
    "An extension that is no longer named stays installed.",
  ].join("\n"),
  who: atLeast("member"),
  scope: "databases:write",
  pathParameters: databasePath,
  body: databaseUpdate,
  rules: [
    ...rulesOf(databaseSpec, databaseRules, [...RULES_OF_WHOLE_DATABASE, ...RULES_OF_CREATION, ...RULES_OF_OTHERS]),
    upwardRanges,
  ],
  dryRun: true,
  wait: true,
  concurrency: "write",
  success: { status: 200, schema: databaseResponse, description: "The changed database" },
  errors: ["quota_exceeded", "conflict", "being_deleted", "kubernetes_unavailable", "outcome_unknown"],
});
export const deleteDatabase = defineOperation({
  ...DELETION,
  operationId: "deleteDatabase",
  path: "/databases/{database_id}",
  group,
  summary: "Delete a database",
  description:
    "Its servers, volumes and credentials go. With final_backup=true one last backup is made before, and kept; a database that cannot make one any more is deleted with force=true.",
  who: atLeast("member"),
  scope: "databases:write",
  pathParameters: databasePath,
  query: {
    final_backup: z.boolean().optional().meta({ description: "Makes one last backup first, and keeps it" }),
    ...forceMember,
  },
});
export const databaseOperations = [createDatabase, listDatabases, getDatabase, updateDatabase, deleteDatabase];
