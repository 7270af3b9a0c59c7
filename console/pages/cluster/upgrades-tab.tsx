import type { VNode } from "preact";
import type { Output } from "../../../client/operation-types.ts";
import { Deed } from "../../parts/deed.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Findings } from "../../parts/findings.tsx";
import { Mark } from "../../parts/mark.tsx";
import { Moment } from "../../parts/moment.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { fieldsOf } from "../../store/fields-of.ts";
import { useLive } from "../../store/use-live.ts";
import { isUpgradeWaiting, outcomeTone } from "../../view/outcomes.ts";

type Upgrade = Output<"listUpgrades">["upgrades"][number];

/** What every change of an upgrade is told as. */
const KIND = "UpgradeRequest";
const DATE = fieldsOf("UpgradeSchedule");

/** The upgrades of a cluster, asked for, under way and over: what each waits for, and who may let it go on. */
export function UpgradesTab({ id }: Readonly<{ id: string }>): VNode {
  const { value, problem } = useLive(KIND, id, (signal) =>
    berth.listUpgrades({ path: { cluster_id: id }, query: { limit: 20 } }, { signal }),
  );
  return (
    <>
      <ProblemNote problem={problem} />
      {value?.upgrades.length === 0 && (
        <Empty title="No upgrade was asked for yet">
          <p>
            Whoever asks for one names the version; whoever approves it lets it begin, now or at a time of their own.
          </p>
        </Empty>
      )}
      {(value?.upgrades ?? []).map((one) => (
        <OneUpgrade key={one.id} upgrade={one} />
      ))}
    </>
  );
}

function OneUpgrade({ upgrade }: Readonly<{ upgrade: Upgrade }>): VNode {
  const { status, from_version: from, to_version: to, requested_at: at, error_message: fault } = upgrade;
  const { scheduled_date: date, step, upgrade_notes: notes, preflight } = upgrade;
  const findings = (preflight?.findings ?? []) as Parameters<typeof Findings>[0]["findings"];
  return (
    <section class="card stack" aria-label={`Upgrade to ${to}`}>
      <div class="head">
        <h2>
          {from} → {to} <Mark tone={outcomeTone(status)}>{status.replaceAll("_", " ")}</Mark>
        </h2>
        <div class="actions">
          <UpgradeDeeds upgrade={upgrade} />
        </div>
      </div>
      <p class="faint">
        Asked for <When at={at} />
        {date !== null && isUpgradeWaiting(status) && (
          <>
            , to begin <Moment at={date} />
          </>
        )}
        {step !== null && `, at the step: ${step}`}
      </p>
      {notes !== null && <p>{notes}</p>}
      {fault !== null && <p class={status === "failed" ? "note note-bad" : "note"}>{fault}</p>}
      {findings.length > 0 && <Findings findings={findings} label={`What was found before the upgrade to ${to}`} />}
    </section>
  );
}

/** What can be said to an upgrade that has changed nothing yet. */
function UpgradeDeeds({ upgrade: { id, status, to_version: to } }: Readonly<{ upgrade: Upgrade }>): VNode | null {
  const isWaiting = isUpgradeWaiting(status);
  if (!isWaiting && status !== "preflight") return null;
  const path = { upgrade_id: id };
  const deeds = { of: to, touches: [KIND] };
  return (
    <>
      {status === "pending" && (
        <>
          <Deed {...deeds} call={toCall("approveUpgrade", { path })} label="Approve" isFirst>
            <p>It is looked at once more, then the control plane and the nodes are replaced one after the other.</p>
          </Deed>
          <Deed {...deeds} call={toCall("rejectUpgrade", { path })} label="Reject" />
        </>
      )}
      {isWaiting && (
        <Deed {...deeds} call={{ id: "scheduleUpgrade", input: { path } }} label="Set a date" form={{ fields: DATE }} />
      )}
      <Deed {...deeds} call={toCall("cancelUpgrade", { path })} label="Take it back" />
    </>
  );
}
