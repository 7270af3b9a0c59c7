import type { ArchiveFolder } from "./archive-folder.ts";
import type { InstancePlan } from "./instance-plan.ts";
import type { ObjectStores } from "./object-stores.ts";
import type { PostgresServer } from "./postgres-server.ts";
import { recoverServer } from "./recover-server.ts";
import { deriveServerSettings, type ServerSettings } from "./server-settings.ts";

type Around = Readonly<{ stores: ObjectStores; namespace: string }>;

/** Makes the data folder of a new server: empty, or from the archive that its Cluster names. */
export async function fillServer(server: PostgresServer, plan: InstancePlan, around: Around): Promise<void> {
  const { stores, namespace } = around;
  await assertEmptyArchive(plan, around);
  if (plan.source === undefined) await server.initialize();
  else {
    const { target } = plan.source;
    await recoverServer(server, stores.archive(namespace, plan.source), { target, follows: plan.follows });
  }
  await server.complete();
}

/** Two servers that write to one archive would spoil both. */
async function assertEmptyArchive({ archive }: InstancePlan, { stores, namespace }: Around): Promise<void> {
  if (archive === undefined || !(await stores.archive(namespace, archive).hasWal())) return;
  throw new Error(`WAL archive check failed for server ${archive.serverName}: Expected empty archive`);
}

/** Derives how a server is started, with the folders of its archives made. */
export async function deriveSettings(
  server: PostgresServer,
  plan: InstancePlan,
  around: Around,
): Promise<ServerSettings> {
  const { stores, namespace } = around;
  const own = plan.archive && stores.archive(namespace, plan.archive);
  if (own !== undefined) await server.makeFolder(own.root, own.walDir);
  // One that is to be promoted follows until it is.
  const follows = plan.follows || (await server.isFollower());
  const followed = follows && plan.source !== undefined ? stores.archive(namespace, plan.source) : undefined;
  return deriveServerSettings(plan, {
    port: server.port,
    walDir: own?.walDir,
    followedWalDir: followed?.walDir,
    connectionsMin: await mostConnections(followed),
    libraries: await server.libraries(),
  });
}

async function mostConnections(followed: ArchiveFolder | undefined): Promise<number> {
  const backups = (await followed?.list()) ?? [];
  return Math.max(0, ...backups.map(({ maxConnections }) => maxConnections));
}
