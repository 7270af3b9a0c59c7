/** An object as a tenant cluster keeps it. */
export type TenantObject = Readonly<{ metadata?: Readonly<Record<string, unknown>>; [member: string]: unknown }>;
/** What lies on one tenant cluster, by path. */
export type TenantObjects = Map<string, TenantObject>;
/** An answer of a tenant cluster. */
type TenantAnswer = Readonly<{ status: number; body: unknown }>;
type Request = Readonly<{ method: string; path: string; labelSelector?: string; body: unknown }>;

const TOKEN_LIFE_MS = 30 * 24 * 3_600_000;
const COLLECTION = /^\/(?:api\/v1|apis\/[^/]+\/[^/]+)(?:\/namespaces\/[^/]+(?=\/))?\/[^/]+$/;

const ENGINE =
  /^\/apis\/(postgresql\.cnpg\.io|moco\.cybozu\.com)\/[^/]+\/namespaces\/[^/]+\/(?:clusters|mysqlclusters)\/[^/]+$/;
/** What CloudNativePG and MOCO say when all is well. */
const HEALTHY = ["Ready", "Initialized", "ContinuousArchiving", "Available", "Healthy", "ReconciliationActive"];

/** Answers a request as a tenant's API server does, as far as the operator asks; engines are healthy from the first. */
export function answerAsTenant(objects: TenantObjects, request: Request): TenantAnswer {
  const { method, path, labelSelector = "", body } = request;
  if (path.endsWith("/token"))
    return ok({ status: { token: "tenant", expirationTimestamp: new Date(Date.now() + TOKEN_LIFE_MS).toISOString() } });
  switch (method) {
    case "GET":
      return read(objects, path, labelSelector);
    case "PATCH":
      return ok(keep(objects, path, { ...objects.get(path), ...(body as TenantObject) }));
    case "POST":
      return create(objects, path, body as TenantObject);
    case "DELETE":
      return objects.delete(path) ? ok({ kind: "Status", status: "Success" }) : absent(path);
    default:
      return { status: 405, body: {} };
  }
}

const ok = (body: unknown): TenantAnswer => ({ status: 200, body });

/** The name says that the kind is served and the object is not there. */
function absent(path: string): TenantAnswer {
  const details = { name: path.slice(path.lastIndexOf("/") + 1) };
  return { status: 404, body: { kind: "Status", status: "Failure", reason: "NotFound", code: 404, details } };
}

function read(objects: TenantObjects, path: string, labelSelector: string): TenantAnswer {
  const found = objects.get(path) ?? engineAt(path);
  if (found !== undefined) return ok(found);
  if (!COLLECTION.test(path)) return absent(path);
  const items = [...objects]
    .filter(([at, object]) => at.slice(0, at.lastIndexOf("/")) === path && isSelected(object, labelSelector))
    .map(([, object]) => object);
  return ok({ kind: "List", metadata: { resourceVersion: "1" }, items });
}

/** Understands `name` and `name=value`, which is all that the operator sends. */
function isSelected({ metadata }: TenantObject, labelSelector: string): boolean {
  if (labelSelector === "") return true;
  const labels = (metadata?.["labels"] ?? {}) as Readonly<Record<string, string>>;
  const [name = "", value] = labelSelector.split("=");
  return name in labels && (value === undefined || labels[name] === value);
}

function create(objects: TenantObjects, path: string, body: TenantObject): TenantAnswer {
  const at = `${path}/${String(body.metadata?.["name"])}`;
  if (objects.has(at)) return { status: 409, body: { kind: "Status", reason: "AlreadyExists", code: 409 } };
  return { status: 201, body: keep(objects, at, isBackup(path) ? { ...body, status: completed() } : body) };
}

function keep(objects: TenantObjects, path: string, object: TenantObject): TenantObject {
  const kept = { ...object, metadata: { ...object.metadata, uid: path, resourceVersion: "1" } };
  objects.set(path, kept);
  return kept;
}

/** Argo CD brings an engine's cluster; it is there as soon as somebody looks. */
function engineAt(path: string): TenantObject | undefined {
  const engine = ENGINE.exec(path)?.[1];
  if (engine === undefined) return undefined;
  const conditions = HEALTHY.map((type) => ({ type, status: "True" }));
  const counts = engine.startsWith("postgresql") ? { readyInstances: 3, instances: 3 } : { syncedReplicas: 3 };
  const status = { phase: "Cluster in healthy state", ...counts, conditions };
  return { metadata: { name: engine, uid: path }, status };
}

const isBackup = (path: string): boolean => path.includes("postgresql.cnpg.io") && path.endsWith("/backups");

function completed(): Readonly<Record<string, unknown>> {
  const now = new Date().toISOString();
  return { phase: "completed", startedAt: now, stoppedAt: now, backupId: "backup-1", backupName: "backup-1" };
}
