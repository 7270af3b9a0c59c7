import type { VNode } from "preact";
import { useRoute } from "preact-iso";
import type { Output } from "../../../client/operation-types.ts";
import { AlertsTab } from "../../parts/alerts-tab.tsx";
import { ActionBar } from "../../parts/action-bar.tsx";
import { Facts } from "../../parts/facts.tsx";
import { LivePage } from "../../parts/live-page.tsx";
import { MetricsTab } from "../../parts/metrics-tab.tsx";
import { Observed } from "../../parts/observed.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { readsOf, Tabs, useTab } from "../../parts/tabs.tsx";
import { Trail } from "../../parts/trail.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { clusters, databases } from "../../store/kinds.ts";
import { may } from "../../store/may.ts";
import { visit } from "../../store/session.ts";
import { databaseActions } from "../../view/database-actions.ts";
import { BackupsTab } from "./backups-tab.tsx";
import { ConnectionTab } from "./connection-tab.tsx";
import { DatabaseDialogs } from "./database-dialogs.tsx";

type Database = Output<"getDatabase">;

const TABS = [
  { id: "overview", name: "Overview" },
  { id: "connection", name: "Connection", reads: "getDatabaseConnection" },
  { id: "metrics", name: "Metrics", reads: "getDatabaseMetrics" },
  { id: "alerts", name: "Alerts", reads: "getDatabaseAlertRules" },
  { id: "backups", name: "Backups", reads: "listDatabaseBackups" },
] as const;

/** One database: what it is, how it is reached, what can be restored. */
export function DatabasePage(): VNode {
  const id = useRoute().params["id"] ?? "";
  const path = { database_id: id };
  return (
    <LivePage
      id={id}
      read={async (signal) => visit(await berth.getDatabase({ path }, { signal }))}
      what="This database"
      all={{ href: "/databases", name: "All databases" }}
    >
      {(database) => <Known database={database} />}
    </LivePage>
  );
}

function Known({ database }: Readonly<{ database: Database }>): VNode {
  const tab = useTab(TABS);
  const { name, status, error_message: fault } = database;
  return (
    <>
      <PageHead
        title={name}
        above={<Trail href="/databases" name="Databases" phase={status} />}
        reads={readsOf(
          "getDatabase",
          TABS.find((one) => one.id === tab),
          { database_id: database.id },
        )}
      >
        <ActionBar actions={databaseActions(database).filter(({ operation }) => may(operation))} />
      </PageHead>
      <DatabaseDialogs database={database} />
      {fault !== null && <p class="note note-bad">{fault}</p>}
      <Tabs tabs={TABS} label="Parts of this database" />
      {tab === "overview" && (
        <Observed conditions={database.conditions}>
          <DatabaseFacts database={database} />
        </Observed>
      )}
      {tab === "connection" && <ConnectionTab database={database} />}
      {tab === "metrics" && (
        <MetricsTab
          id={database.id}
          now={(signal) => berth.getDatabaseMetrics({ path: { database_id: database.id } }, { signal })}
          history={(query, signal) =>
            berth.getDatabaseMetricsHistory({ path: { database_id: database.id }, query }, { signal })
          }
        />
      )}
      {tab === "alerts" && (
        <AlertsTab
          id={database.id}
          read={(signal) => berth.ask("getDatabaseAlertRules", { path: { database_id: database.id } }, { signal })}
          change="updateDatabaseAlertRules"
          path={{ database_id: database.id }}
          body="DatabaseAlertRulesUpdate"
        />
      )}
      {tab === "backups" && <BackupsTab database={database} />}
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
        ["Restored from", restored(database.restored_from)],
        ["Follows", restored(database.replication_source_id)],
        ["Made", <When at={database.created_at} />],
        ["Last observed", database.observed_at === null ? "never" : <When at={database.observed_at} />],
      ]}
    />
  );
}

function restored(id: string | null): VNode | null {
  if (id === null) return null;
  return (
    <a href={`/databases/${id}`}>{databases.value.rows.find((row) => row.id === id)?.name ?? "another database"}</a>
  );
}
