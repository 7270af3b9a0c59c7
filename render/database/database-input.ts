import type { DatabaseSpec } from "../../contract/resources/database-instance.ts";
import type { RenderDeploymentInput } from "../render-input.ts";

/** Where archives are kept; `credentials` names the Secret of the tenant namespace with the keys, else the pods' own role counts. */
export type ArchiveStore = Readonly<{
  /** s3://bucket, or s3://bucket/prefix. */
  destination: string;
  endpoint?: string | undefined;
  region?: string | undefined;
  credentials?: string | undefined;
}>;

/** What a new database is filled from. */
export type DatabaseSource = Readonly<{
  /** Record id and handle of the database that made the archive. */
  id: string;
  handle: string;
  /** Follows the source for ever instead of parting from it. */
  follow: boolean;
  /** It followed, and no longer does. */
  promoted?: boolean | undefined;
  /** What the archive holds, and needs. */
  databaseName?: string | undefined;
  storageSizeGb?: number | undefined;
  maxConnections?: number | undefined;
  /** The engine's own name of the backup. */
  backup?: string | undefined;
  time?: string | undefined;
}>;

/** Everything that a database's files depend on. */
export type RenderDatabaseInput = Pick<RenderDeploymentInput, "metadata" | "handle" | "cluster" | "remembered"> &
  Readonly<{
    spec: DatabaseSpec;
    /** Of the cluster: it chooses the minor version. */
    channel: "stable" | "latest";
    /** The major version that the database has had from the first. */
    engineVersion?: string | undefined;
    platform: Pick<
      RenderDeploymentInput["platform"],
      "repoUrl" | "branch" | "argocdNamespace" | "project" | "chartVersion" | "secretsDriver"
    > &
      Readonly<{ archive: ArchiveStore | undefined }>;
    source?: DatabaseSource | undefined;
    /** Of the credentials; MySQL's user is told of another one. */
    secretsRevision?: string | undefined;
  }>;
