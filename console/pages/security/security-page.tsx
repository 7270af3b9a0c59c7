import type { VNode } from "preact";
import { Card } from "../../parts/card.tsx";
import { Deed } from "../../parts/deed.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Mark } from "../../parts/mark.tsx";
import { Section } from "../../parts/section.tsx";
import { toCall } from "../../store/call.ts";
import { fieldsOf } from "../../store/fields-of.ts";
import { session } from "../../store/session.ts";
import { ACCOUNT_PLACES } from "../../view/places.ts";
import { SecondFactors } from "./second-factors.tsx";

const FIELDS = fieldsOf("PasswordChange");

/** Who the reader is, and how they prove it. */
export function SecurityPage(): VNode {
  return (
    <Section
      name="Your account"
      places={ACCOUNT_PLACES}
      title="Sign-in"
      reads={[toCall("getMe", {}), toCall("listSecondFactors", {})]}
    >
      <Card id="who" title="Who you are">
        <Who />
        <div class="actions">
          <Deed
            label="Change password"
            call={toCall("changePassword", { body: { new_password: "" } })}
            form={{ fields: FIELDS }}
            touches={["sessions"]}
          >
            <p>Every other session of yours ends with it.</p>
          </Deed>
        </div>
      </Card>
      <SecondFactors />
    </Section>
  );
}

function Who(): VNode | null {
  const now = session.value;
  if (now.state !== "in") return null;
  const { name, email, email_verified: isVerified, is_platform_admin: isAdmin } = now.me;
  return (
    <Facts
      facts={[
        ["Name", name],
        ["E-mail", email],
        ["Address", isVerified ? <Mark tone="good">proven</Mark> : <Mark tone="quiet">not proven yet</Mark>],
        ["Platform", isAdmin ? "You are one of its admins" : null],
      ]}
    />
  );
}
