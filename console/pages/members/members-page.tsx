import type { VNode } from "preact";
import type { Item as One } from "../../../client/operation-types.ts";
import { Deed } from "../../parts/deed.tsx";
import { Item, Items } from "../../parts/items.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Section } from "../../parts/section.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { fieldsOf } from "../../store/fields-of.ts";
import { may } from "../../store/may.ts";
import { openSession } from "../../store/open-session.ts";
import { organization, session } from "../../store/session.ts";
import { useItems } from "../../store/use-items.ts";
import { ORGANIZATION_PLACES } from "../../view/places.ts";

type Member = One<"listMembers">;

const FIELDS = fieldsOf("MemberUpdate");

/** Who belongs to the organization, and as what. */
export function MembersPage(): VNode {
  const slug = organization.value?.slug ?? "";
  const items = useItems("Member", (limit, signal) =>
    berth.pages("listMembers", { path: { slug }, query: { limit } }, { signal }),
  );
  return (
    <Section
      name="Organization"
      places={ORGANIZATION_PLACES}
      title="Members"
      reads={[toCall("listMembers", { path: { slug } })]}
      lead="Viewers look, members deploy, admins also manage clusters, people and money, owners everything."
      actions={
        may("createInvitation") && (
          <a class="button button-first" href="/organization/invitations" data-operation="createInvitation">
            Invite somebody
          </a>
        )
      }
    >
      <Items label="Members" items={items} empty={null}>
        {(member) => <MemberItem key={member.user_id} slug={slug} member={member} />}
      </Items>
    </Section>
  );
}

function MemberItem({ slug, member }: Readonly<{ slug: string; member: Member }>): VNode {
  const now = session.value;
  const isSelf = now.state === "in" && now.me.id === member.user_id;
  return (
    <Item
      title={member.name}
      mark={<Tag>{member.role}</Tag>}
      facts={[
        member.email,
        <>
          since <When at={member.joined_at} />
        </>,
        isSelf && "this is you",
      ]}
      actions={<MemberDeeds slug={slug} member={member} isSelf={isSelf} />}
    />
  );
}

type Given = Readonly<{ slug: string; member: Member; isSelf: boolean }>;

/** Only owners make owners, and change or remove one. */
function MemberDeeds({ slug, member, isSelf }: Given): VNode {
  const path = { slug, user_id: member.user_id };
  const isOwner = organization.value?.current_user_role === "owner";
  const isMine = isOwner || member.role !== "owner";
  const roles = ["viewer", "member", "admin", ...(isOwner ? ["owner"] : [])];
  const done = (): void => {
    if (isSelf) openSession();
  };
  return (
    <>
      {isMine && (
        <Deed
          label="Change role"
          of={`of ${member.name}`}
          call={toCall("updateMember", { path, body: { role: member.role } })}
          form={{ fields: FIELDS, named: { role: roles.map((role) => ({ value: role, name: role })) } }}
          read={(signal) => berth.ask("getMember", { path }, { signal })}
          touches={["Member"]}
          onDone={done}
        />
      )}
      {isSelf && <Ending path={path} label="Leave" sentence={LEAVE} onDone={done} />}
      {!isSelf && isMine && may("updateMember") && (
        <Ending path={path} label="Remove" of={member.name} sentence={REMOVE} onDone={done} />
      )}
    </>
  );
}

const LEAVE =
  "You see nothing of this organization any more, until somebody invites you again. Your API keys that are limited to it end.";
const REMOVE =
  "Whoever is removed sees nothing of this organization any more. API keys that are limited to it end; what was made stays.";

type End = Readonly<{
  path: Readonly<{ slug: string; user_id: string }>;
  label: string;
  of?: string;
  sentence: string;
  onDone: () => void;
}>;

function Ending({ path, label, of = "", sentence, onDone }: End): VNode {
  return (
    <Deed
      label={label}
      of={of}
      isDangerous
      call={toCall("removeMember", { path })}
      touches={["Member"]}
      onDone={onDone}
    >
      <p>{sentence}</p>
    </Deed>
  );
}
