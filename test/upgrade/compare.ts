import { isDeepStrictEqual } from "node:util";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";

type Json = Readonly<Record<string, unknown>>;

/** What an answer says of this moment, not of the platform. */
const OF_THE_MOMENT = new Set([
  "observed_at",
  "updated_at",
  "last_used_at",
  "last_used_ip",
  "next_cursor",
  "expires_at",
  "request_id",
]);

/** Others are asked of these anew, who may be under way for a moment; what is found is the same, only the time is another. */
const ASKED_ANEW = new Set(["DomainVerified", "CertificateReady", "Healthy"]);

/** Name content of Git and when it came: what may change there is judged by files (RENDER_CHANGES). */
const NAME_CONTENT = new Set(["Rendered", "Committed", "Synced"]);

/** Finds what an older answer said and a newer one does not; more may be said at any time. */
export function findLost(old: unknown, now: unknown, path = ""): string[] {
  if (Array.isArray(old)) {
    if (!Array.isArray(now) || now.length < old.length) return [path];
    return old.flatMap((item, index) => findLost(item, now[index], `${path}[${index}]`));
  }
  if (typeof old !== "object" || old === null) return isDeepStrictEqual(old, now) ? [] : [path];
  const newer = (now ?? {}) as Json;
  return Object.entries(old)
    .filter(([key]) => !OF_THE_MOMENT.has(key) && !mayDiffer(key, old))
    .flatMap(([key, value]) => (key in newer ? findLost(value, newer[key], `${path}.${key}`) : [`${path}.${key}`]));
}

function mayDiffer(key: string, condition: object): boolean {
  const type = "type" in condition ? String(condition.type) : "";
  if (key === "last_transition_time") return ASKED_ANEW.has(type) || NAME_CONTENT.has(type);
  return key === "message" && NAME_CONTENT.has(type);
}

const PLURALS: Readonly<Record<string, string>> = {
  Cluster: "clusters",
  Deployment: "deployments",
  DatabaseInstance: "databaseinstances",
  DatabaseBackup: "databasebackups",
  UpgradeRequest: "upgraderequests",
};

/** Picks the custom resources among objects. */
export function customResources(objects: readonly KubeObject[]): readonly KubeObject[] {
  return objects.filter(({ apiVersion }) => apiVersion?.startsWith("hosting.berth.dev/"));
}

/** Finds objects that the API server shows otherwise than they were stored, or would not take again as they are. */
export async function findUnfit(admin: KubeClient, objects: readonly KubeObject[]): Promise<string[]> {
  const unfit: string[] = [];
  for (const object of customResources(objects))
    for (const why of await look(admin, object)) unfit.push(`${object.kind ?? ""} ${object.metadata.name}: ${why}`);
  return unfit;
}

async function look(admin: KubeClient, object: KubeObject): Promise<string[]> {
  const { apiVersion = "", kind = "", metadata } = object;
  const path = `/apis/${apiVersion}/namespaces/${metadata.namespace ?? ""}/${PLURALS[kind] ?? ""}/${metadata.name}`;
  const shown = (await admin.request("GET", path)) as KubeObject;
  const lost = ["spec", "status"]
    .flatMap((part) => findLost(object[part], shown[part], part))
    // Loading moves the end of backups into the future.
    .filter((at) => !at.endsWith(".expiresAt"))
    .map((at) => `${at} is lost`);
  const body = { ...object, metadata: { ...metadata, resourceVersion: shown.metadata.resourceVersion } };
  const refusal = await tryPut(admin, path, body);
  return refusal === undefined ? lost : [...lost, refusal];
}

async function tryPut(admin: KubeClient, path: string, body: unknown): Promise<string | undefined> {
  const query = { dryRun: "All", fieldValidation: "Strict", fieldManager: "test" };
  try {
    await admin.request("PUT", path, { body, query });
    return undefined;
  } catch (error) {
    if (!(error instanceof KubeError) || error.status >= 500 || error.status === 0) throw error;
    return `${error.status} ${error.body?.message ?? error.reason}`;
  }
}
