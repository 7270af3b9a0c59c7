import type { VNode } from "preact";
import { formatAmount, type Unit } from "../view/amounts.ts";
import type { Usage } from "../view/plots.ts";
import { When } from "./when.tsx";

type Row = Readonly<{
  name: string;
  ready: boolean;
  cpu_millicores: Usage["cpu_millicores"];
  memory_bytes: Usage["memory_bytes"];
  last: VNode | string;
}>;

/** What each pod takes, of a cluster each node. */
export function UsageTable({ usage }: Readonly<{ usage: Usage }>): VNode | null {
  const ofNodes = "nodes" in usage;
  const title = ofNodes ? "Nodes" : "Pods";
  const last = ofNodes ? "Pods" : "Restarts";
  const rows = rowsOf(usage);
  if (rows.length === 0) return null;
  return (
    <table class="table usage-table" aria-label={`${title} and what they take`}>
      <thead>
        <tr>
          {["Name", "State", "CPU", "Memory", last].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <td data-name="Name">
              <code>{row.name}</code>
            </td>
            <td data-name="State">
              <span class={`status status-${row.ready ? "good" : "bad"}`}>{row.ready ? "ready" : "not ready"}</span>
            </td>
            <td data-name="CPU">{said(row.cpu_millicores, "millicores")}</td>
            <td data-name="Memory">{said(row.memory_bytes, "bytes")}</td>
            <td data-name={last}>{row.last}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function rowsOf(usage: Usage): readonly Row[] {
  if ("nodes" in usage)
    return usage.nodes.map((node) => ({
      ...node,
      last: node.pods_max === null ? String(node.pod_count) : `${node.pod_count} of ${node.pods_max}`,
    }));
  return usage.pods.map((pod) => ({ ...pod, last: <Restarts pod={pod} /> }));
}

type Pod = Extract<Usage, { pods: unknown }>["pods"][number];

function Restarts({ pod }: Readonly<{ pod: Pod }>): VNode {
  const { restarts, last_restart_at: at, last_restart_reason: reason } = pod;
  return (
    <>
      {restarts}
      {restarts > 0 && (reason !== null || at !== null) && (
        <span class="faint">
          {" "}
          the last {reason !== null && <code>{reason}</code>} {at !== null && <When at={at} />}
        </span>
      )}
    </>
  );
}

function said({ used, limit }: Usage["cpu_millicores"], unit: Unit): string {
  const now = used === null ? "–" : formatAmount(used, unit);
  return limit === null ? now : `${now} of ${formatAmount(limit, unit)}`;
}
