import type { Pool } from "../../adapters/postgres/pool.ts";
import { findPrincipal, type Membership, type PrincipalRecord } from "../../adapters/postgres/identity/principal.ts";
import type { SignInConfig } from "../identity/sign-in-settings.ts";
import { BerthError } from "../../contract/errors.ts";
import type { Principal, User } from "./principal.ts";
import type { Proof } from "./credentials.ts";

type AdminRule = Pick<SignInConfig, "adminsNeedSecondFactor">;
/** The rule of streams, where nobody acts as a platform admin. */
export const STRICTEST: AdminRule = { adminsNeedSecondFactor: true };

/** Finds out who sends a request; anonymous when the proof is missing or not valid. */
export async function authenticate(
  { pool, config }: Readonly<{ pool: Pool; config: AdminRule }>,
  proof: Proof,
): Promise<Principal> {
  if (proof.kind === "service") return proof;
  if (proof.kind !== "credential") return { kind: "anonymous" };
  const found = await findPrincipal(pool, proof.credential);
  return found === undefined ? { kind: "anonymous" } : toUser(found, config);
}

/**
 * Makes the user of a record: a key that is limited to one organization knows no other, and a platform admin without a
 * second factor is like anybody else (docs/adr/0037).
 */
export function toUser(
  record: PrincipalRecord & Readonly<{ memberships: readonly Membership[] }>,
  { adminsNeedSecondFactor }: AdminRule,
): User {
  const { limitOrganizationId: limit, memberships, isPlatformAdmin, hasSecondFactor } = record;
  const lacksSecondFactor = isPlatformAdmin && adminsNeedSecondFactor && !hasSecondFactor;
  return {
    kind: "user",
    ...record,
    isPlatformAdmin: isPlatformAdmin && !lacksSecondFactor,
    lacksSecondFactor,
    memberships: limit === null ? memberships : memberships.filter((one) => one.organizationId === limit),
  };
}

/** Returns the user behind a request, or refuses it. */
export function assertUser(principal: Principal): User {
  if (principal.kind === "user") return principal;
  if (principal.kind === "service")
    throw new BerthError("forbidden", { publicMessage: "The service principal may not do this; sign in as a user." });
  throw new BerthError("unauthenticated");
}
