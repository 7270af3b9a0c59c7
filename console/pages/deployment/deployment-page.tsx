import type { VNode } from "preact";
import { useRoute } from "preact-iso";
import type { Output } from "../../../client/operation-types.ts";
import { ActionBar } from "../../parts/action-bar.tsx";
import { AlertsTab } from "../../parts/alerts-tab.tsx";
import { LivePage } from "../../parts/live-page.tsx";
import { MetricsTab } from "../../parts/metrics-tab.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { readsOf, Tabs, useTab } from "../../parts/tabs.tsx";
import { Trail } from "../../parts/trail.tsx";
import { berth } from "../../store/berth.ts";
import { may } from "../../store/may.ts";
import { visit } from "../../store/session.ts";
import { deploymentActions } from "../../view/deployment-actions.ts";
import { ChainPicture } from "./chain-picture.tsx";
import { ConfigurationTab } from "./configuration-tab.tsx";
import { DeploymentDialogs } from "./deployment-dialogs.tsx";
import { EventsTab } from "./events-tab.tsx";
import { LogsTab } from "./logs-tab.tsx";
import { Overview } from "./overview.tsx";
import { PreviewsTab } from "./previews-tab.tsx";
import { RevisionsTab } from "./revisions-tab.tsx";
import { RunsTab } from "./runs-tab.tsx";
import { Sleep } from "./sleep.tsx";
import { TerminalTab } from "./terminal-tab.tsx";

const TABS = [
  { id: "overview", name: "Overview", reads: "getDeploymentStatus" },
  { id: "configuration", name: "Configuration" },
  { id: "events", name: "Events", reads: "listDeploymentEvents" },
  { id: "logs", name: "Logs", reads: "streamDeploymentLogs" },
  { id: "runs", name: "Runs", reads: "listDeploymentRuns" },
  { id: "terminal", name: "Terminal", operation: "execInDeployment" },
  { id: "metrics", name: "Metrics", reads: "getDeploymentMetrics" },
  { id: "alerts", name: "Alerts", reads: "getDeploymentAlertRules" },
  { id: "revisions", name: "Revisions", reads: "listDeploymentRevisions" },
  { id: "previews", name: "Previews", reads: "listDeploymentPreviews" },
] as const;

/** One deployment: where its newest change is, what was observed, and what can be done. */
export function DeploymentPage(): VNode {
  const id = useRoute().params["id"] ?? "";
  const path = { deployment_id: id };
  const read = async (signal: AbortSignal): Promise<Told> => {
    const [deployment, status] = await Promise.all([
      berth.getDeployment({ path }, { signal }),
      berth.getDeploymentStatus({ path }, { signal }),
    ]);
    return { deployment: visit(deployment), status };
  };
  return (
    <LivePage id={id} read={read} what="This deployment" all={{ href: "/deployments", name: "All deployments" }}>
      {(told) => <Known {...told} />}
    </LivePage>
  );
}

type Deployment = Output<"getDeployment">;
type Told = Readonly<{ deployment: Deployment; status: Output<"getDeploymentStatus"> }>;

function Known({ deployment, status }: Told): VNode {
  // What a chart runs, and how it is set up, is its own.
  const tabs = TABS.filter(({ id }) => (id !== "runs" && id !== "configuration") || deployment.app_type !== "helm");
  const tab = useTab(tabs);
  const parts: Readonly<Record<string, Part>> = PARTS;
  const { id, name, status: phase } = deployment;
  const path = { deployment_id: id };
  return (
    <>
      <PageHead
        title={name}
        above={
          <Trail href="/deployments" name="Deployments" phase={phase}>
            <Sleep deployment={deployment} />
          </Trail>
        }
        reads={readsOf(
          "getDeployment",
          TABS.find((one) => one.id === tab),
          path,
        )}
      >
        <ActionBar actions={deploymentActions(deployment).filter(({ operation }) => may(operation))} />
      </PageHead>
      <DeploymentDialogs deployment={deployment} />
      <ChainPicture status={status} />
      <Tabs tabs={tabs} label="Parts of this deployment" />
      {parts[tab]?.(deployment)}
    </>
  );
}

type Part = (deployment: Deployment) => VNode;
/** What each tab shows. */
const PARTS: Readonly<Record<(typeof TABS)[number]["id"], Part>> = {
  overview: (deployment) => <Overview deployment={deployment} />,
  configuration: (deployment) => <ConfigurationTab deployment={deployment} />,
  events: ({ id }) => <EventsTab id={id} />,
  logs: ({ id }) => <LogsTab id={id} />,
  runs: (deployment) => <RunsTab deployment={deployment} />,
  terminal: ({ id }) => <TerminalTab id={id} />,
  metrics: ({ id }) => <Metrics id={id} />,
  alerts: ({ id }) => <Alerts id={id} />,
  revisions: ({ id }) => <RevisionsTab id={id} />,
  previews: (deployment) => <PreviewsTab deployment={deployment} />,
};

function Metrics({ id }: Readonly<{ id: string }>): VNode {
  const path = { deployment_id: id };
  return (
    <MetricsTab
      id={id}
      now={(signal) => berth.getDeploymentMetrics({ path }, { signal })}
      history={(query, signal) => berth.getDeploymentMetricsHistory({ path, query }, { signal })}
    />
  );
}

function Alerts({ id }: Readonly<{ id: string }>): VNode {
  const path = { deployment_id: id };
  return (
    <AlertsTab
      id={id}
      read={(signal) => berth.ask("getDeploymentAlertRules", { path }, { signal })}
      change="updateDeploymentAlertRules"
      path={path}
      body="DeploymentAlertRulesUpdate"
    />
  );
}
