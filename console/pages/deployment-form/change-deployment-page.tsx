import type { VNode } from "preact";
import { useRoute } from "preact-iso";
import { ChangeForm } from "../../parts/change-form.tsx";
import { berth } from "../../store/berth.ts";
import { fieldsOf } from "../../store/fields-of.ts";
import { COMMON_MEMBERS } from "./common-members.ts";
import { useSecretNames } from "./use-secret-names.ts";

const FIELDS = fieldsOf("DeploymentUpdate");

/** Changes a deployment. */
export function ChangeDeploymentPage(): VNode {
  const id = useRoute().params["id"] ?? "";
  const secrets = useSecretNames(id);
  const path = { deployment_id: id };
  return (
    <ChangeForm
      fields={FIELDS}
      common={COMMON_MEMBERS}
      named={{ environment_variables: secrets }}
      read={() => berth.ask("getDeployment", { path })}
      id="updateDeployment"
      path={path}
      href={`/deployments/${id}`}
    />
  );
}
