import type { VNode } from "preact";
import type { Item as One } from "../../../client/operation-types.ts";
import { Deed } from "../../parts/deed.tsx";
import { Item, Items } from "../../parts/items.tsx";
import { Mark } from "../../parts/mark.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { Section } from "../../parts/section.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { signOut } from "../../store/open-session.ts";
import { useAttempt } from "../../store/use-attempt.ts";
import { useItems } from "../../store/use-items.ts";
import { ACCOUNT_PLACES } from "../../view/places.ts";

/** Where the reader is signed in, each ended from here. */
export function SessionsPage(): VNode {
  const items = useItems("sessions", (limit, signal) => berth.pages("listSessions", { query: { limit } }, { signal }));
  const { problem, attempt } = useAttempt();
  return (
    <Section
      name="Your account"
      places={ACCOUNT_PLACES}
      title="Sessions"
      reads={[toCall("listSessions", {})]}
      lead="Every browser in which you are signed in. One that you do not know: end it, and change your password."
      actions={
        <>
          <Deed label="End all others" call={toCall("deleteOtherSessions", {})} touches={["sessions"]}>
            <p>You stay signed in here, and nowhere else.</p>
          </Deed>
          <Deed
            label="Sign out everywhere"
            isDangerous
            call={toCall("deleteOtherSessions", {})}
            touches={[]}
            onDone={() => attempt(signOut)}
          >
            <p>Here too. API keys and connected applications go on; they have pages of their own.</p>
          </Deed>
        </>
      }
    >
      <ProblemNote problem={problem} />
      <Items label="Sessions" items={items} empty={null}>
        {(one) => <SessionItem key={one.id} one={one} />}
      </Items>
    </Section>
  );
}

function SessionItem({ one }: Readonly<{ one: One<"listSessions"> }>): VNode {
  return (
    <Item
      title={one.user_agent ?? "A browser that did not say its name"}
      mark={one.is_current && <Mark tone="good">this one</Mark>}
      facts={[
        one.ip,
        <>
          signed in <When at={one.created_at} />
        </>,
        <>
          used <When at={one.last_used_at} />
        </>,
        <>
          ends <When at={one.expires_at} />
        </>,
      ]}
      actions={
        !one.is_current && (
          <Deed
            label="End"
            of={`the session of ${one.ip ?? "somewhere"}`}
            isDangerous
            call={toCall("deleteSession", { path: { session_id: one.id } })}
            touches={["sessions"]}
          >
            <p>Whoever uses it is signed out at once.</p>
          </Deed>
        )
      }
    />
  );
}
