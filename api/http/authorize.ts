import { BerthError } from "../../contract/errors.ts";
import { ORGANIZATION_ROLES, type Operation, type OrganizationRole } from "../../contract/rest/operation.ts";
import type { SignInConfig } from "../identity/sign-in-settings.ts";
import { assertUser } from "./authenticate.ts";
import type { Principal, User } from "./principal.ts";

/** Refuses principals that an operation is not for, as far as that needs no stored resource. */
export function authorize(
  operation: Operation,
  principal: Principal,
  { freshProofMs }: Pick<SignInConfig, "freshProofMs">,
): void {
  if (operation.who.kind === "public") return;
  if (principal.kind === "service" && operation.serviceToken === true) return;
  const user = assertUser(principal);
  authorizeUser(operation, user);
  if (operation.freshProof === true && (user.provenAgeMs ?? 0) > freshProofMs)
    throw new BerthError("fresh_proof_required");
}

/** Refuses users whose credential or standing does not fit an operation. */
export function authorizeUser(
  operation: Operation,
  user: Pick<User, "via" | "scopes" | "isPlatformAdmin" | "impersonatorId"> & Partial<Pick<User, "lacksSecondFactor">>,
): void {
  if (operation.sessionOnly === true && user.via !== "session")
    refuse("This needs a login session; an API key or token is not enough.");
  if (operation.notWhileImpersonating === true && user.impersonatorId !== null)
    refuse("This cannot be done while you act as another user.");
  if (!coversScope(user.scopes, operation.scope))
    refuse(`This ${user.via === "oauth" ? "token" : "API key"} lacks the scope ${operation.scope ?? ""}.`);
  if (operation.who.kind === "platformAdmin") assertPlatformAdmin(user);
}

function assertPlatformAdmin(user: Pick<User, "isPlatformAdmin"> & Partial<Pick<User, "lacksSecondFactor">>): void {
  if (user.lacksSecondFactor === true) throw new BerthError("admin_without_second_factor");
  if (!user.isPlatformAdmin) refuse("Only platform admins may do this.");
}

/** Refuses an account whose address is not proven, where there is mail to prove it by. */
export function assertVerified(
  { isVerified }: Pick<User, "isVerified">,
  services: Readonly<{ mailbox: unknown }>,
): void {
  if (!isVerified && services.mailbox !== undefined)
    refuse("Verify your e-mail address first; POST /auth/email/verification mails you another token.");
}

/** Tells whether a key's scopes allow a scope; writing includes reading. */
export function coversScope(scopes: readonly string[] | null, wanted: string | undefined): boolean {
  if (scopes === null || wanted === undefined) return true;
  return scopes.includes(wanted) || scopes.includes(wanted.replace(/:read$/, ":write"));
}

/** Tells whether a role is at least another one. */
export function isAtLeast(role: string | undefined, least: OrganizationRole): boolean {
  const enough = ORGANIZATION_ROLES.slice(0, ORGANIZATION_ROLES.indexOf(least) + 1);
  return enough.some((one) => one === role);
}

/** Refuses a member whose role is too low for the operation. */
export function assertRole(role: string | undefined, least: OrganizationRole): void {
  if (!isAtLeast(role, least)) refuse(`This needs the role ${least} in the organization.`);
}

function refuse(publicMessage: string): never {
  throw new BerthError("forbidden", { publicMessage });
}
