import type { InstancePlan } from "./instance-plan.ts";

/** How a server is started: settings of postgresql.conf, as text. */
export type ServerSettings = Readonly<Record<string, string>>;

/** Names what CloudNativePG sets itself and takes from nobody, as far as it would matter here. */
const FIXED: ReadonlySet<string> = new Set([
  "archive_command",
  "archive_library",
  "archive_mode",
  "hot_standby",
  "listen_addresses",
  "port",
  "recovery_target_time",
  "restore_command",
  "shared_preload_libraries",
  "unix_socket_directories",
  "wal_level",
]);

/** What the server's surroundings give it. */
type ServerSurroundings = Readonly<{
  port: number;
  /** Folder for the WAL; undefined without an archive. */
  walDir: string | undefined;
  /** Folder of the WAL that is followed; undefined for a primary. */
  followedWalDir: string | undefined;
  /** Most connections of the server that is followed: a follower must not have fewer. */
  connectionsMin: number;
  /** Libraries that can be loaded here. */
  libraries: ReadonlySet<string>;
}>;

/** Derives how a server is started: small, on loopback, archiving segments of a megabyte every ten seconds. */
export function deriveServerSettings(plan: InstancePlan, around: ServerSurroundings): ServerSettings {
  const asked = Object.fromEntries(Object.entries(plan.parameters).filter(([name]) => !FIXED.has(name)));
  const preload = plan.preload.filter((library) => around.libraries.has(library));
  return {
    shared_buffers: "16MB",
    max_wal_size: "64MB",
    min_wal_size: "2MB",
    wal_keep_size: "16MB",
    // Small containers have little shared memory.
    max_parallel_workers_per_gather: "0",
    ...asked,
    max_connections: String(Math.max(Number(asked["max_connections"] ?? 100), around.connectionsMin)),
    ...(preload.length === 0 ? {} : { shared_preload_libraries: preload.join(",") }),
    listen_addresses: "127.0.0.1",
    port: String(around.port),
    unix_socket_directories: "",
    ...deriveArchiving(around.walDir),
    ...(around.followedWalDir === undefined ? {} : { restore_command: deriveRestoreCommand(around.followedWalDir) }),
  };
}

function deriveArchiving(walDir: string | undefined): ServerSettings {
  if (walDir === undefined) return {};
  return {
    archive_mode: "on",
    archive_library: "basic_archive",
    "basic_archive.archive_directory": walDir,
    archive_timeout: "10s",
  };
}

/** Derives the command by which a server fetches WAL from a folder. */
export function deriveRestoreCommand(walDir: string): string {
  const quoted = walDir.replaceAll("%", "%%").replaceAll("'", `'\\''`);
  return `cp '${quoted}/%f' '%p'`;
}
