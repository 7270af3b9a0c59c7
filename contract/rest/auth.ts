import { z } from "zod";
import { text } from "../fields.ts";
import { defineOperation } from "./operation.ts";
import { organizationResponse } from "./organizations.ts";
import { email, listOf, listQuery, messageResponse, timestamp, uuid } from "./values.ts";

const password = text(256, 8).meta({ description: "At least 8 characters", secret: true });
/** A password that is only compared: its length says nothing, so that old ones still work. */
const givenPassword = text(256, 1).meta({ description: "The account's password", secret: true });
const address = email.meta({ description: "E-mail address, compared without regard to case" });

export const registerRequest = z
  .strictObject({
    email: address,
    password,
    name: text(200, 1).meta({ description: "Name shown to others" }),
    invitation_token: text(200, 1).nullable().optional().meta({ description: "Token of an invitation", secret: true }),
  })
  .meta({
    component: "RegisterRequest",
    examples: [{ email: "ada@example.org", password: "correct horse battery", name: "Ada" }],
  });
export const loginRequest = z
  .strictObject({ email: address, password: givenPassword })
  .meta({ component: "LoginRequest", examples: [{ email: "ada@example.org", password: "correct horse battery" }] });
export const passwordChange = z
  .strictObject({
    current_password: givenPassword
      .nullable()
      .optional()
      .meta({ description: "Needed unless the account has none yet", secret: true }),
    new_password: password,
  })
  .meta({
    component: "PasswordChange",
    examples: [{ current_password: "correct horse battery", new_password: "staple battery horse" }],
  });
const token = text(200, 1).meta({ description: "Token of the mail", secret: true });
export const passwordForgotten = z
  .strictObject({ email: address })
  .meta({ component: "PasswordForgotten", examples: [{ email: "ada@example.org" }] });
export const passwordReset = z
  .strictObject({ token, new_password: password })
  .meta({ component: "PasswordReset", examples: [{ token: "a-token", new_password: "staple battery horse" }] });
export const emailVerification = z
  .strictObject({ token })
  .meta({ component: "EmailVerification", examples: [{ token: "a-token" }] });
export const meUpdate = z
  .strictObject({
    active_organization_id: uuid.meta({ description: "Organization used wherever organization_id is left out" }),
  })
  .meta({ component: "MeUpdate", examples: [{ active_organization_id: "01970000-0000-7000-8000-000000000002" }] });

export const impersonateRequest = z
  .strictObject({
    user_id: uuid.meta({ description: "User to act as" }),
    reason: text(500, 1).meta({ description: "Why; it is in the audit log" }),
  })
  .meta({
    component: "ImpersonateRequest",
    examples: [{ user_id: "01970000-0000-7000-8000-000000000003", reason: "Ticket 4711: cannot see the cluster" }],
  });

const userMembers = {
  id: uuid.meta({ description: "Record id" }),
  email: z.string(),
  name: z.string(),
  avatar_url: z.string().nullable(),
  email_verified: z.boolean().meta({ description: "Whether the holder has shown to read this address" }),
  is_platform_admin: z.boolean().meta({ description: "Member of the platform's own staff" }),
};
export const userResponse = z.object(userMembers).meta({ component: "UserResponse" });
export const loginResponse = z
  .object({ user: userResponse, expires_at: timestamp.meta({ description: "When the session ends at the latest" }) })
  .meta({ component: "LoginResponse" });
export const meResponse = z
  .object({
    ...userMembers,
    organizations: z.array(organizationResponse),
    active_organization_id: uuid.meta({ description: "Organization used wherever organization_id is left out" }),
    impersonated_by: uuid.nullable().meta({ description: "Platform admin who acts as this user" }),
    auth_method: z.enum(["session", "api_key", "oauth"]),
  })
  .meta({ component: "MeResponse" });
export const sessionResponse = z
  .object({
    id: uuid.meta({ description: "Record id" }),
    is_current: z.boolean().meta({ description: "The session of this request" }),
    user_agent: z.string().nullable(),
    ip: z.string().nullable(),
    created_at: timestamp,
    last_used_at: timestamp,
    expires_at: timestamp,
  })
  .meta({ component: "SessionResponse" });

const group = "auth";
const anyone = { kind: "public" } as const;
const user = { kind: "user" } as const;
const sessionPath = { session_id: uuid.meta({ description: "Record id of the session" }) };

export const register = defineOperation({
  operationId: "register",
  method: "post",
  path: "/auth/register",
  group,
  summary: "Create an account and sign in",
  description: "Makes the user and a personal organization, and sets the session cookie.",
  who: anyone,
  body: registerRequest,
  success: { status: 201, schema: loginResponse, description: "The new user; the session cookie is set" },
  errors: ["email_taken", "registration_closed", "not_found", "rate_limited", "postgres_unavailable"],
});
export const login = defineOperation({
  operationId: "login",
  method: "post",
  path: "/auth/login",
  group,
  summary: "Sign in with e-mail and password",
  who: anyone,
  body: loginRequest,
  success: { status: 200, schema: loginResponse, description: "The user; the session cookie is set" },
  errors: ["unauthenticated", "rate_limited", "postgres_unavailable"],
});
export const logout = defineOperation({
  operationId: "logout",
  method: "post",
  path: "/auth/logout",
  group,
  summary: "Sign out",
  description: "Ends the session of the cookie; also answers 200 when there was none.",
  who: anyone,
  success: { status: 200, schema: messageResponse, description: "Signed out; the cookie is cleared" },
  errors: ["postgres_unavailable"],
});
export const getMe = defineOperation({
  operationId: "getMe",
  method: "get",
  path: "/auth/me",
  group,
  summary: "Read who you are",
  who: user,
  success: { status: 200, schema: meResponse, description: "You and your organizations" },
});
export const updateMe = defineOperation({
  operationId: "updateMe",
  method: "patch",
  path: "/auth/me",
  group,
  summary: "Choose the active organization of the session",
  who: user,
  sessionOnly: true,
  body: meUpdate,
  success: { status: 200, schema: meResponse, description: "You and your organizations" },
  errors: ["not_found"],
});
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
  description: "Ends every session of the account, and verifies its address.",
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
  who: anyone,
  body: emailVerification,
  success: { status: 200, schema: messageResponse, description: "Verified" },
  errors: ["rate_limited", "postgres_unavailable"],
});
export const listSessions = defineOperation({
  operationId: "listSessions",
  method: "get",
  path: "/auth/sessions",
  group,
  summary: "List your sessions",
  who: user,
  sessionOnly: true,
  query: listQuery,
  success: {
    status: 200,
    schema: listOf("sessions", sessionResponse).meta({ component: "SessionListResponse" }),
    description: "Your sessions, newest first",
  },
});
export const deleteOtherSessions = defineOperation({
  operationId: "deleteOtherSessions",
  method: "delete",
  path: "/auth/sessions",
  group,
  summary: "End every other session of yours",
  who: user,
  sessionOnly: true,
  notWhileImpersonating: true,
  success: { status: 200, schema: messageResponse, description: "Ended" },
});
export const deleteSession = defineOperation({
  operationId: "deleteSession",
  method: "delete",
  path: "/auth/sessions/{session_id}",
  group,
  summary: "End one session of yours",
  who: user,
  sessionOnly: true,
  notWhileImpersonating: true,
  pathParameters: sessionPath,
  success: { status: 200, schema: messageResponse, description: "Ended" },
});
export const impersonate = defineOperation({
  operationId: "impersonate",
  method: "post",
  path: "/auth/impersonate",
  group,
  summary: "Act as another user",
  description:
    "Starts a session as that user for at most one hour; your own waits until stop-impersonating, its cookie is dead meanwhile. Both users are in every audit entry. Keys, passwords and sessions cannot be changed, and platform admins cannot be impersonated.",
  who: { kind: "platformAdmin" },
  sessionOnly: true,
  notWhileImpersonating: true,
  body: impersonateRequest,
  success: { status: 200, schema: loginResponse, description: "The user you act as; the session cookie is set" },
  errors: ["not_found"],
});
export const stopImpersonating = defineOperation({
  operationId: "stopImpersonating",
  method: "post",
  path: "/auth/stop-impersonating",
  group,
  summary: "Stop acting as another user",
  description: "Ends the impersonation and restores your own session, under a new id.",
  who: user,
  sessionOnly: true,
  success: { status: 200, schema: loginResponse, description: "You; the session cookie is set" },
  errors: ["not_impersonating"],
});
export const authOperations = [
  register,
  login,
  logout,
  getMe,
  updateMe,
  changePassword,
  forgotPassword,
  resetPassword,
  requestEmailVerification,
  verifyEmail,
  listSessions,
  deleteOtherSessions,
  deleteSession,
  impersonate,
  stopImpersonating,
];
