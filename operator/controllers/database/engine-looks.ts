import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import {
  MYSQL_CLUSTERS,
  OBJECT_STORES,
  POSTGRESQL_CLUSTERS,
  SERVICES,
} from "../../../adapters/kubernetes/resource-types.ts";
import { DATABASE_DEFAULTS, TIER_REPLICAS } from "../../../contract/resources/database-engines.ts";
import type { DatabaseSpec } from "../../../contract/resources/database-instance.ts";
import { engineResourceName, externalService } from "../../../render/database/database-names.ts";
import { readMysqlArchive, readPostgresqlArchive, type ArchiveView } from "../../machines/database/archive-view.ts";
import { readMysql, readPostgresql, type EngineHealth, type EngineView } from "../../machines/database/engine-view.ts";
import type { StorageFault } from "../../machines/database/storage-view.ts";
import type { RecoveryFault } from "../../machines/database/recovery-view.ts";
import { UPGRADING_REASON, type UpgradeFault } from "../../machines/database/upgrade-view.ts";
import type { Clock } from "../../runtime/clock.ts";
import { readEndpoint } from "./engine-endpoint.ts";
import { CALL, Looks } from "../shared/looks.ts";
import { lookAtStorage } from "./storage-look.ts";
import { lookAtRecovery, lookAtRestoreJob } from "./recovery-look.ts";
import { lookAtUpgrade } from "./upgrade-look.ts";
import { readLagBytes } from "./replication-lag.ts";
import { readServerStatus, type EngineServer } from "./server-status.ts";

type Subject = Readonly<{
  handle: string;
  id: string;
  spec: DatabaseSpec;
  archives: boolean;
  leader: EngineServer | undefined;
}>;
type Service = KubeObject &
  Readonly<{ status?: { loadBalancer?: { ingress?: readonly Readonly<{ ip?: string; hostname?: string }>[] } } }>;
/** Asks the engines' operators how the databases are. */
export type EngineLooks = Looks<Subject, EngineView>;

const FRESH_MS = 2_000;

/** Creates the looks at databases, each at most every two seconds. */
export function createEngineLooks(clock: Clock, onNews: (handle: string) => void): EngineLooks {
  return new Looks({ clock, freshMs: FRESH_MS, ask, onNews, outlasts: "once" });
}

async function ask(client: KubeClient, subject: Subject): Promise<EngineView> {
  const { handle, id, spec } = subject;
  const { engine } = spec;
  const type = engine === "postgresql" ? POSTGRESQL_CLUSTERS : MYSQL_CLUSTERS;
  const name = engineResourceName({ engine, id });
  const wanted = TIER_REPLICAS[spec.tier ?? DATABASE_DEFAULTS.tier];
  const found = await client.get(type, { namespace: handle, name }, CALL);
  if (found === undefined) return { kind: "absent" };
  const status = found["status"] as Readonly<Record<string, unknown>> | undefined;
  const read = (engine === "postgresql" ? readPostgresql : readMysql)(status, wanted);
  const externalHost = spec.externalAccess === true ? await hostOf(client, subject) : undefined;
  const endpoint = await readEndpoint(client, { handle, id, engine }, CALL);
  const { leader } = subject;
  const lagBytes = leader === undefined ? undefined : await readLagBytes(leader, { client, namespace: handle });
  const archive = subject.archives ? await readArchive(client, subject, status) : undefined;
  const moves = leader !== undefined || (spec.externalAccess === true && externalHost === undefined);
  const told = { ...read, ...(await findFault(client, subject, { ...read, status })) };
  return { kind: "present", ...told, externalHost, endpoint, archive, lagBytes, moves };
}

type Told = Readonly<{ health: EngineHealth; reason: string; status: Json | undefined }>;
type Fault = (RecoveryFault & Readonly<{ health: "error" }>) | StorageFault | UpgradeFault;

/** What an engine's operator does not tell by itself. */
async function findFault(
  client: KubeClient,
  subject: Subject,
  { health, reason, status }: Told,
): Promise<Fault | undefined> {
  if (health === "running") return findStorageFault(client, subject);
  if (reason !== UPGRADING_REASON) return findRecoveryFault(client, subject, health);
  const { majorVersion } = (status?.["pgDataImageInfo"] ?? {}) as { majorVersion?: number };
  return lookAtUpgrade({ client, namespace: subject.handle }, String(majorVersion ?? "the version before"));
}

/** What could not be filled is told by CloudNativePG late, and before 1.30 never; by MOCO never. */
async function findRecoveryFault(
  client: KubeClient,
  { handle, id, spec: { engine, restore, replicationSourceId } }: Subject,
  health: EngineHealth,
): Promise<(RecoveryFault & Readonly<{ health: "error" }>) | undefined> {
  const fills = (restore ?? replicationSourceId) !== undefined;
  if (!fills || (health !== "starting" && health !== "error")) return undefined;
  const server = { client, namespace: handle };
  const fault =
    engine === "postgresql"
      ? await lookAtRecovery(server)
      : await lookAtRestoreJob(server, engineResourceName({ engine, id }));
  return fault && { ...fault, health: "error" };
}

/** Where all else is well: CloudNativePG tells nobody that its volumes are refused. */
async function findStorageFault(
  client: KubeClient,
  { handle: namespace, spec }: Subject,
): Promise<StorageFault | undefined> {
  return spec.engine === "postgresql" ? lookAtStorage({ client, namespace }, spec) : undefined;
}

type Json = Readonly<Record<string, unknown>>;

async function readArchive(
  client: KubeClient,
  { handle, id, spec }: Subject,
  cluster: Json | undefined,
): Promise<ArchiveView> {
  if (spec.engine === "mysql") return readMysqlArchive(cluster);
  const store = await client.get(OBJECT_STORES, { namespace: handle, name: "backups" }, CALL);
  const server = await readServerStatus({ client, namespace: handle });
  return readPostgresqlArchive(store?.["status"] as Json | undefined, server, id);
}

async function hostOf(client: KubeClient, { handle, id, spec }: Subject): Promise<string | undefined> {
  const name = externalService({ engine: spec.engine, id });
  const service = await client.get<Service>(SERVICES, { namespace: handle, name }, CALL);
  const [first] = service?.status?.loadBalancer?.ingress ?? [];
  return first?.hostname ?? first?.ip;
}
