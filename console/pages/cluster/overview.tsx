import type { VNode } from "preact";
import type { Output } from "../../../client/operation-types.ts";
import { Card } from "../../parts/card.tsx";
import { Conditions } from "../../parts/conditions.tsx";
import { Facts } from "../../parts/facts.tsx";
import { When } from "../../parts/when.tsx";

type Cluster = Output<"getCluster">;

/** What a cluster is, and what was observed of it. */
export function Overview({ cluster }: Readonly<{ cluster: Cluster }>): VNode {
  return (
    <div class="halves">
      <Card id="facts" title="What it is">
        <ClusterFacts cluster={cluster} />
      </Card>
      <Card id="conditions" title="What was observed">
        <Conditions conditions={cluster.conditions} />
      </Card>
    </div>
  );
}

function ClusterFacts({ cluster }: Readonly<{ cluster: Cluster }>): VNode {
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
        ["Locations", cluster.region_locations?.join(", ")],
        ["Components", `Channel ${cluster.component_bundle_version}`],
        ["API server", cluster.endpoint === null ? null : <code>{cluster.endpoint}</code>],
        ["Imported", cluster.is_imported ? "Yes: it stays yours" : null],
        ["Made", <When at={cluster.created_at} />],
        ["First ran", cluster.ready_at === null ? null : <When at={cluster.ready_at} />],
        ["Last observed", cluster.observed_at === null ? "never" : <When at={cluster.observed_at} />],
      ]}
    />
  );
}
