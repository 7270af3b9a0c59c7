import type { VNode } from "preact";
import type { Item as One } from "../../../client/operation-types.ts";
import { Deed } from "../../parts/deed.tsx";
import { Item, Items } from "../../parts/items.tsx";
import { SearchField, useSearch } from "../../parts/search-field.tsx";
import { Section } from "../../parts/section.tsx";
import { Tag } from "../../parts/tag.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { fieldsWithin } from "../../store/fields-of.ts";
import { useItems } from "../../store/use-items.ts";
import { textsOf } from "../../view/form-fields.ts";
import { ADMIN_PLACES } from "../../view/places.ts";

type Organization = One<"listAllOrganizations">;

const QUOTAS = fieldsWithin("AdminOrganizationUpdate", "quotas");
const FEATURES = fieldsWithin("AdminOrganizationUpdate", "feature_flags");

/** Every organization of the platform, and what each may have. */
export function PlatformOrganizationsPage(): VNode {
  const q = useSearch();
  const items = useItems(`all organizations ${q}`, (limit, signal) =>
    berth.pages("listAllOrganizations", { query: { limit, ...(q !== "" && { q }) } }, { signal }),
  );
  return (
    <Section
      name="Administration"
      places={ADMIN_PLACES}
      title="Organizations"
      reads={[toCall("listAllOrganizations", {})]}
      lead="A quota below what is there deletes nothing; it only stops more."
    >
      <SearchField label="Start of the name" />
      <Items label="Organizations" items={items} empty={<p>No organization has a name that begins so.</p>}>
        {(one) => <OrganizationItem key={one.id} one={one} list={`all organizations ${q}`} />}
      </Items>
    </Section>
  );
}

function OrganizationItem({ one, list }: Readonly<{ one: Organization; list: string }>): VNode {
  const call = toCall("setOrganizationLimits", { path: { slug: one.slug }, body: {} });
  return (
    <Item
      title={one.name}
      mark={kindOf(one)}
      facts={[
        <code>{one.slug}</code>,
        one.member_count === 1 ? "1 member" : `${one.member_count} members`,
        Object.entries(one.quotas)
          .filter(([, most]) => most !== null)
          .map(([name, most]) => `${most} ${name}`)
          .join(", "),
        one.feature_flags.backups ? "with backups" : "without backups",
        <When at={one.created_at} />,
      ]}
      actions={
        <>
          <Deed
            label="Limits"
            of={`of ${one.name}`}
            call={call}
            form={{ fields: QUOTAS, within: "quotas", beginning: textsOf(QUOTAS, one.quotas) }}
            touches={[list]}
          />
          <Deed
            label="Features"
            of={`of ${one.name}`}
            call={call}
            form={{ fields: FEATURES, within: "feature_flags", beginning: textsOf(FEATURES, one.feature_flags) }}
            touches={[list]}
          />
        </>
      }
    />
  );
}

function kindOf(one: Organization): VNode | null {
  if (one.is_system) return <Tag>the platform's own</Tag>;
  return one.is_personal ? <Tag>personal</Tag> : null;
}
