import type { VNode } from "preact";
import { Empty } from "../../parts/empty.tsx";
import { LongTable, type Column } from "../../parts/long-table.tsx";
import { NarrowingBar, useNarrowing } from "../../parts/narrowing-bar.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { StatusMark } from "../../parts/status-mark.tsx";
import { When } from "../../parts/when.tsx";
import { clusters, deployments } from "../../store/kinds.ts";
import type { DeploymentRow } from "../../store/rows.ts";
import { filterRows } from "../../view/filter-rows.ts";
import { toneOf } from "../../view/phases.ts";

/** All deployments of the organization, narrowed as one types. */
export function DeploymentsPage(): VNode {
  const { rows, isWhole, problem } = deployments.value;
  const narrowing = useNarrowing();
  const names = new Map(clusters.value.rows.map(({ id, name }) => [id, name]));
  const where = (row: DeploymentRow): string => names.get(row.cluster_id) ?? "";
  const found = filterRows(rows, narrowing, (row) =>
    [row.name, row.image, row.status, where(row), row.region ?? "", row.app_type].join(" "),
  );
  const shown = [...found].sort((one, other) => other.created_at.localeCompare(one.created_at));
  return (
    <>
      <PageHead title="Deployments" />
      <ProblemNote problem={problem} />
      {isWhole && rows.length === 0 ? (
        <FirstStep />
      ) : (
        <>
          <NarrowingBar label="Filter by name, image, cluster, region" rows={rows} />
          <p class="faint" role="status">
            {isWhole ? "" : "Reading on… "}
            {shown.length === rows.length ? `${rows.length} deployments` : `${shown.length} of ${rows.length}`}
          </p>
          {shown.length > 0 && <LongTable label="Deployments" rows={shown} columns={columnsOf(where)} />}
        </>
      )}
    </>
  );
}

function FirstStep(): VNode {
  return (
    <Empty title="Nothing is deployed yet">
      <p>
        A deployment is an application on one of your clusters.{" "}
        {clusters.value.isWhole && clusters.value.rows.length === 0
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
        <>
          <a class="row-name" href={`/deployments/${row.id}`}>
            {row.name}
          </a>
          {toneOf(row.status) === "bad" && row.error_message !== null ? (
            <span class="row-more row-bad">{row.error_message}</span>
          ) : (
            <span class="row-more mono">{row.image}</span>
          )}
        </>
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
