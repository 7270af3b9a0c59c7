import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import { CallForm } from "../../parts/call-form.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { fieldsOf } from "../../store/fields-of.ts";
import { ownership } from "../../store/session.ts";
import { sayPrice, sayTime } from "../../view/cluster-price.ts";
import { useClusterOffers } from "./use-cluster-offers.ts";

const FIELDS = fieldsOf("ClusterCreate", "organization_id");
const NODES = ["server_type", "node_count", "autoscaling_enabled", "min_nodes", "max_nodes"] as const;
const OWN_NODES = new Set<string>([...NODES, "region_locations", "multi_region"]);

/** Makes a cluster: what it costs and how long it takes stand beside what is chosen. */
export function NewClusterPage(): VNode {
  const { route } = useLocation();
  const chosen = useSignal<Readonly<Record<string, string>>>({});
  const { named, problem, ...offers } = useClusterOffers(chosen.value);
  const { tier = "" } = chosen.value;
  const price = sayPrice(chosen.value, offers.serverTypes);
  const time = sayTime(offers.estimates, tier, offers.place);
  const trail = (
    <p class="trail">
      <a href="/clusters">Clusters</a>
    </p>
  );
  const hidden = tier === "shared" ? OWN_NODES : new Set<string>();
  return (
    <>
      <PageHead reads={[]} title="New cluster" above={trail} />
      <ProblemNote problem={problem} />
      <section class="card">
        <CallForm
          form={{
            fields: FIELDS,
            named,
            common: NODES,
            hidden,
            asYaml: true,
            onInput: (values) => (chosen.value = values),
          }}
          call={{ id: "createCluster", input: { body: ownership.value } }}
          action="Make it"
          onDone={(made) => route(`/clusters/${(made as Readonly<{ id: string }>).id}`)}
        >
          <p class="offer" role="status">
            {tier === "shared" && "No nodes of its own to pay. "}
            {price !== undefined && (
              <>
                <b>{price}</b>, without tax.{" "}
              </>
            )}
            {time !== undefined && `It runs in ${time}.`}
            {tier === "" && "Choose where and which tier: its price and how long it takes are told here."}
          </p>
        </CallForm>
      </section>
    </>
  );
}
