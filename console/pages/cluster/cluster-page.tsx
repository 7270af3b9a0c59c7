import type { VNode } from "preact";
import { useRoute } from "preact-iso";
import type { Output } from "../../../client/operation-types.ts";
import { Card } from "../../parts/card.tsx";
import { Conditions } from "../../parts/conditions.tsx";
import { Facts } from "../../parts/facts.tsx";
import { NotHere } from "../../parts/not-here.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { Trail } from "../../parts/trail.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { deployments } from "../../store/kinds.ts";
import { useLive } from "../../store/use-live.ts";

type Cluster = Output<"getCluster">;

/** One cluster: what it is, what was observed, and what runs on it. */
export function ClusterPage(): VNode {
  const id = useRoute().params["id"] ?? "";
  const { value, problem } = useLive(id, "cluster", (signal) =>
    berth.getCluster({ path: { cluster_id: id } }, { signal }),
  );
  if (problem?.code === "not_found") return <NotHere what="This cluster" href="/clusters" all="All clusters" />;
  if (value === undefined)
    return problem === undefined ? <p role="status">Reading…</p> : <ProblemNote problem={problem} />;
  return (
    <>
      <PageHead title={value.name} above={<Trail href="/clusters" name="Clusters" phase={value.status} />} />
      <ProblemNote problem={problem} />
      {value.error_message !== null && <p class="note note-bad">{value.error_message}</p>}
      <div class="halves">
        <Card id="facts" title="What it is">
          <ClusterFacts cluster={value} />
        </Card>
        <Card id="conditions" title="What was observed">
          <Conditions conditions={value.conditions} />
        </Card>
      </div>
    </>
  );
}

function ClusterFacts({ cluster }: Readonly<{ cluster: Cluster }>): VNode {
  const carried = deployments.value.rows.filter(({ cluster_id: id }) => id === cluster.id).length;
  const nodes = cluster.autoscaling_enabled ? `${cluster.min_nodes ?? 0} to ${cluster.max_nodes ?? 0}, by load` : null;
  return (
    <Facts
      facts={[
        ["Where", `${cluster.provider}, ${cluster.region}`],
        ["Tier", cluster.tier],
        ["Kubernetes", cluster.kubernetes_version],
        ["Upgrade", cluster.upgrade_available ? "A newer version is there" : null],
        ["Nodes", cluster.node_count],
        ["Autoscaling", nodes],
        ["Server type", cluster.server_type],
        ["Components", cluster.component_bundle_version],
        ["Imported", cluster.is_imported ? "Yes: it stays yours" : null],
        ["Deployments", <a href={`/deployments?q=${encodeURIComponent(cluster.name)}`}>{carried} on it</a>],
        ["Made", <When at={cluster.created_at} />],
        ["Last observed", cluster.observed_at === null ? "never" : <When at={cluster.observed_at} />],
      ]}
    />
  );
}
