import { z } from "zod";
import { text } from "../fields.ts";
import { loginResponse } from "./auth.ts";
import { defineOperation } from "./operation.ts";
import { givenPassword } from "./passwords.ts";
import type { OperationRule } from "./rules.ts";
import { messageResponse, timestamp, uuid } from "./values.ts";

const base64url = (max: number): z.ZodString => text(max, 1);
const code = text(10, 1).meta({ description: "The six digits that an authenticator app shows", secret: true });
const recoveryCode = text(64, 1).meta({ description: "One of the recovery codes; it serves once", secret: true });

/** What PublicKeyCredential.toJSON() of a browser says (WebAuthn, 5.1). */
const passkeyResponse = z
  .strictObject({
    id: base64url(1400),
    rawId: base64url(1400),
    type: z.literal("public-key").meta({ description: "Always public-key" }),
    authenticatorAttachment: text(32).nullable().optional(),
    clientExtensionResults: z.record(z.string(), z.json()).optional(),
    response: z.strictObject({
      clientDataJSON: base64url(8192),
      attestationObject: base64url(65_536).optional(),
      authenticatorData: base64url(8192).optional(),
      signature: base64url(4096).optional(),
      userHandle: text(256).nullable().optional(),
      transports: z.array(text(32, 1)).max(16).optional(),
      publicKey: base64url(8192).optional(),
      publicKeyAlgorithm: z.int().min(-70_000).max(0).optional(),
    }),
  })
  .meta({ component: "PasskeyResponse", description: "PublicKeyCredential.toJSON() of a browser", secret: true });

const shown = { code: code.optional(), recovery_code: recoveryCode.optional(), passkey: passkeyResponse.optional() };
const secondFactorProof = z
  .strictObject(shown)
  .meta({ component: "SecondFactorProof", examples: [{ code: "123456" }] });
const freshProof = z
  .strictObject({ password: givenPassword.optional(), ...shown })
  .meta({ component: "FreshProof", examples: [{ password: "correct horse battery" }] });
const factorConfirmation = z
  .strictObject({ code: code.optional(), passkey: passkeyResponse.optional() })
  .meta({ component: "SecondFactorConfirmation", examples: [{ code: "123456" }] });
const factorCreate = z
  .strictObject({ name: text(100, 1).meta({ description: "Name that tells it from others" }) })
  .meta({ component: "SecondFactorCreate", examples: [{ name: "phone" }] });

const exactlyOne: OperationRule = {
  name: "exactlyOneProof",
  message: "send exactly one proof",
  path: [],
  check: (body) => Object.values(body as object).filter((member) => member !== undefined).length === 1,
};

const passkeyOptions = z
  .record(z.string(), z.json())
  .nullable()
  .meta({ description: "For navigator.credentials.get(), as JSON; null without a passkey" });
const secondFactor = z
  .object({
    id: uuid.meta({ description: "Record id" }),
    type: z.enum(["totp", "passkey"]),
    name: z.string(),
    created_at: timestamp,
    last_used_at: timestamp.nullable(),
  })
  .meta({ component: "SecondFactorResponse" });
const recoveryCodes = z.array(z.string()).meta({ description: "Each serves once; only in this answer", secret: true });
const pendingLoginResponse = z
  .object({
    methods: z.array(z.enum(["totp", "passkey", "recovery_code"])).meta({ description: "What can be shown" }),
    passkey_options: passkeyOptions,
    expires_at: timestamp.meta({ description: "When the sign-in has to be begun again" }),
  })
  .meta({ component: "PendingLoginResponse" });

const group = "auth";
const anyone = { kind: "public" } as const;
/** Whoever finds a session open must not be able to lock its holder out, or to come back later. */
const holder = { who: { kind: "user" }, sessionOnly: true, notWhileImpersonating: true } as const;
const factorPath = { factor_id: uuid.meta({ description: "Record id of the second factor" }) };

export const getPendingLogin = defineOperation({
  operationId: "getPendingLogin",
  method: "get",
  path: "/auth/login/second-factor",
  group,
  summary: "Read which second factors finish a sign-in",
  description: "Of the sign-in that this browser has begun, by the cookie that it was given.",
  who: anyone,
  success: { status: 200, schema: pendingLoginResponse, description: "What can be shown" },
  errors: ["unauthenticated", "postgres_unavailable"],
});
export const finishLogin = defineOperation({
  operationId: "finishLogin",
  method: "post",
  path: "/auth/login/second-factor",
  group,
  summary: "Finish a sign-in with a second factor",
  description: "Within five minutes of the sign-in, with the cookie that it has set. A code serves once.",
  who: anyone,
  body: secondFactorProof,
  rules: [exactlyOne],
  success: { status: 200, schema: loginResponse, description: "The user; the session cookie is set" },
  errors: ["unauthenticated", "rate_limited", "postgres_unavailable"],
});
export const startProof = defineOperation({
  operationId: "startProof",
  method: "post",
  path: "/auth/proof/challenge",
  group,
  summary: "Ask how to prove again who you are",
  description: "Sets a cookie that a passkey's proof needs within five minutes.",
  ...holder,
  success: { status: 200, schema: pendingLoginResponse, description: "What can be shown besides the password" },
});
export const proveAgain = defineOperation({
  operationId: "proveAgain",
  method: "post",
  path: "/auth/proof",
  group,
  summary: "Prove again who you are",
  description:
    "For a while (BERTH_FRESH_PROOF_MINUTES) the session may then do what answers 403 fresh_proof_required otherwise: make keys, change roles, hand out kubeconfigs. A sign-in counts as such a proof.",
  ...holder,
  body: freshProof,
  rules: [exactlyOne],
  success: { status: 200, schema: messageResponse, description: "Proven" },
});
export const listSecondFactors = defineOperation({
  operationId: "listSecondFactors",
  method: "get",
  path: "/auth/second-factors",
  group,
  summary: "List your second factors",
  ...holder,
  success: {
    status: 200,
    schema: z
      .object({ second_factors: z.array(secondFactor), recovery_codes_left: z.int().min(0) })
      .meta({ component: "SecondFactorListResponse" }),
    description: "All of them, the oldest first",
  },
});
export const addTotpFactor = defineOperation({
  operationId: "addTotpFactor",
  method: "post",
  path: "/auth/second-factors/totp",
  group,
  summary: "Add an authenticator app",
  description: "It counts once a code of it has confirmed it, within 15 minutes.",
  ...holder,
  freshProof: true,
  body: factorCreate,
  success: {
    status: 201,
    schema: z
      .object({
        id: uuid.meta({ description: "Record id" }),
        secret: z.string().meta({ description: "For typing, base32; only in this answer", secret: true }),
        otpauth_uri: z.string().meta({ description: "For a QR code; only in this answer", secret: true }),
      })
      .meta({ component: "TotpFactorCreateResponse" }),
    description: "What the app needs",
  },
  errors: ["conflict"],
});
export const addPasskeyFactor = defineOperation({
  operationId: "addPasskeyFactor",
  method: "post",
  path: "/auth/second-factors/passkeys",
  group,
  summary: "Add a passkey",
  description: "It counts once what the browser made of the options has confirmed it, within 15 minutes.",
  ...holder,
  freshProof: true,
  body: factorCreate,
  success: {
    status: 201,
    schema: z
      .object({
        id: uuid.meta({ description: "Record id" }),
        options: z.record(z.string(), z.json()).meta({ description: "For navigator.credentials.create(), as JSON" }),
      })
      .meta({ component: "PasskeyFactorCreateResponse" }),
    description: "What the browser needs",
  },
  errors: ["conflict", "passkeys_unavailable"],
});
export const confirmSecondFactor = defineOperation({
  operationId: "confirmSecondFactor",
  method: "post",
  path: "/auth/second-factors/{factor_id}/confirm",
  group,
  summary: "Confirm a second factor by showing it",
  description: "From then on every sign-in asks for one. The first one brings recovery codes.",
  ...holder,
  freshProof: true,
  pathParameters: factorPath,
  body: factorConfirmation,
  rules: [exactlyOne],
  success: {
    status: 200,
    schema: z
      .object({ message: z.string(), recovery_codes: recoveryCodes.nullable() })
      .meta({ component: "SecondFactorConfirmResponse" }),
    description: "It counts; recovery_codes is null when there are some already",
  },
});
export const deleteSecondFactor = defineOperation({
  operationId: "deleteSecondFactor",
  method: "delete",
  path: "/auth/second-factors/{factor_id}",
  group,
  summary: "Remove a second factor",
  description: "With the last one the recovery codes go, too, and sign-ins ask for the password alone.",
  ...holder,
  freshProof: true,
  pathParameters: factorPath,
  success: { status: 200, schema: messageResponse, description: "Removed" },
});
export const replaceRecoveryCodes = defineOperation({
  operationId: "replaceRecoveryCodes",
  method: "post",
  path: "/auth/second-factors/recovery-codes",
  group,
  summary: "Replace your recovery codes",
  description: "The ones before serve no more.",
  ...holder,
  freshProof: true,
  success: {
    status: 200,
    schema: z.object({ recovery_codes: recoveryCodes }).meta({ component: "RecoveryCodesResponse" }),
    description: "The new ones",
  },
  errors: ["conflict"],
});
export const secondFactorOperations = [
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
];
