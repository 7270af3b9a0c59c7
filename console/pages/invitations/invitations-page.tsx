import type { VNode } from "preact";
import type { Item as One, Output } from "../../../client/operation-types.ts";
import { Deed } from "../../parts/deed.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Item, Items } from "../../parts/items.tsx";
import { Mark } from "../../parts/mark.tsx";
import { Section } from "../../parts/section.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { fieldsOf } from "../../store/fields-of.ts";
import { organization } from "../../store/session.ts";
import type { ToldOnce } from "../../store/told-once.ts";
import { useItems } from "../../store/use-items.ts";
import type { Tone } from "../../view/phases.ts";
import { ORGANIZATION_PLACES } from "../../view/places.ts";

const FIELDS = fieldsOf("InvitationCreate");
const TONES: Readonly<Record<One<"listInvitations">["status"], Tone>> = {
  pending: "moving",
  accepted: "good",
  declined: "quiet",
  expired: "quiet",
  revoked: "quiet",
};

/** Who was invited into the organization, and what became of it. */
export function InvitationsPage(): VNode {
  const { slug = "", current_user_role: mine } = organization.value ?? {};
  const items = useItems("Invitation", (limit, signal) =>
    berth.pages("listInvitations", { path: { slug }, query: { limit } }, { signal }),
  );
  const roles = ["viewer", "member", "admin", ...(mine === "owner" ? ["owner"] : [])];
  return (
    <Section
      name="Organization"
      places={ORGANIZATION_PLACES}
      title="Invitations"
      reads={[toCall("listInvitations", { path: { slug } })]}
      lead="An invitation is valid for seven days, for the address that it was made for."
      actions={
        <Deed
          label="Invite somebody"
          isFirst
          call={toCall("createInvitation", { path: { slug }, body: { email: "" } })}
          form={{ fields: FIELDS, named: { role: roles.map((role) => ({ value: role, name: role })) } }}
          touches={["Invitation"]}
          once={toldOnce}
        />
      }
    >
      <Items
        label="Invitations"
        items={items}
        empty={
          <Empty title="Nobody was invited yet">
            <p>
              Invite the people you work with: each gets an address that leads them in, with the role that you choose.
            </p>
          </Empty>
        }
      >
        {(one) => <InvitationItem key={one.id} slug={slug} invitation={one} />}
      </Items>
    </Section>
  );
}

type Given = Readonly<{ slug: string; invitation: One<"listInvitations"> }>;

function InvitationItem({ slug, invitation: one }: Given): VNode {
  const isOpen = one.status === "pending";
  return (
    <Item
      title={one.name ?? one.email}
      mark={<Mark tone={TONES[one.status]}>{one.status}</Mark>}
      facts={[
        one.name === null ? null : one.email,
        `as ${one.role}`,
        <>
          invited <When at={one.created_at} />
        </>,
        isOpen && (
          <>
            ends <When at={one.expires_at} />
          </>
        ),
      ]}
      actions={
        isOpen && (
          <Deed
            label="Revoke"
            of={one.email}
            isDangerous
            call={toCall("revokeInvitation", { path: { slug, invitation_id: one.id } })}
            touches={["Invitation"]}
          >
            <p>Its address then answers like one that never was.</p>
          </Deed>
        )
      }
    />
  );
}

/** Where mail is sent the address is in the mail. */
function toldOnce(answer: unknown): ToldOnce | undefined {
  const { accept_url: address, email } = answer as Output<"createInvitation">;
  if (address === null) return undefined;
  return {
    title: `${email} is invited`,
    sentence: "This platform sends no mail: pass this address on. It is shown only now.",
    values: [{ label: "Address of the invitation", value: address }],
  };
}
