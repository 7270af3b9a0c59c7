import type { VNode } from "preact";
import { useRoute } from "preact-iso";
import type { Output } from "../../../client/operation-types.ts";
import { CommandButton } from "../../parts/command-button.tsx";
import { Card } from "../../parts/card.tsx";
import { Conditions } from "../../parts/conditions.tsx";
import { Facts } from "../../parts/facts.tsx";
import { LivePage } from "../../parts/live-page.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Trail } from "../../parts/trail.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { deployments } from "../../store/kinds.ts";

type Cluster = Output<"getCluster">;

/** One cluster: what it is, what was observed, and what runs on it. */
export function ClusterPage(): VNode {
  const id = useRoute().params["id"] ?? "";
  const path = { cluster_id: id };
  return (
    <LivePage
      id={id}
      read={(signal) => berth.getCluster({ path }, { signal })}
      what="This cluster"
      all={{ href: "/clusters", name: "All clusters" }}
    >
      {(cluster) => <Known cluster={cluster} />}
    </LivePage>
  );
}

function Known({ cluster }: Readonly<{ cluster: Cluster }>): VNode {
  const { name, status, error_message: fault } = cluster;
  return (
    <>
      <PageHead title={name} above={<Trail href="/clusters" name="Clusters" phase={status} />}>
        <CommandButton call={toCall("getCluster", { path: { cluster_id: cluster.id } })} />
      </PageHead>
      {fault !== null && <p class="note note-bad">{fault}</p>}
      <div class="halves">
        <Card id="facts" title="What it is">
          <ClusterFacts cluster={cluster} />
        </Card>
        <Card id="conditions" title="What was observed">
          <Conditions conditions={cluster.conditions} />
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
