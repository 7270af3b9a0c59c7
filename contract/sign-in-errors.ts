/** Lists the error codes of sign-ins, second factors and fresh proofs; rows of the one table (errors.ts). */
export const SIGN_IN_ERRORS = {
  second_factor_needed: {
    status: 401,
    sentence: "This account has a second factor: finish the sign-in with POST /auth/login/second-factor.",
    retry: "never",
    reason: "SecondFactorNeeded",
  },
  fresh_proof_required: {
    status: 403,
    sentence: "Prove again who you are (POST /auth/proof) or sign in anew, then repeat.",
    retry: "never",
    reason: "FreshProofRequired",
  },
  admin_without_second_factor: {
    status: 403,
    sentence:
      "Platform admins act as such only with a second factor: add one (POST /auth/second-factors/totp), or sign in with it; a key must be made in such a session.",
    retry: "never",
    reason: "AdminWithoutSecondFactor",
  },
  passkeys_unavailable: {
    status: 409,
    sentence:
      "Passkeys need a public https address with a host name (BERTH_PUBLIC_URL); add an authenticator app instead.",
    retry: "never",
    reason: "PasskeysUnavailable",
  },
  login_refused: {
    status: 403,
    sentence: "This login cannot be finished; start it again.",
    retry: "never",
    reason: "LoginRefused",
  },
  registration_closed: {
    status: 403,
    sentence: "Registration is closed; ask for an invitation.",
    retry: "never",
    reason: "RegistrationClosed",
  },
} as const;
