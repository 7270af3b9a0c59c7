import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import { FORMS } from "virtual:forms";
import type { Input } from "../../../client/operation-types.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { PlanDialog } from "../../parts/plan-dialog.tsx";
import type { Plan } from "../../parts/plan-view.tsx";
import { SchemaForm } from "../../parts/schema-form.tsx";
import { berth } from "../../store/berth.ts";
import { clusters } from "../../store/kinds.ts";
import { bodyOrThrow } from "../../view/body-or-throw.ts";
import { formFields } from "../../view/form-fields.ts";
import { COMMON_MEMBERS } from "./common-members.ts";

type Body = Input<"createDeployment">["body"];
type Asked = Readonly<{ body: Body; plan: Plan | undefined }>;

/** The active organization is the cluster's. */
const FIELDS = formFields(FORMS["DeploymentCreate"] ?? {}).filter(({ name }) => name !== "organization_id");

/** Makes a deployment: what would be made is shown before it is. */
export function NewDeploymentPage(): VNode {
  const { route } = useLocation();
  const asked = useSignal<Asked | undefined>(undefined);
  const named = { cluster_id: clusters.value.rows.map(({ id, name }) => ({ value: id, name })) };
  const ask = async (values: Readonly<Record<string, string>>): Promise<void> => {
    const body = bodyOrThrow(FIELDS, values, {}) as Body;
    const { plan } = await berth.createDeployment({ body, query: { dry_run: true } });
    asked.value = { body, plan };
  };
  return (
    <>
      <PageHead
        title="New deployment"
        above={
          <p class="trail">
            <a href="/deployments">Deployments</a>
          </p>
        }
      />
      <section class="card">
        <SchemaForm
          fields={FIELDS}
          beginning={{}}
          named={named}
          action="Show the plan"
          common={COMMON_MEMBERS}
          onSend={ask}
        />
      </section>
      {asked.value !== undefined && (
        <PlanDialog
          title={`Make ${asked.value.body.name}`}
          action="Make it"
          plan={() => Promise.resolve(asked.value?.plan)}
          perform={async () => {
            if (asked.value === undefined) return;
            const { id } = await berth.createDeployment({ body: asked.value.body });
            route(`/deployments/${id}`);
          }}
          onClose={() => (asked.value = undefined)}
        />
      )}
    </>
  );
}
