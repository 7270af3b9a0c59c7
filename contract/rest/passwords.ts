import { z } from "zod";
import { PASSWORD_MIN, text } from "../fields.ts";
import { defineOperation } from "./operation.ts";
import { email, messageResponse } from "./values.ts";

/** A password that is chosen. */
export const newPassword = text(256, PASSWORD_MIN).meta({
  description: "At least 12 characters, whichever; refused when it is on a list of common passwords",
  secret: true,
});
/** A password that is only compared: its length says nothing, so that old ones still work. */
export const givenPassword = text(256, 1).meta({ description: "The account's password", secret: true });
/** How people name an account. */
export const address = email.meta({ description: "E-mail address, compared without regard to case" });

const passwordChange = z
  .strictObject({
    current_password: givenPassword
      .nullable()
      .optional()
      .meta({ description: "Needed unless the account has none yet", secret: true }),
    new_password: newPassword,
  })
  .meta({
    component: "PasswordChange",
    examples: [{ current_password: "correct horse battery", new_password: "staple battery horse" }],
  });
const token = text(200, 1).meta({ description: "Token of the mail", secret: true });
const passwordForgotten = z
  .strictObject({ email: address })
  .meta({ component: "PasswordForgotten", examples: [{ email: "ada@example.org" }] });
const passwordReset = z
  .strictObject({
    token,
    new_password: newPassword,
    end_access: z
      .boolean()
      .nullable()
      .optional()
      .meta({ description: "Also ends your API keys, connected applications and kubeconfigs" }),
  })
  .meta({ component: "PasswordReset", examples: [{ token: "a-token", new_password: "staple battery horse" }] });
const emailVerification = z
  .strictObject({
    token,
    password: givenPassword
      .nullable()
      .optional()
      .meta({ description: "The account's password, where the request comes without its session", secret: true }),
  })
  .meta({ component: "EmailVerification", examples: [{ token: "a-token", password: "correct horse battery" }] });

const group = "auth";
const anyone = { kind: "public" } as const;
const user = { kind: "user" } as const;

export const changePassword = defineOperation({
  operationId: "changePassword",
  method: "post",
  path: "/auth/password",
  group,
  summary: "Change your password",
  description: "Ends every other session of yours.",
  who: user,
  sessionOnly: true,
  notWhileImpersonating: true,
  body: passwordChange,
  success: { status: 200, schema: messageResponse, description: "Changed" },
});
export const forgotPassword = defineOperation({
  operationId: "forgotPassword",
  method: "post",
  path: "/auth/password/forgot",
  group,
  summary: "Ask for a mail to choose a new password",
  description: "The answer is the same whether there is an account or not. The mail serves for an hour.",
  who: anyone,
  body: passwordForgotten,
  success: { status: 200, schema: messageResponse, description: "The mail is queued" },
  errors: ["mail_not_configured", "rate_limited", "postgres_unavailable"],
});
export const resetPassword = defineOperation({
  operationId: "resetPassword",
  method: "post",
  path: "/auth/password/reset",
  group,
  summary: "Choose a new password with the token of a mail",
  description:
    "Ends every session of the account, and verifies its address. With the first proof of the address everything ends that was made before: keys, connected applications, kubeconfigs, invitations.",
  who: anyone,
  body: passwordReset,
  success: { status: 200, schema: messageResponse, description: "Changed" },
  errors: ["rate_limited", "postgres_unavailable"],
});
export const requestEmailVerification = defineOperation({
  operationId: "requestEmailVerification",
  method: "post",
  path: "/auth/email/verification",
  group,
  summary: "Ask for a mail to verify your address",
  description: "The mail serves for 24 hours.",
  who: user,
  sessionOnly: true,
  notWhileImpersonating: true,
  success: { status: 200, schema: messageResponse, description: "The mail is queued" },
  errors: ["mail_not_configured", "conflict"],
});
export const verifyEmail = defineOperation({
  operationId: "verifyEmail",
  method: "post",
  path: "/auth/email/verify",
  group,
  summary: "Verify an address with the token of a mail",
  description:
    "Send the account's session or its password along: without either, whoever made the account may be somebody else, and its password, sessions, keys, connected applications and kubeconfigs end.",
  who: anyone,
  body: emailVerification,
  success: { status: 200, schema: messageResponse, description: "Verified" },
  errors: ["rate_limited", "postgres_unavailable"],
});
export const passwordOperations = [
  changePassword,
  forgotPassword,
  resetPassword,
  requestEmailVerification,
  verifyEmail,
];
