import type { VNode } from "preact";
import type { Item as One, Output } from "../../../client/operation-types.ts";
import { Deed } from "../../parts/deed.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Item, Items } from "../../parts/items.tsx";
import { Section } from "../../parts/section.tsx";
import { StatusMark } from "../../parts/status-mark.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { fieldsOf } from "../../store/fields-of.ts";
import { useItems } from "../../store/use-items.ts";
import { ADMIN_PLACES } from "../../view/places.ts";

const FIELDS = fieldsOf("HostClusterCreate");
const COMMON = ["server_type", "node_count", "kubernetes_version"];

/** The platform's own clusters, which carry the shared ones. */
export function PlatformHostsPage(): VNode {
  const items = useItems("hosts", (limit, signal) =>
    berth.pages("listPlatformClusters", { query: { limit } }, { signal }),
  );
  return (
    <Section
      name="Administration"
      places={ADMIN_PLACES}
      title="Host clusters"
      reads={[toCall("listPlatformClusters", {})]}
      lead="A host carries shared clusters of its provider and region, so many for each ready node."
      actions={
        <Deed
          label="New host cluster"
          isFirst
          call={toCall("createHostCluster", { body: { name: "", provider: "", region: "", tier: "dedicated" } })}
          form={{ fields: FIELDS, common: COMMON }}
          touches={["hosts"]}
        />
      }
    >
      <Items
        label="Host clusters"
        items={items}
        empty={
          <Empty title="There is no host cluster">
            <p>Without one people cannot make shared clusters, unless the provider carries them itself.</p>
          </Empty>
        }
      >
        {(one) => <HostItem key={one.id} one={one} />}
      </Items>
    </Section>
  );
}

function HostItem({ one }: Readonly<{ one: One<"listPlatformClusters"> }>): VNode {
  return (
    <Item
      title={one.name}
      mark={<StatusMark phase={one.status} />}
      facts={[
        `${one.provider}, ${one.region}`,
        one.kubernetes_version,
        one.node_count !== null && `${one.node_count} nodes`,
        one.error_message,
        <When at={one.created_at} />,
      ]}
      actions={
        one.status === "running" && (
          <Deed
            label="Kubeconfig"
            of={`of ${one.name}`}
            call={toCall("getPlatformKubeconfig", { path: { cluster_id: one.id } })}
            touches={["kubeconfigs"]}
            once={(answer) => ({
              title: `Kubeconfig of ${one.name}`,
              sentence: "It gives full access to the cluster, in your name, and ends by itself.",
              values: [{ label: "Kubeconfig", value: (answer as Output<"getPlatformKubeconfig">).kubeconfig }],
            })}
          >
            <p>Full access to the cluster, for a short time. Each one is entered in the audit log.</p>
          </Deed>
        )
      }
    />
  );
}
