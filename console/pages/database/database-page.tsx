import type { VNode } from "preact";
import { useRoute } from "preact-iso";
import type { Output } from "../../../client/operation-types.ts";
import { CommandButton } from "../../parts/command-button.tsx";
import { Card } from "../../parts/card.tsx";
import { Conditions } from "../../parts/conditions.tsx";
import { Facts } from "../../parts/facts.tsx";
import { LivePage } from "../../parts/live-page.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Trail } from "../../parts/trail.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { clusters } from "../../store/kinds.ts";
import { moment } from "../../view/times.ts";

type Database = Output<"getDatabase">;

/** One database: what it is, how it is reached, what can be restored. */
export function DatabasePage(): VNode {
  const id = useRoute().params["id"] ?? "";
  const path = { database_id: id };
  return (
    <LivePage
      id={id}
      read={(signal) => berth.getDatabase({ path }, { signal })}
      what="This database"
      all={{ href: "/databases", name: "All databases" }}
    >
      {(database) => <Known database={database} />}
    </LivePage>
  );
}

function Known({ database }: Readonly<{ database: Database }>): VNode {
  const { name, status, error_message: fault } = database;
  return (
    <>
      <PageHead title={name} above={<Trail href="/databases" name="Databases" phase={status} />}>
        <CommandButton call={toCall("getDatabase", { path: { database_id: database.id } })} />
      </PageHead>
      {fault !== null && <p class="note note-bad">{fault}</p>}
      <div class="halves">
        <Card id="facts" title="What it is">
          <DatabaseFacts database={database} />
        </Card>
        <Card id="backups" title="Backups">
          <BackupFacts database={database} />
        </Card>
        <Card id="conditions" title="What was observed">
          <Conditions conditions={database.conditions} />
        </Card>
      </div>
    </>
  );
}

function DatabaseFacts({ database }: Readonly<{ database: Database }>): VNode {
  const cluster = clusters.value.rows.find(({ id }) => id === database.cluster_id);
  const { connection_host: host, connection_port: port, connection_secret_name: secret } = database;
  return (
    <Facts
      facts={[
        ["Engine", `${database.engine} ${database.engine_version}`],
        ["Tier", `${database.tier}, ${database.replicas} ${database.replicas === 1 ? "server" : "servers"}`],
        ["Size", `${database.storage_size_gb} GB`],
        ["Address", host === null ? "Not there yet" : <code>{port === null ? host : `${host}:${port}`}</code>],
        ["Database", <code>{database.database_name}</code>],
        [
          "Password",
          secret === null ? null : (
            <>
              In the Secret <code>{secret}</code>
            </>
          ),
        ],
        ["From outside", database.external_access ? (database.external_host ?? "Being made") : null],
        ["Cluster", <a href={`/clusters/${database.cluster_id}`}>{cluster?.name ?? "its cluster"}</a>],
        ["Made", <When at={database.created_at} />],
        ["Last observed", database.observed_at === null ? "never" : <When at={database.observed_at} />],
      ]}
    />
  );
}

function BackupFacts({ database }: Readonly<{ database: Database }>): VNode {
  const { restorable_from: from, restorable_until: until, last_backup_at: last, backup_enabled: isOn } = database;
  if (!isOn) return <p>It has no backups. A change of backup_enabled turns them on.</p>;
  return (
    <Facts
      facts={[
        ["Schedule", database.backup_schedule],
        ["Kept for", database.backup_retention_days === null ? null : `${database.backup_retention_days} days`],
        ["Last backup", last === null ? "None yet" : <When at={last} />],
        [
          "Can return to",
          from === null || until === null ? "Nothing yet" : `${moment(new Date(from))} – ${moment(new Date(until))}`,
        ],
      ]}
    />
  );
}
