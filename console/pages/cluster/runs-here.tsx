import type { VNode } from "preact";
import { Empty } from "../../parts/empty.tsx";
import { StatusMark } from "../../parts/status-mark.tsx";
import { databases, deployments } from "../../store/kinds.ts";
import { may } from "../../store/may.ts";

type Carried = Readonly<{ id: string; name: string; status: string; kind: string; href: string; more: string }>;

/** Lists what a cluster carries, as far as it is known. */
export function carriedBy(clusterId: string): readonly Carried[] {
  const isHere = (row: Readonly<{ cluster_id: string }>): boolean => row.cluster_id === clusterId;
  return [
    ...databases.value.rows
      .filter(isHere)
      .map((row) => ({ ...row, kind: "Database", href: `/databases/${row.id}`, more: row.engine })),
    ...deployments.value.rows
      .filter(isHere)
      .map((row) => ({ ...row, kind: "Deployment", href: `/deployments/${row.id}`, more: row.image })),
  ];
}

/** What runs on a cluster. */
export function RunsHere({ clusterId }: Readonly<{ clusterId: string }>): VNode {
  const carried = carriedBy(clusterId);
  const isWhole = deployments.value.isWhole && databases.value.isWhole;
  if (carried.length === 0)
    return isWhole ? (
      <Empty title="Nothing runs here yet">
        <p class="actions">
          {may("createDeployment") && (
            <a href={`/deployments/new?cluster=${clusterId}`} data-operation="createDeployment">
              Deploy something
            </a>
          )}
          {may("createDatabase") && (
            <a href={`/databases/new?cluster=${clusterId}`} data-operation="createDatabase">
              Make a database
            </a>
          )}
        </p>
      </Empty>
    ) : (
      <p role="status">Reading…</p>
    );
  return (
    <table class="table" aria-label="What runs here">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Kind</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {carried.map(({ id, name, kind, href, status, more }) => (
          <tr key={id}>
            <td data-name="Name">
              <a class="row-name" href={href}>
                {name}
              </a>
              <span class="row-more row-whole mono">{more}</span>
            </td>
            <td data-name="Kind">{kind}</td>
            <td data-name="State">
              <StatusMark phase={status} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
