import * as getPendingLogin from "./get-pending-login.ts";
import * as finishLogin from "./finish-login.ts";
import * as startProof from "./start-proof.ts";
import * as proveAgain from "./prove-again.ts";
import * as listSecondFactors from "./list-second-factors.ts";
import * as addTotpFactor from "./add-totp-factor.ts";
import * as addPasskeyFactor from "./add-passkey-factor.ts";
import * as confirmSecondFactor from "./confirm-second-factor.ts";
import * as deleteSecondFactor from "./delete-second-factor.ts";
import * as replaceRecoveryCodes from "./replace-recovery-codes.ts";

/** Binds the operations of second factors to their handlers. */
export const SECOND_FACTOR_HANDLERS = {
  getPendingLogin,
  finishLogin,
  startProof,
  proveAgain,
  listSecondFactors,
  addTotpFactor,
  addPasskeyFactor,
  confirmSecondFactor,
  deleteSecondFactor,
  replaceRecoveryCodes,
};
