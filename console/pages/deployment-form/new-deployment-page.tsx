import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import { CallForm } from "../../parts/call-form.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { fieldsOf } from "../../store/fields-of.ts";
import { clusters } from "../../store/kinds.ts";
import { COMMON_MEMBERS } from "./common-members.ts";
import { useSecretNames } from "./use-secret-names.ts";

/** The organization is the cluster's. */
const FIELDS = fieldsOf("DeploymentCreate", "organization_id");

/** Makes a deployment: what would be made is shown before it is. */
export function NewDeploymentPage(): VNode {
  const { route, query } = useLocation();
  const secrets = useSecretNames("");
  const named = {
    environment_variables: secrets,
    cluster_id: clusters.value.rows.map(({ id, name }) => ({ value: id, name })),
  };
  const beginning = { cluster_id: query["cluster"] ?? "" };
  const trail = (
    <p class="trail">
      <a href="/deployments">Deployments</a>
    </p>
  );
  return (
    <>
      <PageHead reads={[]} title="New deployment" above={trail} />
      <section class="card">
        <CallForm
          form={{ fields: FIELDS, named, common: COMMON_MEMBERS, beginning, asYaml: true }}
          call={{ id: "createDeployment", input: {} }}
          action="Make it"
          onDone={(made) => route(`/deployments/${(made as Readonly<{ id: string }>).id}`)}
        />
      </section>
    </>
  );
}
