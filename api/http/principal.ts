import type { Membership, PrincipalRecord } from "../../adapters/postgres/identity/principal.ts";

/** A user who was authenticated, with every role they have. */
export type User = PrincipalRecord &
  Readonly<{
    kind: "user";
    memberships: readonly Membership[];
    /** Whether they are a platform admin who acts as anybody else for want of a second factor. */
    lacksSecondFactor: boolean;
  }>;

/** Who sends a request. */
export type Principal = Readonly<{ kind: "anonymous" }> | Readonly<{ kind: "service"; name: string }> | User;
