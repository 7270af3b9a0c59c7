import { removeSecondFactor } from "../../../adapters/postgres/identity/second-factor-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { deleteSecondFactor } from "../../../contract/rest/second-factors.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { auditIdentity } from "../../identity/audit-identity.ts";
import { tellHolder } from "../../mail/tell-holder.ts";

/** Removes one of the caller's second factors. */
export const handle: Handler<typeof deleteSecondFactor> = async (context, { path }) => {
  const { services } = context;
  const { userId } = assertUser(context.principal);
  const id = path.factor_id;
  const tell = tellHolder(context, { kind: "second_factor", userId, about: "one was removed" });
  if (!(await removeSecondFactor(services.pool, { id, userId }, tell))) throw new BerthError("not_found");
  services.mailbox?.wake();
  await auditIdentity(context, { kind: "SecondFactor", id }, "succeeded");
  return { body: { message: "The second factor is removed." } };
};
