import type { TenantObject } from "./tenant-api.ts";

/** Names the plugin that archives and backs up. */
export const BARMAN_PLUGIN = "barman-cloud.cloudnative-pg.io";

type Plugin = Readonly<{ name?: string; isWALArchiver?: boolean; parameters?: Readonly<Record<string, string>> }>;
type External = Readonly<{ name: string; plugin?: Plugin }>;
type Bootstrap = Readonly<{ database?: string; owner?: string; secret?: Readonly<{ name: string }> }>;
type Recovery = Bootstrap &
  Readonly<{
    source?: string;
    recoveryTarget?: Readonly<{ backupID?: string; targetTime?: string; targetImmediate?: boolean }>;
  }>;
type Service = Readonly<{
  selectorType?: string;
  serviceTemplate: Readonly<{
    metadata?: Readonly<{ name?: string; labels?: Record<string, string>; annotations?: Record<string, string> }>;
    spec?: Readonly<Record<string, unknown>>;
  }>;
}>;

/** What is read of CloudNativePG's Cluster. */
export type PostgresCluster = TenantObject &
  Readonly<{
    spec: Readonly<{
      instances?: number;
      imageName?: string;
      storage?: Readonly<{ size?: string; storageClass?: string }>;
      resources?: Readonly<Record<string, unknown>>;
      postgresql?: Readonly<{
        parameters?: Readonly<Record<string, string>>;
        shared_preload_libraries?: readonly string[];
      }>;
      bootstrap?: Readonly<{ initdb?: Bootstrap; recovery?: Recovery; pg_basebackup?: Bootstrap }>;
      replica?: Readonly<{ enabled?: boolean; source?: string }>;
      externalClusters?: readonly External[];
      plugins?: readonly Plugin[];
      managed?: Readonly<{ services?: Readonly<{ additional?: readonly Service[] }> }>;
      inheritedMetadata?: Readonly<{ labels?: Readonly<Record<string, string>> }>;
    }>;
    status?: Readonly<Record<string, unknown>>;
  }>;

/** Where in which object store an archive lies. */
export type ArchiveRef = Readonly<{ objectStore: string; serverName: string }>;

/** Up to where an archive is read. */
export type RecoveryTarget = Readonly<{ backupId?: string; time?: string; immediate?: boolean }>;

/** What a Cluster asks of its server. */
export type InstancePlan = Readonly<{
  instances: number;
  image: string;
  storage: string;
  resources: Readonly<Record<string, unknown>>;
  labels: Readonly<Record<string, string>>;
  database: string;
  owner: string;
  /** Undefined: the operator makes one of its own. */
  secretName: string | undefined;
  parameters: Readonly<Record<string, string>>;
  preload: readonly string[];
  archive: ArchiveRef | undefined;
  source: (ArchiveRef & Readonly<{ target: RecoveryTarget }>) | undefined;
  follows: boolean;
  hibernated: boolean;
  services: readonly Service[];
}>;

/** Reads what a Cluster asks for; throws a sentence when its parts do not fit together. */
export function deriveInstancePlan(object: PostgresCluster): InstancePlan {
  const { metadata, spec } = object;
  return {
    ...deriveSize(object),
    ...deriveApplication(spec.bootstrap ?? {}),
    parameters: spec.postgresql?.parameters ?? {},
    preload: spec.postgresql?.shared_preload_libraries ?? [],
    archive: deriveArchive(spec.plugins ?? [], metadata.name),
    source: deriveSource(object),
    ...deriveState(object),
  };
}

function deriveApplication({
  initdb,
  recovery,
  pg_basebackup: copy,
}: NonNullable<PostgresCluster["spec"]["bootstrap"]>): Pick<InstancePlan, "database" | "owner" | "secretName"> {
  const { database = "app", owner = database, secret }: Bootstrap = recovery ?? initdb ?? copy ?? {};
  return { database, owner, secretName: secret?.name };
}

function deriveState({ metadata, spec }: PostgresCluster): Pick<InstancePlan, "follows" | "hibernated" | "services"> {
  return {
    follows: spec.replica?.enabled === true,
    hibernated: metadata.annotations?.["cnpg.io/hibernation"] === "on",
    services: spec.managed?.services?.additional ?? [],
  };
}

function deriveSize({
  spec,
}: PostgresCluster): Pick<InstancePlan, "instances" | "image" | "storage" | "resources" | "labels"> {
  return {
    instances: spec.instances ?? 1,
    image: spec.imageName ?? "",
    storage: spec.storage?.size ?? "1Gi",
    resources: spec.resources ?? {},
    labels: spec.inheritedMetadata?.labels ?? {},
  };
}

function deriveArchive(plugins: readonly Plugin[], name: string): ArchiveRef | undefined {
  const found = plugins.find((plugin) => plugin.name === BARMAN_PLUGIN && plugin.isWALArchiver === true);
  return found && archiveOf(found, name);
}

function archiveOf({ parameters = {} }: Plugin, name: string): ArchiveRef {
  const { barmanObjectName, serverName = name } = parameters;
  if (barmanObjectName === undefined) throw new Error(`The plugin ${BARMAN_PLUGIN} is given no barmanObjectName`);
  return { objectStore: barmanObjectName, serverName };
}

function deriveSource({ spec }: PostgresCluster): InstancePlan["source"] {
  const recovery = spec.bootstrap?.recovery;
  if (recovery === undefined) return undefined;
  const external = spec.externalClusters?.find(({ name }) => name === recovery.source);
  if (external?.plugin === undefined)
    throw new Error(`There is no external cluster ${recovery.source ?? ""} with an archive`);
  const { backupID: backupId, targetTime: time, targetImmediate: immediate } = recovery.recoveryTarget ?? {};
  return { ...archiveOf(external.plugin, external.name), target: { backupId, time, immediate } };
}
