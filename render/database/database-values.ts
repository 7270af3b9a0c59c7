import { hasUpwardRanges } from "../../contract/cron-fields.ts";
import {
  DATABASE_DEFAULTS,
  PRELOADED_EXTENSIONS,
  TIER_REPLICAS,
  defaultDatabaseName,
  defaultVersion,
} from "../../contract/resources/database-engines.ts";
import { organizationSlug } from "../../contract/identity.ts";
import type { DatabaseSpec } from "../../contract/resources/database-instance.ts";
import { copyFolder } from "../../contract/secret-store.ts";
import { spreadCron } from "../backup-schedule.ts";
import type { DatabaseValues } from "../charts/database-chart-values.ts";
import { databaseImage } from "./database-images.ts";
import type { ArchiveStore, RenderDatabaseInput } from "./database-input.ts";
import {
  DATABASE_OWNER,
  archiveBucket,
  archivePath,
  connectionFacts,
  credentialsSecretName,
  engineResourceName,
  externalService,
  type ConnectionFacts,
} from "./database-names.ts";
import { renderError } from "../render-error.ts";

type Named = Readonly<{
  metadata: { name: string };
  spec: DatabaseSpec;
  source?: Readonly<{ databaseName?: string | undefined }> | undefined;
}>;

/** Derives the name of the database that is made at first start: never from what can be renamed. */
export function databaseName({ metadata, spec, source }: Named): string {
  return spec.databaseName ?? source?.databaseName ?? defaultDatabaseName(metadata.name);
}

/** Derives the values file of a database; throws render_failed, naming the field, when it cannot be rendered. */
export function deriveDatabaseValues(input: RenderDatabaseInput): DatabaseValues {
  const { spec, handle } = input;
  const { engine } = spec;
  const id = input.metadata.id;
  const facts = connectionFacts({ engine, id, handle, database: databaseName(input) });
  const version = spec.engineVersion ?? input.engineVersion ?? defaultVersion(engine);
  return {
    handle,
    id,
    engine,
    name: engineResourceName({ engine, id }),
    image: databaseImage(engine, version, input.channel),
    instances: TIER_REPLICAS[spec.tier ?? DATABASE_DEFAULTS.tier],
    storageGb: storageOf(input),
    ...deriveServer(input),
    ...deriveConnection(input, facts),
    ...deriveArchives(input),
  };
}

/** What holds the source's data, where the spec is silent. */
function storageOf({ spec, source }: RenderDatabaseInput): number {
  return spec.storageSizeGb ?? Math.max(DATABASE_DEFAULTS.storageSizeGb, source?.storageSizeGb ?? 0);
}

function deriveServer({ spec, source }: RenderDatabaseInput): Partial<DatabaseValues> {
  const extensions = spec.extensions ?? [];
  // PostgreSQL does not start on data of a server that took more.
  const connections = spec.maxConnections ?? source?.maxConnections;
  const preload = extensions.filter((name) => PRELOADED_EXTENSIONS.includes(name));
  return {
    ...(connections === undefined ? {} : { parameters: { max_connections: String(connections) } }),
    ...deriveRequests(spec),
    ...(extensions.length === 0 ? {} : { extensions: [...extensions] }),
    ...(preload.length === 0 ? {} : { preload }),
    ...(spec.externalAccess === true ? { external: true } : {}),
  };
}

function deriveRequests({ cpuRequest, memoryRequestMb }: RenderDatabaseInput["spec"]): Partial<DatabaseValues> {
  const requests = {
    ...(cpuRequest === undefined ? {} : { cpu: `${Math.round(cpuRequest * 1000)}m` }),
    ...(memoryRequestMb === undefined ? {} : { memory: `${memoryRequestMb}Mi` }),
  };
  return Object.keys(requests).length === 0 ? {} : { resources: { requests } };
}

type Connection = Pick<
  DatabaseValues,
  "database" | "credentials" | "connection" | "scheme" | "host" | "port" | "externalService" | "secrets"
>;

function deriveConnection(input: RenderDatabaseInput, facts: ConnectionFacts): Connection {
  const { handle, spec, metadata, cluster, platform, secretsRevision: revision } = input;
  const { username, host, port, dbname, scheme } = facts;
  const path = copyFolder(organizationSlug(metadata.namespace), cluster.handle, handle);
  const given = revision === undefined ? {} : { revision };
  const vault = platform.secretsDriver === "vault" ? { driver: "vault" as const, path } : {};
  return {
    database: { name: dbname, owner: DATABASE_OWNER },
    credentials: credentialsSecretName(handle),
    connection: { username, host, port: String(port), dbname },
    scheme,
    host,
    port,
    externalService: externalService({ engine: spec.engine, id: metadata.id }),
    secrets: { ...vault, ...given },
  };
}

function deriveArchives(input: RenderDatabaseInput): Partial<DatabaseValues> {
  const { archive } = input.platform;
  const source = deriveSource(input);
  if (archive === undefined) return source;
  const { spec, handle, metadata } = input;
  const schedule = spec.backupSchedule ?? DATABASE_DEFAULTS.backupSchedule;
  if (!hasUpwardRanges(schedule)) throw renderError("backup_schedule", "has a range that runs downwards");
  const backups = {
    ...storeOf(archive, input, metadata.id),
    ...(spec.backupEnabled === false ? {} : { cron: spreadCron(schedule, handle) }),
    retentionDays: spec.backupRetentionDays ?? DATABASE_DEFAULTS.backupRetentionDays,
  };
  return { backups, ...source };
}

/** The archive is also written while no backups are scheduled: a manual one needs its WAL. */
function storeOf(archive: ArchiveStore, { spec, metadata }: RenderDatabaseInput, id: string): object {
  const { destination, endpoint, region, credentials } = archive;
  const reach = { endpoint, region, credentials };
  if (spec.engine === "mysql") return { bucket: archiveBucket(destination), ...reach };
  return { path: archivePath(destination, metadata.namespace, id), serverName: id, ...reach };
}

function deriveSource(input: RenderDatabaseInput): Partial<DatabaseValues> {
  const { source, spec, platform } = input;
  if (spec.restore === undefined && spec.replicationSourceId === undefined) return {};
  const field = spec.restore === undefined ? "replication_source_id" : "restore";
  if (source === undefined) throw renderError(field, "names a database or backup that is not there");
  if (platform.archive === undefined) throw renderError(field, "needs an archive, and the platform has none");
  const { id, handle: namespace, follow, promoted, backup, time } = source;
  const name = engineResourceName({ engine: spec.engine, id });
  const of = spec.engine === "mysql" ? { name, namespace } : {};
  return { source: { ...storeOf(platform.archive, input, id), ...of, follow, promoted, backup, time } };
}
