/** Takes a recorded platform up again: its Postgres, its Git repository and its management cluster, object by object. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import pg from "pg";
import type { KubeObject, ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import {
  APPLICATIONS,
  APPLICATION_SETS,
  APP_PROJECTS,
  CLUSTERS,
  CONFIG_MAPS,
  DATABASE_BACKUPS,
  DATABASE_INSTANCES,
  DEPLOYMENTS,
  IMAGE_UPDATERS,
  NAMESPACES,
  ROLE_BINDINGS,
  SECRETS,
  UPGRADE_REQUESTS,
} from "../../adapters/kubernetes/resource-types.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { applyAll } from "../support/apply-all.ts";
import type { RecordedRelease } from "./release-files.ts";
import type { ReleaseScene } from "./release-scene.ts";

/** What a management cluster holds for Berth, in an order in which it can be made. */
const RECORDED: readonly ResourceType[] = [
  NAMESPACES,
  SECRETS,
  CONFIG_MAPS,
  ROLE_BINDINGS,
  CLUSTERS,
  DEPLOYMENTS,
  DATABASE_INSTANCES,
  DATABASE_BACKUPS,
  UPGRADE_REQUESTS,
  APP_PROJECTS,
  APPLICATION_SETS,
  APPLICATIONS,
  IMAGE_UPDATERS,
];
const OF_THE_CLUSTER = /^(kube-root-ca\.crt|extension-apiserver-authentication|default)$/;
const OURS = /^(org-|argocd$|berth-system$|kube-system$)/;
const WRITERS = 16;

/** Reads all that Berth holds on a management cluster, as it is. */
export async function readObjects(admin: KubeClient): Promise<KubeObject[]> {
  const objects: KubeObject[] = [];
  for (const type of RECORDED) {
    const apiVersion = type.group === "" ? type.version : `${type.group}/${type.version}`;
    const { items } = await admin.list(type);
    for (const item of items) {
      const { name, namespace } = item.metadata;
      if (!OURS.test(namespace ?? name) || OF_THE_CLUSTER.test(name)) continue;
      if (namespace === "kube-system") continue;
      objects.push({ ...item, apiVersion, kind: type.kind });
    }
  }
  return objects;
}

/** Loads a release into a scene that was just started: the definitions, then everything as it was. */
export async function loadRelease(scene: ReleaseScene, release: RecordedRelease): Promise<void> {
  const { admin, apiServer, git, databaseUrl } = scene;
  await applyAll(admin, release.crds as Parameters<typeof applyAll>[1]);
  // What Postgres has seen is older than what this cluster says, as it would be.
  await countBeyond(apiServer.etcdUrl, release.facts.resourceVersion);
  for (const object of release.objects) await putRaw(apiServer.etcdUrl, object);
  await promisify(execFile)("git", [
    "-C",
    git.repository,
    "fetch",
    "--quiet",
    release.bundle,
    "+refs/heads/*:refs/heads/*",
  ]);
  await loadSql(databaseUrl, release.sql);
}

/** The upgrade is of today, whenever it was recorded: what runs out some day, a session or an invitation, runs out as much later. */
const LIVES_ON = `
DO $$
DECLARE
  place record;
  age interval := coalesce((SELECT now() - max(created_at) FROM sessions), '0');
BEGIN
  FOR place IN SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name IN ('expires_at', 'idle_at')
  LOOP
    EXECUTE format('UPDATE %I SET %2$I = %2$I + $1', place.table_name, place.column_name) USING age;
  END LOOP;
END $$`;

/** Loads a recorded database into an empty one. */
export async function loadSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "recorder" });
  await client.connect();
  try {
    await client.query(sql);
    await client.query(LIVES_ON);
  } finally {
    await client.end();
  }
}

/** Past the API server, which would give every object a new uid and begin its generations at one. */
async function putRaw(etcdUrl: string, object: KubeObject): Promise<void> {
  const type = RECORDED.find(({ kind, group }) => kind === object.kind && (object.apiVersion ?? "").startsWith(group));
  if (type === undefined) throw new Error(`${object.kind ?? ""} is not recorded`);
  const { name, namespace } = object.metadata;
  const folder = ["", "rbac.authorization.k8s.io"].includes(type.group) ? type.plural : `${type.group}/${type.plural}`;
  const key = ["/registry", folder, ...(namespace === undefined ? [] : [namespace]), name].join("/");
  const metadata: Record<string, unknown> = { ...object.metadata };
  delete metadata["resourceVersion"];
  await etcdPut(etcdUrl, key, JSON.stringify({ ...object, ...revived(object), metadata }));
}

/** The upgrade is of today, whenever it was recorded: no backup ran out meanwhile. */
function revived({ kind, status }: KubeObject & { status?: object }): Record<string, unknown> {
  if (kind !== "DatabaseBackup" || status === undefined || !("expiresAt" in status)) return {};
  return { status: { ...status, expiresAt: new Date(Date.now() + 86_400_000).toISOString() } };
}

async function countBeyond(etcdUrl: string, resourceVersion: number): Promise<void> {
  for (let revision = 0; revision <= resourceVersion;) {
    const all = Array.from({ length: WRITERS }, (_, index) => etcdPut(etcdUrl, `/counted/${index}`, ""));
    revision = Math.max(...(await Promise.all(all)));
  }
}

async function etcdPut(etcdUrl: string, key: string, value: string): Promise<number> {
  const base64 = (text: string): string => Buffer.from(text).toString("base64");
  const response = await fetch(`${etcdUrl}/v3/kv/put`, {
    method: "POST",
    body: JSON.stringify({ key: base64(key), value: base64(value) }),
  });
  if (!response.ok) throw new Error(`etcd answered ${response.status}: ${await response.text()}`);
  const { header } = (await response.json()) as { header: { revision: string } };
  return Number(header.revision);
}
