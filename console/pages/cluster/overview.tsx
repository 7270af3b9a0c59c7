import type { VNode } from "preact";
import type { Output } from "../../../client/operation-types.ts";
import { Facts } from "../../parts/facts.tsx";
import { Observed } from "../../parts/observed.tsx";
import { When } from "../../parts/when.tsx";

type Cluster = Output<"getCluster">;

/** How requests come to what runs there; the action Channel changes it. */
const ROUTING: Readonly<Record<Cluster["routing"], string>> = {
  ingress: "Ingress",
  both: "Ingress and the Gateway API",
  gateway: "The Gateway API",
};

/** What a cluster is, and what was observed of it. */
export function Overview({ cluster }: Readonly<{ cluster: Cluster }>): VNode {
  return (
    <Observed conditions={cluster.conditions}>
      <ClusterFacts cluster={cluster} />
    </Observed>
  );
}

const codeOf = (text: string | null): VNode | null => (text === null ? null : <code>{text}</code>);

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
        ["Requests come by", ROUTING[cluster.routing]],
        ["API server", codeOf(cluster.endpoint)],
        ["Requests come in at", codeOf(cluster.gateway_address)],
        ["Imported", cluster.is_imported ? "Yes: it stays yours" : null],
        ["Made", <When at={cluster.created_at} />],
        ["First ran", cluster.ready_at === null ? null : <When at={cluster.ready_at} />],
        ["Last observed", cluster.observed_at === null ? "never" : <When at={cluster.observed_at} />],
      ]}
    />
  );
}
