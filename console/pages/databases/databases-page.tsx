import type { VNode } from "preact";
import { Empty } from "../../parts/empty.tsx";
import type { Column } from "../../parts/long-table.tsx";
import { ResourceList } from "../../parts/resource-list.tsx";
import { RowName } from "../../parts/row-name.tsx";
import { StatusMark } from "../../parts/status-mark.tsx";
import { When } from "../../parts/when.tsx";
import { toCall } from "../../store/call.ts";
import { clusters, databases } from "../../store/kinds.ts";
import { ownership } from "../../store/session.ts";
import { may } from "../../store/may.ts";
import type { DatabaseRow } from "../../store/rows.ts";

const COLUMNS: readonly Column<DatabaseRow>[] = [
  {
    name: "Name",
    class: "col-main",
    cell: (row) => (
      <RowName
        href={`/databases/${row.id}`}
        name={row.name}
        status={row.status}
        fault={row.error_message}
        more={`${row.engine} ${row.engine_version}, ${row.tier}`}
      />
    ),
  },
  { name: "State", class: "col-state", cell: (row) => <StatusMark phase={row.status} /> },
  { name: "Size", class: "col-number wide", cell: (row) => `${row.storage_size_gb} GB` },
  { name: "Where", class: "col-place middle", cell: (row) => placeOf(row) },
  { name: "Age", class: "col-number middle", cell: (row) => <When at={row.created_at} /> },
];

function placeOf({ cluster_id: clusterId }: DatabaseRow): string {
  return clusters.value.rows.find(({ id }) => id === clusterId)?.name ?? "";
}

/** All databases of the organization. */
export function DatabasesPage(): VNode {
  const canMake = may("createDatabase") && clusters.value.rows.length > 0;
  return (
    <ResourceList
      title="Databases"
      call={toCall("listDatabases", { query: ownership.value })}
      listing={databases.value}
      filterLabel="Filter by name, engine, cluster"
      textOf={(row) => [row.name, row.engine, row.engine_version, row.tier, row.status, placeOf(row)].join(" ")}
      columns={COLUMNS}
      actions={canMake ? <NewDatabase /> : undefined}
      firstStep={
        <Empty title="There is no database yet">
          <p>
            A managed database has a user, backups and a connection of its own. One that is made appears here at once.
          </p>
        </Empty>
      }
    />
  );
}

function NewDatabase(): VNode {
  return (
    <a class="button button-first" href="/databases/new" data-operation="createDatabase">
      New database
    </a>
  );
}
