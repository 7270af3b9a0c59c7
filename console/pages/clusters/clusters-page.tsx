import type { VNode } from "preact";
import { Empty } from "../../parts/empty.tsx";
import type { Column } from "../../parts/long-table.tsx";
import { ResourceList } from "../../parts/resource-list.tsx";
import { RowName } from "../../parts/row-name.tsx";
import { StatusMark } from "../../parts/status-mark.tsx";
import { When } from "../../parts/when.tsx";
import { toCall } from "../../store/call.ts";
import { clusters } from "../../store/kinds.ts";
import { ownership } from "../../store/session.ts";
import { may } from "../../store/may.ts";
import type { ClusterRow } from "../../store/rows.ts";

const COLUMNS: readonly Column<ClusterRow>[] = [
  {
    name: "Name",
    class: "col-main",
    cell: (row) => (
      <RowName
        href={`/clusters/${row.id}`}
        name={row.name}
        status={row.status}
        fault={row.error_message}
        more={[row.tier, row.kubernetes_version].filter(Boolean).join(", ")}
      />
    ),
  },
  { name: "State", class: "col-state", cell: (row) => <StatusMark phase={row.status} /> },
  { name: "Nodes", class: "col-number wide", cell: (row) => row.node_count ?? "–" },
  {
    name: "Where",
    class: "col-place middle",
    cell: (row) => (
      <>
        {row.provider}
        <span class="row-more">{row.region}</span>
      </>
    ),
  },
  { name: "Age", class: "col-number middle", cell: (row) => <When at={row.created_at} /> },
];

/** All clusters of the organization. */
export function ClustersPage(): VNode {
  return (
    <ResourceList
      title="Clusters"
      call={toCall("listClusters", { query: ownership.value })}
      listing={clusters.value}
      filterLabel="Filter by name, provider, region"
      textOf={(row) => [row.name, row.provider, row.region, row.tier, row.status].join(" ")}
      columns={COLUMNS}
      actions={<Ways />}
      firstStep={
        <Empty title="There is no cluster yet">
          <p>A cluster carries your applications and databases. One that is made or imported appears here at once.</p>
        </Empty>
      }
    />
  );
}

function Ways(): VNode {
  return (
    <>
      {may("createCluster") && (
        <a class="button button-first" href="/clusters/new" data-operation="createCluster">
          New cluster
        </a>
      )}
      {may("importCluster") && (
        <a class="button" href="/clusters/import" data-operation="importCluster">
          Import one
        </a>
      )}
    </>
  );
}
