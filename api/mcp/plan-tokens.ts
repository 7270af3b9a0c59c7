import { hash, randomBytes } from "node:crypto";
import { consumeAgentPlan, upsertOauthRecord } from "../../adapters/postgres/oauth/oauth-record-store.ts";
import type { Pool } from "../../adapters/postgres/pool.ts";
import type { Caller } from "./caller.ts";

/** What a plan is for: whose it is, what would be done, and to which generation of the resource. */
type PlannedCall = Readonly<{ caller: Caller; tool: string; input: unknown; stamp: string }>;

/** Makes the tokens that turn a plan into a deed, once. */
export type PlanTokens = Readonly<{
  make: (planned: PlannedCall) => Promise<string>;
  /** False where the token was made for anything else, has run out or was used. */
  use: (token: string, planned: PlannedCall) => Promise<boolean>;
}>;

/** How long a plan holds. */
export const PLAN_MINUTES = 10;

/**
 * Keeps plans under a hash of token and meaning together: a token alone leads nowhere, and with other arguments, of another
 * person, application or organization, or after the resource has changed, to nothing.
 */
export function createPlanTokens(pool: Pool): PlanTokens {
  return {
    async make(planned) {
      const token = `plan_${randomBytes(24).toString("base64url")}`;
      const { user } = planned.caller;
      await upsertOauthRecord(pool, {
        model: "AgentPlan",
        idHash: keyOf(token, planned),
        sealedPayload: Buffer.alloc(0),
        accountId: user.userId,
        clientId: user.application?.id ?? null,
        grantHash: null,
        scopes: [],
        audience: null,
        userCodeHash: null,
        expiresAt: new Date(Date.now() + PLAN_MINUTES * 60_000),
      });
      return token;
    },
    use: (token, planned) => consumeAgentPlan(pool, keyOf(token, planned)),
  };
}

function keyOf(token: string, { caller, tool, input, stamp }: PlannedCall): Buffer {
  const { userId, credentialId, limitOrganizationId } = caller.user;
  const meaning = JSON.stringify([token, userId, credentialId, limitOrganizationId, tool, ordered(input), stamp]);
  return hash("sha256", meaning, "buffer");
}

/** The same arguments in another order mean the same. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return members.map(([name, member]) => [name, ordered(member)]);
}
