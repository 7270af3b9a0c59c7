import type { VNode } from "preact";
import type { Output } from "../../../client/operation-types.ts";
import { Deed } from "../../parts/deed.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Item, Items } from "../../parts/items.tsx";
import { Section } from "../../parts/section.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { useLive } from "../../store/use-live.ts";
import { ACCOUNT_PLACES } from "../../view/places.ts";

/** The applications that act for the reader, each disconnected from here. */
export function ApplicationsPage(): VNode {
  const { value, problem } = useLive("applications", "applications", (signal) =>
    berth.listConnectedApplications({}, { signal }),
  );
  return (
    <Section
      name="Your account"
      places={ACCOUNT_PLACES}
      title="Applications"
      reads={[toCall("listConnectedApplications", {})]}
      lead="Programs of others and agents that you let act for you."
    >
      <Items
        label="Applications"
        items={{ rows: value?.applications, problem, more: undefined }}
        empty={
          <Empty title="No application acts for you">
            <p>
              One that you connect asks here for your consent. For agents see{" "}
              <a href="/docs" target="_self">
                the reference
              </a>
              .
            </p>
          </Empty>
        }
      >
        {(one) => <ApplicationItem key={one.client_id} one={one} />}
      </Items>
    </Section>
  );
}

type Application = Output<"listConnectedApplications">["applications"][number];

function ApplicationItem({ one }: Readonly<{ one: Application }>): VNode {
  return (
    <Item
      title={one.client_name}
      facts={[
        one.client_uri !== null && <code>{one.client_uri}</code>,
        one.active_sessions === 1 ? "1 consent" : `${one.active_sessions} consents`,
        one.authorized_at !== null && (
          <>
            connected <When at={one.authorized_at} />
          </>
        ),
        one.last_used_at !== null && (
          <>
            used <When at={one.last_used_at} />
          </>
        ),
      ]}
      actions={
        <Deed
          label="Disconnect"
          of={one.client_name}
          isDangerous
          call={toCall("disconnectApplication", { path: { client_id: one.client_id } })}
          touches={["applications"]}
        >
          <p>All that you allowed it ends: its next call is refused.</p>
        </Deed>
      }
    />
  );
}
