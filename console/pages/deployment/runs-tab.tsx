import type { VNode } from "preact";
import type { Item as One, Output } from "../../../client/operation-types.ts";
import { Deed } from "../../parts/deed.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Item, Items } from "../../parts/items.tsx";
import { Mark } from "../../parts/mark.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { fieldsOf } from "../../store/fields-of.ts";
import { touch } from "../../store/live.ts";
import { useEvery } from "../../store/use-every.ts";
import { useItems } from "../../store/use-items.ts";
import { isJob } from "../../view/deployment-actions.ts";
import { factsOf, isUnderWay, RUNS_EVERY_MS, runsOf, runTone, sayRun } from "../../view/runs.ts";
import { Schedule } from "./schedule.tsx";

type Given = Readonly<{ deployment: Output<"getDeployment"> }>;

const FIELDS = fieldsOf("RunCreateRequest");

/** What ran once: asked for, before a release, or by a schedule; each with how it went, its log, and the way to end it. */
export function RunsTab({ deployment }: Given): VNode {
  const { id } = deployment;
  const list = runsOf(id);
  const items = useItems(list, (limit, signal) =>
    berth.pages("listDeploymentRuns", { path: { deployment_id: id }, query: { limit } }, { signal }),
  );
  const isBusy = items.rows?.some(isUnderWay) === true;
  useEvery(isBusy ? RUNS_EVERY_MS.underWay : RUNS_EVERY_MS.atRest, () => touch(list));
  return (
    <>
      <div class="head">
        <p>
          <Schedule deployment={deployment} />
        </p>
        {!isJob(deployment) && (
          <Deed
            label="Run a command"
            call={toCall("createDeploymentRun", { path: { deployment_id: id }, body: {} })}
            form={{ fields: FIELDS, common: ["command"] }}
            touches={[list]}
          />
        )}
      </div>
      <Items label="Runs" items={items} empty={<NoRuns deployment={deployment} />}>
        {(run) => <RunItem key={run.id} run={run} list={list} />}
      </Items>
    </>
  );
}

function NoRuns({ deployment }: Given): VNode {
  return (
    <Empty title="Nothing has run lately">
      <p>
        {isJob(deployment)
          ? "A run is a pod of its own that ends. Each stands here with how it went, for as long as it is kept."
          : "A run is a command that ends, in a pod of its own with this image and environment: a migration, a report."}
      </p>
    </Empty>
  );
}

function RunItem({ run, list }: Readonly<{ run: One<"listDeploymentRuns">; list: string }>): VNode {
  const { id, deployment_id: deploymentId, status, created_at: made, started_at: started, expires_at: end } = run;
  const said = sayRun(run);
  return (
    <Item
      title={<code>{said}</code>}
      mark={<Mark tone={runTone(run)}>{status}</Mark>}
      facts={[
        ...factsOf(run),
        <>
          {started === null ? "asked for" : "began"} <When at={started ?? made} />
        </>,
        end !== null && (
          <>
            shown until <When at={end} />
          </>
        ),
      ]}
      actions={
        <>
          <a class="button" href={`/deployments/${deploymentId}?tab=logs&run=${id}`} aria-label={`Log of ${said}`}>
            Log
          </a>
          {isUnderWay(run) && (
            <Deed
              label="Cancel"
              of={said}
              isDangerous
              call={toCall("cancelDeploymentRun", { path: { deployment_id: deploymentId, run_id: id } })}
              touches={[list]}
            >
              <p>Its pod is told to end, and gets the deployment's grace to do so.</p>
            </Deed>
          )}
        </>
      }
    />
  );
}
