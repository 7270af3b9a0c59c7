import type { VNode } from "preact";
import { Empty } from "../../parts/empty.tsx";
import type { Column } from "../../parts/long-table.tsx";
import { ResourceList } from "../../parts/resource-list.tsx";
import { RowName } from "../../parts/row-name.tsx";
import { StatusMark } from "../../parts/status-mark.tsx";
import { When } from "../../parts/when.tsx";
import { toCall } from "../../store/call.ts";
import { clusters, deployments } from "../../store/kinds.ts";
import { ownership } from "../../store/session.ts";
import { may } from "../../store/may.ts";
import type { DeploymentRow } from "../../store/rows.ts";

/** All deployments of the organization. */
export function DeploymentsPage(): VNode {
  const names = new Map(clusters.value.rows.map(({ id, name }) => [id, name]));
  const where = (row: DeploymentRow): string => names.get(row.cluster_id) ?? "";
  return (
    <ResourceList
      title="Deployments"
      call={toCall("listDeployments", { query: ownership.value })}
      listing={deployments.value}
      filterLabel="Filter by name, image, cluster, region"
      textOf={(row) => [row.name, row.image, row.status, where(row), row.region ?? "", row.app_type].join(" ")}
      columns={columnsOf(where)}
      actions={
        may("createDeployment") && clusters.value.rows.length > 0 ? (
          <a class="button button-first" href="/deployments/new" data-operation="createDeployment">
            New deployment
          </a>
        ) : undefined
      }
      firstStep={<FirstStep />}
    />
  );
}

function FirstStep(): VNode {
  const { isWhole, rows } = clusters.value;
  return (
    <Empty title="Nothing is deployed yet">
      <p>
        A deployment is an application on one of your clusters.{" "}
        {isWhole && rows.length === 0
          ? "It needs a cluster first: make one, then come back."
          : "Everything that anybody of your organization deploys appears here, at once."}
      </p>
    </Empty>
  );
}

function columnsOf(where: (row: DeploymentRow) => string): readonly Column<DeploymentRow>[] {
  return [
    {
      name: "Name",
      class: "col-main",
      cell: (row) => (
        <RowName
          href={`/deployments/${row.id}`}
          name={row.name}
          status={row.status}
          fault={row.error_message}
          more={row.image}
        />
      ),
    },
    { name: "State", class: "col-state", cell: (row) => <StatusMark phase={row.status} /> },
    {
      name: "Pods",
      class: "col-number wide",
      cell: (row) => (row.ready_replicas === null ? "–" : `${row.ready_replicas} / ${row.replicas}`),
    },
    {
      name: "Where",
      class: "col-place middle",
      cell: (row) => (
        <>
          {where(row)}
          <span class="row-more">{row.region}</span>
        </>
      ),
    },
    { name: "Age", class: "col-number middle", cell: (row) => <When at={row.created_at} /> },
  ];
}
