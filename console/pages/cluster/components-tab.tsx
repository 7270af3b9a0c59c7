import type { VNode } from "preact";
import type { Output } from "../../../client/operation-types.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { berth } from "../../store/berth.ts";
import { useLive } from "../../store/use-live.ts";

type Component = Output<"getClusterBundle">["components"][number];

/** The platform's components on a cluster: what is there, and what is wrong with which. */
export function ComponentsTab({ id }: Readonly<{ id: string }>): VNode {
  const { value, problem } = useLive(id, "bundle", (signal) =>
    berth.getClusterBundle({ path: { cluster_id: id } }, { signal }),
  );
  return (
    <>
      <ProblemNote problem={problem} />
      {value !== undefined && (
        <>
          <p>
            Channel <b>{value.version}</b>:{" "}
            {value.applied ? "all is there as wanted." : (value.message ?? "on its way.")}
          </p>
          <table class="table" aria-label="Components">
            <thead>
              <tr>
                <th scope="col">Component</th>
                <th scope="col">State</th>
                <th scope="col">Version</th>
              </tr>
            </thead>
            <tbody>
              {value.components.map((one) => (
                <Row key={one.component} component={one} />
              ))}
            </tbody>
          </table>
        </>
      )}
    </>
  );
}

function Row({ component: one }: Readonly<{ component: Component }>): VNode {
  const [tone, word] = one.skipped ? ["quiet", "left out"] : one.applied ? ["good", "there"] : ["moving", "on its way"];
  const { found_version: found, wanted_version: wanted } = one;
  return (
    <tr>
      <td data-name="Component">
        <b>{one.component}</b>
        <span class="row-more row-whole">{one.message ?? one.reason ?? one.purpose}</span>
      </td>
      <td data-name="State">
        <span class={`status status-${tone}`}>{word}</span>
      </td>
      <td data-name="Version">{found === wanted ? (found ?? "–") : `${found ?? "none"} → ${wanted ?? "none"}`}</td>
    </tr>
  );
}
