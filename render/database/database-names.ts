import type { DatabaseEngine } from "../../contract/resources/database-engines.ts";
import { withoutEndSlashes } from "../../contract/without-end-slashes.ts";

/** Names the user that a database belongs to. */
export const DATABASE_OWNER = "app";
export const DATABASE_PORTS = { postgresql: 5432, mysql: 3306 } as const satisfies Record<DatabaseEngine, number>;
const SCHEMES = { postgresql: "postgresql", mysql: "mysql" } as const satisfies Record<DatabaseEngine, string>;

type Named = Readonly<{ engine: DatabaseEngine; id: string; handle: string }>;

/** Derives the name of the engine's own resource. MOCO archives under it, so that there it carries the whole id. */
export function engineResourceName({ engine, id }: Pick<Named, "engine" | "id">): string {
  return engine === "postgresql" ? "postgres" : `db-${id}`;
}

/** Derives the Service that leads to the primary. */
export function primaryService(named: Pick<Named, "engine" | "id">): string {
  const name = engineResourceName(named);
  return named.engine === "postgresql" ? `${name}-rw` : `moco-${name}-primary`;
}

/** Derives the labels of the primary's pod, which the engine's operator keeps. */
export function primarySelector(named: Pick<Named, "engine" | "id">): string {
  const name = engineResourceName(named);
  return named.engine === "postgresql"
    ? `cnpg.io/cluster=${name},cnpg.io/instanceRole=primary`
    : `app.kubernetes.io/instance=${name},moco.cybozu.com/role=primary`;
}

/** Derives the Service that is reachable from outside; MOCO opens the primary's own. */
export function externalService(named: Pick<Named, "engine" | "id">): string {
  return named.engine === "postgresql" ? `${engineResourceName(named)}-external` : primaryService(named);
}

/** Derives the host under which the pods of the cluster reach a database; its namespace is its handle. */
export function connectionHost(named: Named): string {
  return `${primaryService(named)}.${named.handle}.svc`;
}

/** Derives the Secret of the tenant namespace that holds the credentials. */
export function credentialsSecretName(handle: string): string {
  return `${handle}-credentials`;
}

/** What a connection needs beside the password. */
export type ConnectionFacts = Readonly<{
  scheme: string;
  username: string;
  host: string;
  port: number;
  dbname: string;
}>;

/** Derives the facts of a connection from inside the cluster. */
export function connectionFacts(named: Named & Readonly<{ database: string }>): ConnectionFacts {
  const { engine, database } = named;
  return {
    scheme: SCHEMES[engine],
    username: DATABASE_OWNER,
    host: connectionHost(named),
    port: DATABASE_PORTS[engine],
    dbname: database,
  };
}

/** Derives where the archive of a PostgreSQL database lies: under its whole id, so that no name can lead to another's. */
export function archivePath(destination: string, namespace: string, id: string): string {
  return `${withoutEndSlashes(destination)}/${namespace}/${id}`;
}

/** Derives the bucket of an archive; MOCO takes no path in it. */
export function archiveBucket(destination: string): string {
  return /^s3:\/\/([^/]+)/.exec(destination)?.[1] ?? destination;
}

/** Derives the folder of the bucket that all archives lie in, with a slash at its end; empty for the bucket itself. */
export function archiveFolder(destination: string): string {
  const folder = withoutEndSlashes(destination.replace(/^s3:\/\/[^/]+\/?/, ""));
  return folder === "" ? "" : `${folder}/`;
}

/** Names the plugin of CloudNativePG that archives. */
export const BARMAN_PLUGIN = "barman-cloud.cloudnative-pg.io";
