import type { OperationId } from "../../client/operation-types.ts";
import { mayCall } from "../view/may.ts";
import { organization, session } from "./session.ts";

/** Tells whether the reader may call an operation in the chosen organization. */
export function may(id: OperationId): boolean {
  const now = session.value;
  if (now.state !== "in") return false;
  const { is_platform_admin: isPlatformAdmin, impersonated_by: impersonator } = now.me;
  const role = organization.value?.current_user_role;
  return mayCall({ role, isPlatformAdmin, isImpersonating: impersonator !== null }, id);
}
