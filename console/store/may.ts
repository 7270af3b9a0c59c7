import { mayCall, type Offered } from "../view/may.ts";
import { organization, session } from "./session.ts";

/** What an organization switches off with its shells. */
const BY_SHELL: ReadonlySet<Offered> = new Set<Offered>(["createDeploymentRun", "cancelDeploymentRun"]);

/** Tells whether the reader may call an operation in the chosen organization. */
export function may(id: Offered): boolean {
  const now = session.value;
  if (now.state !== "in") return false;
  if (BY_SHELL.has(id) && organization.value?.exec_enabled === false) return false;
  const { is_platform_admin: isPlatformAdmin, impersonated_by: impersonator } = now.me;
  const role = organization.value?.current_user_role;
  return mayCall({ role, isPlatformAdmin, isImpersonating: impersonator !== null }, id);
}
