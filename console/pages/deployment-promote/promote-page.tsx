import type { VNode } from "preact";
import { useLocation, useRoute } from "preact-iso";
import { CallForm } from "../../parts/call-form.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { fieldsOf } from "../../store/fields-of.ts";
import { clusters, deployments } from "../../store/kinds.ts";

const FIELDS = fieldsOf("DeploymentPromotionRequest");

/** Makes the same deployment on another cluster, with what is changed of it. */
export function PromotePage(): VNode {
  const id = useRoute().params["id"] ?? "";
  const { route } = useLocation();
  const source = deployments.value.rows.find((row) => row.id === id);
  const others = clusters.value.rows.filter((row) => row.id !== source?.cluster_id);
  const trail = (
    <p class="trail">
      <a href={`/deployments/${id}`}>Back to it</a>
    </p>
  );
  return (
    <>
      <PageHead reads={[]} title={`Promote ${source?.name ?? ""}`} above={trail} />
      <section class="card">
        <CallForm
          form={{
            fields: FIELDS,
            named: { target_cluster_id: others.map((row) => ({ value: row.id, name: row.name })) },
          }}
          call={{ id: "promoteDeployment", input: { path: { deployment_id: id } } }}
          action="Promote it"
          onDone={(told) =>
            route(`/deployments/${(told as Readonly<{ new_deployment_id: string }>).new_deployment_id}`)
          }
        >
          <p>
            No data moves: its volumes begin empty there. This one goes on, unless you say that it is to be deleted.
          </p>
        </CallForm>
      </section>
    </>
  );
}
