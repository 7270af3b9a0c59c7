import { countRecoveryCodes, listSecondFactors } from "../../../adapters/postgres/identity/second-factor-store.ts";
import type { listSecondFactors as operation } from "../../../contract/rest/second-factors.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";

/** Lists the caller's second factors; what they are made of is never shown. */
export const handle: Handler<typeof operation> = async ({ services, principal }) => {
  const { userId } = assertUser(principal);
  const factors = await listSecondFactors(services.pool, userId);
  const shown = factors.map(({ id, type, name, createdAt, lastUsedAt }) => ({
    id,
    type,
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }));
  return { body: { second_factors: shown, recovery_codes_left: await countRecoveryCodes(services.pool, userId) } };
};
