import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import type { Output } from "../../../client/operation-types.ts";
import { Card } from "../../parts/card.tsx";
import { Deed } from "../../parts/deed.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Section } from "../../parts/section.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { fieldsOf } from "../../store/fields-of.ts";
import { chooseOrganization, openSession } from "../../store/open-session.ts";
import { organization } from "../../store/session.ts";
import { ORGANIZATION_PLACES } from "../../view/places.ts";

const CREATED = fieldsOf("OrganizationCreate");
const CHANGED = fieldsOf("OrganizationUpdate");

/** What the organization is called, what it allows, and its end; also the way to another one. */
export function OrganizationSettingsPage(): VNode {
  const here = organization.value;
  return (
    <Section
      name="Organization"
      places={ORGANIZATION_PLACES}
      title="Settings"
      reads={[toCall("getOrganization", { path: { slug: organization.value?.slug ?? "" } })]}
      actions={
        <Deed
          label="New organization"
          call={toCall("createOrganization", { body: { name: "" } })}
          form={{ fields: CREATED }}
          touches={[]}
          onDone={(answer) => {
            // Where the choice fails, the new one can be chosen above.
            chooseOrganization((answer as Output<"createOrganization">).id).catch(openSession);
          }}
        >
          <p>You become its owner, and pages are about it from then on.</p>
        </Deed>
      }
    >
      {here !== undefined && <About here={here} />}
    </Section>
  );
}

function About({ here }: Readonly<{ here: NonNullable<typeof organization.value> }>): VNode {
  const { route } = useLocation();
  const path = { slug: here.slug };
  return (
    <Card id="about" title={here.name}>
      <Facts
        facts={[
          ["In paths", <code>{here.slug}</code>],
          ["Your role", here.current_user_role],
          ["Kind", here.is_personal ? "Your personal one, which stays" : "Of several people"],
          ["Shells in pods", here.exec_enabled ? "Members may open them" : "Nobody may open them"],
          ["Alerts", here.alerts_enabled ? "Owners and admins are told by mail, webhooks too" : "Nobody is told"],
          ["Made", <When at={here.created_at} />],
        ]}
      />
      <div class="actions">
        <Deed
          label="Change"
          call={toCall("updateOrganization", { path, body: {} })}
          form={{ fields: CHANGED }}
          read={(signal) => berth.ask("getOrganization", { path }, { signal })}
          touches={[]}
          onDone={openSession}
        />
        {!here.is_personal && !here.is_system && (
          <Deed
            label="Delete the organization"
            isDangerous
            call={toCall("deleteOrganization", { path })}
            touches={[]}
            onDone={() => {
              openSession();
              route("/");
            }}
          >
            <p>
              Only an empty one: clusters, deployments and databases go first. Nobody can take its name in paths again.
            </p>
          </Deed>
        )}
      </div>
    </Card>
  );
}
