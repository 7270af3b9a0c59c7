import type { VNode } from "preact";
import type { FormWithin } from "../form-bodies.ts";
import type { CallParts } from "../../client/calls.ts";
import type { OperationId } from "../../client/operation-types.ts";
import { berth } from "../store/berth.ts";
import type { Call } from "../store/call.ts";
import { fieldsWithin, saidOf } from "../store/fields-of.ts";
import { touch } from "../store/live.ts";
import { ownership } from "../store/session.ts";
import { useEvery } from "../store/use-every.ts";
import { useItems } from "../store/use-items.ts";
import { useLive } from "../store/use-live.ts";
import { ALERTS_EVERY_MS, figuresOf, rulesIn, type HoldingRules } from "../view/alerts.ts";
import { textsOf } from "../view/form-fields.ts";
import { AlertItem } from "./alert-item.tsx";
import { Card } from "./card.tsx";
import { Deed } from "./deed.tsx";
import { Item, Items } from "./items.tsx";
import { Mark } from "./mark.tsx";
import { ProblemNote } from "./problem-note.tsx";

type Read = Readonly<{ data: HoldingRules; etag: string | undefined }>;
type Given = Readonly<{
  /** The resource. */
  id: string;
  read: (signal: AbortSignal) => Promise<Read>;
  /** The operation that sets its rules, its path, and the body that it takes. */
  change: OperationId;
  path: NonNullable<CallParts["path"]>;
  body: FormWithin;
}>;

/** What people are told of without asking: what fires, what did, and the rules by which it begins. */
export function AlertsTab({ id, read, change, path, body }: Given): VNode {
  const [list, rules] = [`alerts ${id}`, `alert rules ${id}`];
  const items = useItems(list, (limit, signal) =>
    berth.pages("listAlerts", { query: { ...ownership.value, resource_id: id, limit } }, { signal }),
  );
  const holding = useLive(rules, id, read);
  useEvery(ALERTS_EVERY_MS, () => touch(list));
  const { data, etag } = holding.value ?? {};
  return (
    <>
      <Items label="Alerts" items={items} empty={<p class="note">No alert has begun in the last 90 days.</p>}>
        {(alert) => <AlertItem key={alert.id} alert={alert} said={saidOf(body, alert.rule)} />}
      </Items>
      <Card id="alert-rules" title="Rules">
        <p class="faint">
          Alerts go to webhooks, and by mail to owners and admins: once when they begin, once when they end.
        </p>
        <ProblemNote problem={holding.problem} />
        {data === undefined && holding.problem === undefined && <p role="status">Reading…</p>}
        {data !== undefined && (
          <ul class="told items" aria-label="Rules">
            {rulesIn(data).map((rule) => (
              <Rule
                key={rule.name}
                {...rule}
                call={{ id: change, input: { path, header: { "If-Match": etag }, body: {} } }}
                body={body}
                touches={[rules, list]}
              />
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}

type Ruled = Readonly<{
  name: string;
  members: Readonly<Record<string, unknown>>;
  call: Call;
  body: FormWithin;
  touches: readonly string[];
}>;

function Rule({ name, members, call, body, touches }: Ruled): VNode {
  const fields = fieldsWithin(body, name);
  const beginning = textsOf(fields, members);
  const isOn = members["enabled"] === true;
  const said = saidOf(body, name);
  return (
    <Item
      title={said}
      mark={<Mark tone={isOn ? "good" : "quiet"}>{isOn ? "on" : "off"}</Mark>}
      facts={figuresOf(fields, members)}
      actions={
        <Deed
          label="Change rule"
          of={`“${said}”`}
          call={call}
          form={{ fields, within: name, beginning, isWhole: true }}
          touches={touches}
        />
      }
    />
  );
}
