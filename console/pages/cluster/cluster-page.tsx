import type { VNode } from "preact";
import { useRoute } from "preact-iso";
import type { Output } from "../../../client/operation-types.ts";
import { ActionBar } from "../../parts/action-bar.tsx";
import { LivePage } from "../../parts/live-page.tsx";
import { MetricsTab } from "../../parts/metrics-tab.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { readsOf, Tabs, useTab } from "../../parts/tabs.tsx";
import { Trail } from "../../parts/trail.tsx";
import { berth } from "../../store/berth.ts";
import { may } from "../../store/may.ts";
import { visit } from "../../store/session.ts";
import { clusterActions } from "../../view/cluster-actions.ts";
import { ClusterDialogs } from "./cluster-dialogs.tsx";
import { ComponentsTab } from "./components-tab.tsx";
import { NodesTab } from "./nodes-tab.tsx";
import { Overview } from "./overview.tsx";
import { RunsHere } from "./runs-here.tsx";
import { UpgradesTab } from "./upgrades-tab.tsx";

const TABS = [
  { id: "overview", name: "Overview" },
  { id: "runs-here", name: "Runs here" },
  { id: "nodes", name: "Nodes", reads: "listClusterNodes" },
  { id: "metrics", name: "Metrics", reads: "getClusterMetrics" },
  { id: "upgrades", name: "Upgrades", reads: "listUpgrades" },
  { id: "components", name: "Components", reads: "getClusterBundle" },
] as const;

/** One cluster: what it is, what runs on it, and what can be done. */
export function ClusterPage(): VNode {
  const id = useRoute().params["id"] ?? "";
  const path = { cluster_id: id };
  return (
    <LivePage
      id={id}
      read={async (signal) => visit(await berth.getCluster({ path }, { signal }))}
      what="This cluster"
      all={{ href: "/clusters", name: "All clusters" }}
    >
      {(cluster) => <Known cluster={cluster} />}
    </LivePage>
  );
}

type Given = Readonly<{ cluster: Output<"getCluster"> }>;

function Known({ cluster }: Given): VNode {
  const tab = useTab(TABS);
  const { id, name, status, error_message: fault, server_type: serverType } = cluster;
  return (
    <>
      <PageHead
        title={name}
        above={<Trail href="/clusters" name="Clusters" phase={status} />}
        reads={readsOf(
          "getCluster",
          TABS.find((one) => one.id === tab),
          { cluster_id: id },
        )}
      >
        <ActionBar actions={clusterActions(cluster).filter(({ operation }) => may(operation))} />
      </PageHead>
      <ClusterDialogs cluster={cluster} />
      {fault !== null && <p class="note note-bad">{fault}</p>}
      <Tabs tabs={TABS} label="Parts of this cluster" />
      {tab === "overview" && <Overview cluster={cluster} />}
      {tab === "runs-here" && <RunsHere clusterId={id} />}
      {tab === "nodes" && <NodesTab id={id} serverType={serverType} />}
      {tab === "metrics" && (
        <MetricsTab
          id={id}
          now={(signal) => berth.getClusterMetrics({ path: { cluster_id: id } }, { signal })}
          history={(query, signal) => berth.getClusterMetricsHistory({ path: { cluster_id: id }, query }, { signal })}
        />
      )}
      {tab === "upgrades" && <UpgradesTab id={id} />}
      {tab === "components" && <ComponentsTab id={id} />}
    </>
  );
}
