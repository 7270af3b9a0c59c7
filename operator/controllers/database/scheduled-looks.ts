import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { MYSQL_CLUSTERS, POSTGRESQL_BACKUPS } from "../../../adapters/kubernetes/resource-types.ts";
import type { DatabaseEngine } from "../../../contract/resources/database-engines.ts";
import { engineResourceName } from "../../../render/database/database-names.ts";
import { readMysqlLast } from "../../machines/backup/read-backup.ts";
import type { Clock } from "../../runtime/clock.ts";
import { Looks } from "../shared/looks.ts";

type Subject = Readonly<{ handle: string; stamp: string; id: string; engine: DatabaseEngine }>;
type Listed = Readonly<{ kind: "listed"; names: readonly string[] }>;
/** Lists what the engines' schedules made. */
export type ScheduledLooks = Looks<Subject, Listed>;

const CALL = { timeoutMs: 10_000 } as const;
const FRESH_MS = 10 * 60_000;
const SCHEDULED = "cnpg.io/scheduled-backup";
/** MOCO's place does not matter here: only the name is read. */
const ANYWHERE = { bucket: "", namespace: "", name: "" } as const;

/** Creates the looks at what the engines' schedules made. */
export function createScheduledLooks(clock: Clock, onNews: (handle: string) => void): ScheduledLooks {
  return new Looks({ clock, freshMs: FRESH_MS, ask, onNews });
}

async function ask(client: KubeClient, { handle: namespace, id, engine }: Subject): Promise<Listed> {
  if (engine === "mysql") {
    const name = engineResourceName({ engine, id });
    const cluster = await client.get(MYSQL_CLUSTERS, { namespace, name }, CALL);
    const last = readMysqlLast(cluster?.["status"] as Readonly<Record<string, unknown>> | undefined, ANYWHERE);
    return { kind: "listed", names: last?.id === undefined ? [] : [last.id] };
  }
  const { items } = await client.list(POSTGRESQL_BACKUPS, { namespace, labelSelector: SCHEDULED, limit: 500, ...CALL });
  return { kind: "listed", names: items.map(({ metadata }) => metadata.name).sort() };
}
