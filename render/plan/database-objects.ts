/*
 * From the values of a database to the objects that they mean on its tenant cluster, as a pure function:
 * 1. the objects that charts/database renders, each with what of the values decides how it looks;
 * 2. the namespace and the Secret that are made beside them.
 * What the engine's operator makes of these (servers, volumes, Services) is its own. The Job that makes MySQL's user is
 * left out: its name is a hash of all that is in it, the version of the credentials included, which nobody knows before.
 * A test holds this list equal to what helm renders, object for object.
 */
import type { DatabaseValues } from "../charts/database-chart-values.ts";
import type { Json, JsonMap } from "../text/yaml-text.ts";
import type { TenantObject } from "./tenant-objects.ts";

type Part = Pick<TenantObject, "apiVersion" | "kind" | "name" | "content" | "pods">;
type Store = NonNullable<DatabaseValues["backups"] | DatabaseValues["source"]>;

/** Names what charts/database/values.yaml says; a test holds the two equal. */
export const DATABASE_CHART_DEFAULTS = {
  secrets: { driver: "kubernetes", store: "berth" },
  mysqlBackupWorkSpace: "10Gi",
} as const satisfies Partial<DatabaseValues>;

/** Lists the objects that a database's values mean; its namespace is its handle. */
export function listDatabaseObjects(values: DatabaseValues): TenantObject[] {
  const { handle, engine } = values;
  const charted = [
    ...(engine === "postgresql" ? postgresql(values) : mysql(values)),
    ...credentials(values),
    networkPolicy(values),
  ];
  return [
    ...charted.map((part): TenantObject => ({ namespace: handle, ...part, madeBy: "chart" })),
    { apiVersion: "v1", kind: "Namespace", namespace: undefined, name: handle, content: null, madeBy: "operator" },
    ...(isVault(values)
      ? []
      : [
          {
            apiVersion: "v1",
            kind: "Secret",
            namespace: handle,
            name: values.credentials,
            content: null,
            madeBy: "operator",
          } as const,
        ]),
  ];
}

/** Derives what is in the Job that makes MySQL's user, but for the version of the credentials; undefined for PostgreSQL. */
export function usersJobContent(values: DatabaseValues): Json | undefined {
  if (values.engine !== "mysql") return undefined;
  const { name, image, credentials: secret, database, host } = values;
  return [labels(values), name, image, secret, database, host];
}

const labels = ({ handle, id }: DatabaseValues): Json => [handle, id];
const isVault = ({ secrets }: DatabaseValues): boolean => secrets?.driver === "vault";

const CNPG = "postgresql.cnpg.io/v1";
const OBJECT_STORE = { apiVersion: "barmancloud.cnpg.io/v1", kind: "ObjectStore" };

function postgresql(values: DatabaseValues): Part[] {
  const { source } = values;
  return [
    postgresCluster(values),
    ...archive(values),
    ...(source === undefined
      ? []
      : [{ ...OBJECT_STORE, name: "source", content: [...barman(source), labels(values)] }]),
    ...extensionsOf(values),
  ];
}

function archive(values: DatabaseValues): Part[] {
  const { backups, name } = values;
  if (backups === undefined) return [];
  const { cron = "", retentionDays } = backups;
  const scheduled = { apiVersion: CNPG, kind: "ScheduledBackup", name: "scheduled" };
  return [
    { ...OBJECT_STORE, name: "backups", content: [...barman(backups), retentionDays, labels(values)] },
    ...(cron === "" ? [] : [{ ...scheduled, content: [cron, name, labels(values)] }]),
  ];
}

/** What follows has its source's until it is promoted. */
function extensionsOf(values: DatabaseValues): Part[] {
  const { name, database, extensions = [], source } = values;
  const isOwn = source?.promoted === true || source?.follow !== true;
  if (extensions.length === 0 || !isOwn) return [];
  return [{ apiVersion: CNPG, kind: "Database", name, content: [name, database, extensions, labels(values)] }];
}

/** Servers restart for their image, what they ask for, what they are started with, and the archiver beside them. */
function postgresCluster(values: DatabaseValues): Part {
  const { name, instances, storageGb, database, credentials: secret, backups, external, externalService } = values;
  const pods = [values.image, server(values), values.preload ?? [], backups !== undefined];
  const reach = external === true ? externalService : undefined;
  const filling = filledFrom(values.source);
  const content = { pods, instances, storageGb, database, secret, filling, archive: backups?.serverName, reach };
  const all = { ...content, labels: labels(values) } as JsonMap;
  return { apiVersion: CNPG, kind: "Cluster", name, content: all, pods };
}

function filledFrom(source: DatabaseValues["source"]): Json {
  if (source === undefined) return null;
  const { follow, promoted = false, time = "", backup = "", serverName = "" } = source;
  if (follow === true) return [promoted, serverName];
  return [time === "" ? { backup } : { time }, serverName];
}

const server = ({ resources, parameters }: DatabaseValues): Json => [filled(resources), filled(parameters)];
const filled = (map: object | undefined): Json =>
  map === undefined || Object.keys(map).length === 0 ? null : (map as JsonMap);

function barman({ path, endpoint, credentials: secret, region }: Store): Json[] {
  const keys = (secret ?? "") === "" ? [] : [secret ?? "", region ?? ""];
  return [path ?? "", endpoint ?? "", keys];
}

function mysql(values: DatabaseValues): Part[] {
  const { name, backups, source } = values;
  const moco = "moco.cybozu.com/v1beta2";
  const parameters = filled(values.parameters);
  const common = labels(values);
  return [
    mysqlCluster(values),
    // Servers restart when what they are started with is another.
    ...(parameters === null
      ? []
      : [{ apiVersion: "v1", kind: "ConfigMap", name, content: [parameters, common], pods: parameters }]),
    ...(backups === undefined && source === undefined
      ? []
      : [{ apiVersion: "v1", kind: "ServiceAccount", name, content: common }]),
    ...(backups === undefined
      ? []
      : [
          { apiVersion: moco, kind: "BackupPolicy", name, content: [backups.cron ?? "", job(values, backups), common] },
        ]),
  ];
}

function mysqlCluster(values: DatabaseValues): Part {
  const { name, instances, storageGb, image, backups, source, external } = values;
  const hasParameters = filled(values.parameters) !== null;
  const pods = [image, filled(values.resources), hasParameters, labels(values)];
  const restore = source && [source.name, source.namespace, source.time ?? "", job(values, source)];
  const content = {
    pods,
    instances,
    storageGb,
    hasPolicy: backups !== undefined,
    restore,
    external: external === true,
  };
  return { apiVersion: "moco.cybozu.com/v1beta2", kind: "MySQLCluster", name, content: content as JsonMap, pods };
}

function job(values: DatabaseValues, { bucket, endpoint, region, credentials: secret }: Store): Json {
  const { mysqlBackupWorkSpace: space = DATABASE_CHART_DEFAULTS.mysqlBackupWorkSpace } = values;
  return [values.name, bucket ?? "", endpoint ?? "", region ?? "", secret ?? "", space];
}

function credentials(values: DatabaseValues): Part[] {
  if (!isVault(values)) return [];
  const { credentials: name, connection, secrets, scheme, host, port, database } = values;
  const where = [secrets?.store ?? DATABASE_CHART_DEFAULTS.secrets.store, secrets?.path ?? ""];
  const content = [where, connection, scheme, host, port, database, labels(values)];
  return [{ apiVersion: "external-secrets.io/v1", kind: "ExternalSecret", name, content }];
}

function networkPolicy(values: DatabaseValues): Part {
  const open = values.external === true ? values.port : 0;
  const content = [open, labels(values)];
  return { apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicy", name: values.handle, content };
}
