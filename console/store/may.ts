import { mayCall, type Offered } from "../view/may.ts";
import { organization, session } from "./session.ts";

/** Tells whether the reader may call an operation in the chosen organization. */
export function may(id: Offered): boolean {
  const now = session.value;
  if (now.state !== "in") return false;
  const { is_platform_admin: isPlatformAdmin, impersonated_by: impersonator } = now.me;
  const role = organization.value?.current_user_role;
  return mayCall({ role, isPlatformAdmin, isImpersonating: impersonator !== null }, id);
}
