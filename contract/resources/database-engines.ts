/** Names the engines of managed databases. */
export const DATABASE_ENGINES = ["postgresql", "mysql"] as const;
export type DatabaseEngine = (typeof DATABASE_ENGINES)[number];

/** Lists the versions that can be asked for, oldest first; the newest is the default. Minor versions are the platform's choice. */
export const ENGINE_VERSIONS = {
  postgresql: ["14", "15", "16", "17", "18"],
  mysql: ["8.0", "8.4"],
} as const satisfies Record<DatabaseEngine, readonly string[]>;

/** Returns the version that a database gets when none is named. */
export function defaultVersion(engine: DatabaseEngine): string {
  return ENGINE_VERSIONS[engine].at(-1) ?? "";
}

/** Lists the extensions that come with the PostgreSQL images and that nobody needs a superuser or a file system for. */
export const POSTGRESQL_EXTENSIONS = [
  "amcheck",
  "autoinc",
  "bloom",
  "btree_gin",
  "btree_gist",
  "citext",
  "cube",
  "dblink",
  "dict_int",
  "dict_xsyn",
  "earthdistance",
  "fuzzystrmatch",
  "hstore",
  "insert_username",
  "intagg",
  "intarray",
  "isn",
  "lo",
  "ltree",
  "moddatetime",
  "pg_buffercache",
  "pg_freespacemap",
  "pg_prewarm",
  "pg_stat_statements",
  "pg_trgm",
  "pg_visibility",
  "pgaudit",
  "pgcrypto",
  "pgrowlocks",
  "pgstattuple",
  "postgres_fdw",
  "refint",
  "seg",
  "sslinfo",
  "tablefunc",
  "tcn",
  "tsm_system_rows",
  "tsm_system_time",
  "unaccent",
  "uuid-ossp",
  "vector",
  "xml2",
] as const;

/** Lists those that work only in a server that has loaded them when it started. */
export const PRELOADED_EXTENSIONS: readonly string[] = ["pg_stat_statements", "pgaudit"];

/** Names that the engines keep for themselves; no database of a user can have one. */
export const RESERVED_DATABASES: readonly string[] = [
  "postgres",
  "template0",
  "template1",
  "mysql",
  "sys",
  "information_schema",
  "performance_schema",
];

/** States what a database gets where its spec is silent. */
export const DATABASE_DEFAULTS = {
  tier: "single",
  storageSizeGb: 10,
  backupSchedule: "daily",
  backupRetentionDays: 7,
} as const;

/** States how many servers a tier has. */
export const TIER_REPLICAS = { single: 1, ha: 3, replicated: 3 } as const;

/** Derives the name of the database that is made at first start where none is asked for. */
export function defaultDatabaseName(name: string): string {
  const plain = name.replaceAll("-", "_");
  const unusable = /^[0-9]/.test(plain) || plain.startsWith("pg_") || RESERVED_DATABASES.includes(plain);
  return unusable ? `db_${plain}` : plain;
}
