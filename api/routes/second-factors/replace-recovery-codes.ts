import { replaceRecoveryCodes as replaceRows } from "../../../adapters/postgres/identity/second-factor-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { replaceRecoveryCodes } from "../../../contract/rest/second-factors.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { auditIdentity } from "../../identity/audit-identity.ts";
import { hashRecoveryCode, newRecoveryCodes } from "../../identity/recovery-codes.ts";
import { tellHolder } from "../../mail/tell-holder.ts";

/** Makes new recovery codes; the ones before serve no more. */
export const handle: Handler<typeof replaceRecoveryCodes> = async (context) => {
  const { services } = context;
  const { userId } = assertUser(context.principal);
  const codes = newRecoveryCodes();
  const tell = tellHolder(context, { kind: "second_factor", userId, about: "the recovery codes were replaced" });
  if (!(await replaceRows(services.pool, { userId, codeHashes: codes.map(hashRecoveryCode) }, tell)))
    throw new BerthError("conflict", { publicMessage: "There is no second factor yet; add one first." });
  services.mailbox?.wake();
  await auditIdentity(context, { kind: "User", id: userId }, "succeeded");
  return { body: { recovery_codes: codes }, headers: { "Cache-Control": "no-store" } };
};
