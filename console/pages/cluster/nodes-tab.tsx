import type { VNode } from "preact";
import { Empty } from "../../parts/empty.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { berth } from "../../store/berth.ts";
import { useLive } from "../../store/use-live.ts";

type Given = Readonly<{ id: string; serverType: string | null }>;

/** The nodes as they were last seen; while they are replaced, how far that is. */
export function NodesTab({ id, serverType }: Given): VNode {
  const { value, problem } = useLive(id, "nodes", (signal) =>
    berth.listClusterNodes({ path: { cluster_id: id } }, { signal }),
  );
  const nodes = value?.nodes ?? [];
  const isOther = (type: string | null): boolean => serverType !== null && type !== null && type !== serverType;
  const others = nodes.filter((node) => isOther(node.server_type)).length;
  return (
    <>
      <ProblemNote problem={problem} />
      {value !== undefined && nodes.length === 0 && (
        <Empty title="No node was seen yet">
          <p>A shared cluster has none of its own; others show theirs once they run.</p>
        </Empty>
      )}
      {others > 0 && (
        <p class="note" role="status">
          {nodes.length - others} of {nodes.length} nodes are of the type <code>{serverType}</code>.
        </p>
      )}
      {nodes.length > 0 && (
        <table class="table" aria-label="Nodes">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">State</th>
              <th scope="col">Type</th>
              <th scope="col">Kubernetes</th>
            </tr>
          </thead>
          <tbody>
            {nodes.map(({ name, ready, schedulable, server_type: type, kubelet_version: version }) => (
              <tr key={name}>
                <td data-name="Name">
                  <code>{name}</code>
                </td>
                <td data-name="State">
                  <span class={`status status-${ready ? "good" : "bad"}`}>{ready ? "ready" : "not ready"}</span>
                  {!schedulable && <span class="faint"> takes no new pods</span>}
                </td>
                <td data-name="Type">{type ?? "–"}</td>
                <td data-name="Kubernetes">{version}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
