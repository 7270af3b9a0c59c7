import type { VNode } from "preact";
import { useRoute } from "preact-iso";
import type { Output } from "../../../client/operation-types.ts";
import { NotHere } from "../../parts/not-here.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { Tabs, useTab } from "../../parts/tabs.tsx";
import { Trail } from "../../parts/trail.tsx";
import { berth } from "../../store/berth.ts";
import { organization } from "../../store/session.ts";
import { useLive } from "../../store/use-live.ts";
import { mayChange } from "../../view/may.ts";
import { ChainPicture } from "./chain-picture.tsx";
import { DeploymentActions } from "./deployment-actions.tsx";
import { EventsTab } from "./events-tab.tsx";
import { LogsTab } from "./logs-tab.tsx";
import { Overview } from "./overview.tsx";
import { RevisionsTab } from "./revisions-tab.tsx";

const TABS = [
  { id: "overview", name: "Overview" },
  { id: "events", name: "Events" },
  { id: "logs", name: "Logs" },
  { id: "revisions", name: "Revisions" },
] as const;

/** One deployment: where its newest change is, what was observed, and what can be done. */
export function DeploymentPage(): VNode {
  const id = useRoute().params["id"] ?? "";
  const path = { deployment_id: id };
  const { value, problem } = useLive(id, "deployment", async (signal) => {
    const [deployment, status] = await Promise.all([
      berth.getDeployment({ path }, { signal }),
      berth.getDeploymentStatus({ path }, { signal }),
    ]);
    return { deployment, status };
  });
  if (problem?.code === "not_found")
    return <NotHere what="This deployment" href="/deployments" all="All deployments" />;
  if (value === undefined)
    return problem === undefined ? <p role="status">Reading…</p> : <ProblemNote problem={problem} />;
  return (
    <>
      <ProblemNote problem={problem} />
      <Known {...value} />
    </>
  );
}

type Told = Readonly<{ deployment: Output<"getDeployment">; status: Output<"getDeploymentStatus"> }>;

function Known({ deployment, status }: Told): VNode {
  const tab = useTab(TABS);
  const { id, name, status: phase } = deployment;
  const isChangeable = mayChange(organization.value?.current_user_role, "deployments");
  return (
    <>
      <PageHead title={name} above={<Trail href="/deployments" name="Deployments" phase={phase} />}>
        {isChangeable && <DeploymentActions deployment={deployment} />}
      </PageHead>
      <ChainPicture status={status} />
      <Tabs tabs={TABS} label="Parts of this deployment" />
      {tab === "overview" && <Overview deployment={deployment} />}
      {tab === "events" && <EventsTab id={id} />}
      {tab === "logs" && <LogsTab id={id} />}
      {tab === "revisions" && <RevisionsTab id={id} isChangeable={isChangeable} />}
    </>
  );
}
