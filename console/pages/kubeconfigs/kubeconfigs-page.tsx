import type { VNode } from "preact";
import type { Item as One } from "../../../client/operation-types.ts";
import { Deed } from "../../parts/deed.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Item, Items } from "../../parts/items.tsx";
import { Section } from "../../parts/section.tsx";
import { Tag } from "../../parts/tag.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { useItems } from "../../store/use-items.ts";
import { ACCOUNT_PLACES } from "../../view/places.ts";

/** What still opens clusters in the reader's name. */
export function KubeconfigsPage(): VNode {
  const items = useItems("kubeconfigs", (limit, signal) =>
    berth.pages("listKubeconfigs", { query: { limit } }, { signal }),
  );
  return (
    <Section
      name="Your account"
      places={ACCOUNT_PLACES}
      title="Kubeconfigs"
      reads={[toCall("listKubeconfigs", {})]}
      lead="What was handed out to you and still opens a cluster. Each ends by itself, and with the session or key that it came by."
    >
      <Items
        label="Kubeconfigs"
        items={items}
        empty={
          <Empty title="Nothing of yours opens a cluster">
            <p>A kubeconfig is made on the page of a cluster; it ends by itself after a few hours.</p>
          </Empty>
        }
      >
        {(one) => <KubeconfigItem key={one.id} one={one} />}
      </Items>
    </Section>
  );
}

function KubeconfigItem({ one }: Readonly<{ one: One<"listKubeconfigs"> }>): VNode {
  return (
    <Item
      title={<a href={`/clusters/${one.cluster_id}`}>{one.cluster_name}</a>}
      mark={<Tag>{wayOf(one)}</Tag>}
      facts={[
        <>
          handed out <When at={one.issued_at} />
        </>,
        <>
          ends <When at={one.expires_at} />
        </>,
      ]}
      actions={
        <Deed
          label="End"
          of={`those of ${one.cluster_name}`}
          isDangerous
          call={toCall("deleteKubeconfig", { path: { kubeconfig_id: one.id } })}
          touches={["kubeconfigs"]}
        >
          <p>The cluster refuses them within seconds; while it is away, as soon as it answers.</p>
        </Deed>
      }
    />
  );
}

function wayOf({ api_key_id: key, client_id: application }: One<"listKubeconfigs">): string {
  if (key !== null) return "by a key";
  return application === null ? "by a session" : "by an application";
}
