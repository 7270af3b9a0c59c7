import { z } from "zod";

const handle = z.string().regex(/^[a-z0-9]([a-z0-9-]{0,50}[a-z0-9])?$/);

/** A region of the simulated cloud. */
const localRegion = z.object({
  id: z.string(),
  name: z.string(),
  country: z.string(),
  geographic_region: z.string(),
  available: z.boolean(),
});

/** A server type; `available` is false while it is sold out. */
const localServerType = z.object({
  id: z.string(),
  cpu: z.number().int(),
  memory_mb: z.number().int(),
  price_per_month: z.string(),
  available: z.boolean(),
});

/** The price list. */
export const localPrices = z.object({
  currency: z.literal("EUR"),
  server_types: z.array(z.object({ id: z.string(), price_per_month: z.string() })),
  storage_per_gb_month: z.string(),
  control_plane_per_month: z.string(),
});

/** What a cluster shall be. */
export const localClusterSpec = z.strictObject({
  tier: z.enum(["shared", "dedicated", "production"]),
  region: z.string().max(63),
  server_type: z.string().max(63),
  node_count: z.number().int().min(1).max(100),
  kubernetes_version: z.string().max(32),
  /** Bounds within which the cloud follows the load, starting at `node_count`; null: it does not. */
  autoscaling: z
    .strictObject({ min_nodes: z.number().int().min(1).max(100), max_nodes: z.number().int().min(1).max(100) })
    .nullable()
    .default(null),
});

/** A machine of a cluster. */
const localNode = z.object({
  name: z.string(),
  server_type: z.string(),
  ready: z.boolean(),
  kubelet_version: z.string(),
});

/** What a cluster is; access data are there once its API server has run. */
export const localCluster = z.object({
  handle,
  spec: localClusterSpec,
  state: z.enum(["creating", "running", "failed", "deleting"]),
  reason: z.string(),
  server: z.string().optional(),
  ca_data: z.string().optional(),
  admin_token: z.string().optional(),
  kubernetes_version: z.string(),
  nodes: z.array(localNode),
});

/** Names the operations that faults can be planted in; `provision` is the work behind an accepted PUT. */
const localOperation = z.enum([
  "list_regions",
  "list_server_types",
  "list_prices",
  "list_clusters",
  "put_cluster",
  "get_cluster",
  "delete_cluster",
  "delete_node",
  "provision",
]);

const count = z.number().int().min(1).max(1000).default(1);

/** A fault on demand. */
export const localFault = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("fail"),
    operation: localOperation,
    count,
    status: z.number().int().min(400).max(599).default(503),
    message: z.string().default("A fault was asked for"),
  }),
  z.strictObject({ type: z.literal("delay"), operation: localOperation, count, delay_ms: z.number().int().min(1) }),
  z.strictObject({ type: z.literal("sold_out"), server_type: z.string(), sold_out: z.boolean().default(true) }),
  z.strictObject({ type: z.literal("quota"), clusters: z.number().int().min(0).nullable() }),
  z.strictObject({ type: z.literal("clear") }),
]);

/** Names why the simulated cloud refuses a request. */
const localRefusal = z.enum([
  "unauthorized",
  "invalid",
  "not_found",
  "conflict",
  "quota_exceeded",
  "sold_out",
  "fault",
]);

/** A refusal. */
export const localProblem = z.object({ error: z.object({ code: localRefusal, message: z.string() }) });

export const localRegionList = z.object({ regions: z.array(localRegion) });
export const localServerTypeList = z.object({ server_types: z.array(localServerType) });

/** A region of the simulated cloud. */
export type LocalRegion = z.infer<typeof localRegion>;
/** A server type of the simulated cloud. */
export type LocalServerType = z.infer<typeof localServerType>;
/** The price list of the simulated cloud. */
export type LocalPrices = z.infer<typeof localPrices>;
/** What a cluster shall be. */
export type LocalClusterSpec = z.infer<typeof localClusterSpec>;
/** What a cluster is. */
export type LocalCluster = z.infer<typeof localCluster>;
/** One machine of a cluster. */
export type LocalNode = z.infer<typeof localNode>;
/** The name of an operation. */
export type LocalOperation = z.infer<typeof localOperation>;
/** A fault on demand. */
export type LocalFault = z.infer<typeof localFault>;
/** The reason of a refusal. */
export type LocalRefusal = z.infer<typeof localRefusal>;
