import { z } from "zod";
import { text } from "../fields.ts";
import { defineOperation } from "./operation.ts";
import { organizationResponse } from "./organizations.ts";
import { address, givenPassword, newPassword } from "./passwords.ts";
import { messageResponse, timestamp, uuid } from "./values.ts";

const registerRequest = z
  .strictObject({
    email: address,
    password: newPassword,
    name: text(200, 1).meta({ description: "Name shown to others" }),
    invitation_token: text(200, 1).nullable().optional().meta({ description: "Token of an invitation", secret: true }),
  })
  .meta({
    component: "RegisterRequest",
    examples: [{ email: "ada@example.org", password: "correct horse battery", name: "Ada" }],
  });
const loginRequest = z
  .strictObject({ email: address, password: givenPassword })
  .meta({ component: "LoginRequest", examples: [{ email: "ada@example.org", password: "correct horse battery" }] });
const meUpdate = z
  .strictObject({
    active_organization_id: uuid.meta({ description: "Organization used wherever organization_id is left out" }),
  })
  .meta({ component: "MeUpdate", examples: [{ active_organization_id: "01970000-0000-7000-8000-000000000002" }] });

const userMembers = {
  id: uuid.meta({ description: "Record id" }),
  email: z.string(),
  name: z.string(),
  avatar_url: z.string().nullable(),
  email_verified: z.boolean().meta({ description: "Whether the holder has shown to read this address" }),
  is_platform_admin: z.boolean().meta({ description: "Member of the platform's own staff" }),
};
const userResponse = z.object(userMembers).meta({ component: "UserResponse" });
export const loginResponse = z
  .object({ user: userResponse, expires_at: timestamp.meta({ description: "When the session ends at the latest" }) })
  .meta({ component: "LoginResponse" });
const registrationResponse = z
  .object({
    user: userResponse.nullable().meta({ description: "The new user; null while the address is to be verified" }),
    expires_at: timestamp.nullable().meta({ description: "When the session ends at the latest; null without one" }),
    message: z.string().meta({ description: "What comes next" }),
  })
  .meta({ component: "RegistrationResponse" });
const meResponse = z
  .object({
    ...userMembers,
    organizations: z.array(organizationResponse),
    active_organization_id: uuid.meta({ description: "Organization used wherever organization_id is left out" }),
    impersonated_by: uuid.nullable().meta({ description: "Platform admin who acts as this user" }),
    auth_method: z.enum(["session", "api_key", "oauth"]),
  })
  .meta({ component: "MeResponse" });

const group = "auth";
const anyone = { kind: "public" } as const;
const user = { kind: "user" } as const;

export const register = defineOperation({
  operationId: "register",
  method: "post",
  path: "/auth/register",
  group,
  summary: "Create an account",
  description:
    "Makes the user and a personal organization. Where the platform sends mail, the answer is the same whether the address has an account or not, and what comes next is in a mail to it; with the token of an invitation, and where no mail is sent, it signs in.",
  who: anyone,
  body: registerRequest,
  success: {
    status: 201,
    schema: registrationResponse,
    description: "The new user, and the session cookie is set; or neither, and a mail is on its way",
  },
  errors: ["email_taken", "registration_closed", "not_found", "conflict", "rate_limited", "postgres_unavailable"],
});
export const login = defineOperation({
  operationId: "login",
  method: "post",
  path: "/auth/login",
  group,
  summary: "Sign in with e-mail and password",
  who: anyone,
  description:
    "An account with a second factor answers 401 second_factor_needed, with the methods that it has, and sets a cookie for POST /auth/login/second-factor.",
  body: loginRequest,
  success: { status: 200, schema: loginResponse, description: "The user; the session cookie is set" },
  errors: ["unauthenticated", "second_factor_needed", "rate_limited", "postgres_unavailable"],
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
export const authOperations = [register, login, logout, getMe, updateMe];
