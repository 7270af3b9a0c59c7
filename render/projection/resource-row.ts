import { NOTHING_ASKED, type Asked } from "../../contract/asked.ts";
import { ANNOTATIONS, LABELS } from "../../contract/identity.ts";
import type { CustomResource, ProjectedKind, ProjectionContext } from "./custom-resource.ts";
import { deriveUpdatedAt, toRestTime } from "./rest-time.ts";
import { CANONICAL_UUID } from "../../contract/rest/formats.ts";

/** A commit that was observed for the generation in hand; the store keeps it as a revision when it is new. */
type ObservedCommit = Readonly<{
  commit: string;
  generation: number;
  requestId: string | null;
  committedAt: string | null;
  message: string;
  spec: unknown;
}>;

/**
 * Columns that hold what a body shows under the same name, so that no kind says it twice; null where its body has no
 * such member. Each is declared as in COLUMNS.
 */
export const SHOWN_COLUMNS = {
  provider: "provider text",
  region: "region text",
  serverType: "server_type text",
  tier: "tier text",
  engine: "engine text",
  customDomain: "custom_domain text",
} as const;
type ShownColumns = Readonly<Record<keyof typeof SHOWN_COLUMNS, string | null>>;

/** One row of the projection: the columns of `resources`, and what the mirror records beside it. */
export type ResourceRow = ProjectedRow & ShownColumns;

/** A row as its kind makes it. */
export type ProjectedRow = Readonly<{
  id: string;
  uid: string;
  kind: ProjectedKind;
  namespace: string;
  objectName: string;
  displayName: string;
  organizationId: string;
  userId: string;
  clusterId: string | null;
  status: string;
  /** Of deployments: whether it has proven the domain of its own. */
  domainActive: boolean;
  /** Not in REST: management and host clusters, and what names a cluster that there is not. */
  hidden: boolean;
  settled: boolean;
  /** What it asks for, which quotas and usage count (contract/asked.ts). */
  askedCpuMilli: number;
  askedMemoryMb: number;
  askedStorageGb: number;
  askedNodes: number;
  generation: number;
  resourceVersion: string;
  body: Readonly<Record<string, unknown>>;
  /** What routes of their own show of it, beside the body. */
  detail: Readonly<Record<string, unknown>> | null;
  createdAt: string;
  updatedAt: string;
  /** The gateway's request that wrote the object last; closes its audit entry. */
  requestId: string | null;
  revision: ObservedCommit | null;
}>;

/** What the mirror records beside a row, in tables of their own. */
type Beside = "requestId" | "revision";

/**
 * Each column of `resources` that a projection fills: its name in SQL and its type there. The statements that write rows
 * are made from this table (adapters/postgres/resources/resource-sql.ts), and a test holds it to prisma/schema.prisma.
 */
export const COLUMNS = {
  id: "id uuid",
  uid: "uid text",
  kind: "kind text",
  namespace: "namespace text",
  objectName: "object_name text",
  displayName: "display_name text",
  organizationId: "organization_id uuid",
  userId: "user_id uuid",
  clusterId: "cluster_id uuid",
  status: "status text",
  ...SHOWN_COLUMNS,
  domainActive: "domain_active boolean",
  hidden: "hidden boolean",
  settled: "settled boolean",
  askedCpuMilli: "asked_cpu_milli bigint",
  askedMemoryMb: "asked_memory_mb bigint",
  askedStorageGb: "asked_storage_gb bigint",
  askedNodes: "asked_nodes bigint",
  generation: "generation bigint",
  resourceVersion: "resource_version numeric",
  body: "body json",
  detail: "detail json",
  createdAt: "created_at timestamptz",
  updatedAt: "updated_at timestamptz",
} as const satisfies Record<Exclude<keyof ResourceRow, Beside>, string>;

/** Takes the name of a column out of its declaration. */
export const columnName = (declared: string): string => declared.split(" ")[0] ?? "";

/** The columns of a row that each kind derives in its own way. */
type OwnColumns = "clusterId" | "status" | "hidden" | "settled" | "body";
/** The part of a row that every kind derives alike; a kind may still say better. */
export type BaseRow = Omit<ProjectedRow, OwnColumns>;

const DISPLAY_NAME_MAX = 63;

type NamedSpec = Readonly<{ name?: string }>;
type GitStatus = Readonly<{
  observedGeneration?: number;
  requestId?: string;
  git?: Readonly<{ commit?: string; committedAt?: string }>;
}>;

/** Derives the record id: the label, else (made with kubectl, not adopted yet) the uid, which the label will repeat. */
export function recordId(object: CustomResource): string {
  return uuidLabel(object, LABELS.id) ?? object.metadata.uid ?? "";
}

/** Derives the columns that every kind has. */
export function deriveBaseRow(kind: ProjectedKind, object: CustomResource, context: ProjectionContext): BaseRow {
  const { metadata } = object;
  return {
    ...identify(kind, object),
    organizationId: context.organizationId,
    userId: uuidLabel(object, LABELS.userId) ?? context.cluster?.userId ?? context.ownerId,
    generation: metadata.generation ?? 0,
    resourceVersion: metadata.resourceVersion ?? "0",
    createdAt: toRestTime(metadata.creationTimestamp) ?? toRestTime(0),
    updatedAt: deriveUpdatedAt(object),
    requestId: metadata.annotations?.[ANNOTATIONS.requestId] ?? null,
    revision: observedCommit(kind, object),
    detail: null,
    domainActive: false,
    ...askedColumns(NOTHING_ASKED),
  };
}

type AskedColumns = "askedCpuMilli" | "askedMemoryMb" | "askedStorageGb" | "askedNodes";

/** Derives the columns of what a resource asks for. */
export function askedColumns({ cpuMilli, memoryMb, storageGb, nodes }: Asked): Pick<ProjectedRow, AskedColumns> {
  return { askedCpuMilli: cpuMilli, askedMemoryMb: memoryMb, askedStorageGb: storageGb, askedNodes: nodes };
}

/** Completes a row by what its body shows. */
export function withShownColumns(row: ProjectedRow): ResourceRow {
  const shown = Object.entries(SHOWN_COLUMNS).map(([column, declared]) => [
    column,
    row.body[columnName(declared)] ?? null,
  ]);
  return { ...row, ...(Object.fromEntries(shown) as ShownColumns) };
}

function identify(
  kind: ProjectedKind,
  object: CustomResource,
): Pick<BaseRow, "id" | "uid" | "kind" | "namespace" | "objectName" | "displayName"> {
  const { name, namespace = "", uid = "" } = object.metadata;
  return { id: recordId(object), uid, kind, namespace, objectName: name, displayName: displayName(object) };
}

/** Derives REST's `name`. */
export function displayName(object: CustomResource): string {
  const { name } = (object.spec ?? {}) as NamedSpec;
  return (typeof name === "string" && name !== "" ? name : object.metadata.name).slice(0, DISPLAY_NAME_MAX);
}

function uuidLabel(object: CustomResource, label: string): string | undefined {
  const value = object.metadata.labels?.[label]?.toLowerCase();
  return value !== undefined && CANONICAL_UUID.test(value) ? value : undefined;
}

/** While the spec is newer than what was acted on, the commit in the status belongs to a spec that is not in hand. */
function observedCommit(kind: ProjectedKind, object: CustomResource): ObservedCommit | null {
  const { metadata, spec } = object;
  const status = object.status as GitStatus | undefined;
  const commit = status?.git?.commit;
  if (commit === undefined || metadata.generation === undefined) return null;
  if (metadata.generation !== status?.observedGeneration) return null;
  return {
    commit,
    generation: metadata.generation,
    requestId: status.requestId ?? null,
    committedAt: toRestTime(status.git?.committedAt) ?? null,
    message: `${kind} ${displayName(object)}: generation ${metadata.generation}`,
    spec,
  };
}
