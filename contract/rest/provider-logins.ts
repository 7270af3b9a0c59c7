import { z } from "zod";
import { text } from "../fields.ts";
import { loginResponse } from "./auth.ts";
import { defineOperation } from "./operation.ts";
import { segment } from "./values.ts";

const authProvidersResponse = z
  .object({
    providers: z.array(
      z.object({
        id: z.string().meta({ description: "Name of the provider in paths" }),
        name: z.string().meta({ description: "Name of the provider for people" }),
        type: z.enum(["oauth", "password"]),
        login_url: z.string().optional().meta({ description: "Where a browser starts; not for passwords" }),
      }),
    ),
  })
  .meta({ component: "AuthProvidersResponse" });
const providerLoginResponse = z
  .object({
    authorization_url: z.string().meta({ description: "Page of the provider that the browser must open" }),
    state: z.string().meta({ description: "What the provider hands back; the cookie of the answer must go with it" }),
  })
  .meta({ component: "ProviderLoginResponse" });

const PRINTABLE = "^[!-~]+$";
const redirectTo = z
  .string()
  .min(1)
  .max(1024)
  .regex(new RegExp(PRINTABLE))
  .optional()
  .meta({ description: "Where a browser goes once signed in: a path, or an address of the platform itself" });
const group = "auth";
const anyone = { kind: "public" } as const;
const providerPath = { provider: segment.meta({ description: "id of GET /auth/providers" }) };

export const listAuthProviders = defineOperation({
  operationId: "listAuthProviders",
  method: "get",
  path: "/auth/providers",
  group,
  summary: "List the ways to sign in",
  who: anyone,
  success: { status: 200, schema: authProvidersResponse, description: "Every provider that is configured" },
});
export const startProviderLogin = defineOperation({
  operationId: "startProviderLogin",
  method: "get",
  path: "/auth/{provider}/login",
  group,
  summary: "Start to sign in at a provider",
  description: "Sets a cookie that the callback needs within ten minutes. A client that prefers HTML is redirected.",
  who: anyone,
  pathParameters: providerPath,
  query: { redirect_to: redirectTo },
  redirects: true,
  success: { status: 200, schema: providerLoginResponse, description: "Where to go; the cookie of the login is set" },
  errors: ["rate_limited", "provider_failed", "unavailable"],
});
export const finishProviderLogin = defineOperation({
  operationId: "finishProviderLogin",
  method: "get",
  path: "/auth/{provider}/callback",
  group,
  summary: "Finish to sign in at a provider",
  description:
    "Where the provider sends the browser back to. The account is the one of the provider's subject, else the one of the e-mail address that the provider has verified, else a new one. An account that never verified this address loses its password, sessions and API keys. A client that prefers HTML is redirected to redirect_to when the login was given one.",
  who: anyone,
  pathParameters: providerPath,
  query: {
    code: text(4096).optional().meta({ description: "What the provider gives for tokens, once" }),
    state: text(512).optional().meta({ description: "What the login gave to the provider" }),
    iss: text(2048).optional().meta({ description: "Issuer that says to have answered (RFC 9207)" }),
    error: text(200).optional().meta({ description: "Why the provider refuses, such as access_denied" }),
    error_description: text(2048).optional().meta({ description: "The provider's words; not shown" }),
  },
  openQuery: true,
  redirects: true,
  success: { status: 200, schema: loginResponse, description: "The user; the session cookie is set" },
  errors: [
    "second_factor_needed",
    "login_refused",
    "registration_closed",
    "rate_limited",
    "provider_failed",
    "unavailable",
    "postgres_unavailable",
  ],
});
export const providerLoginOperations = [listAuthProviders, startProviderLogin, finishProviderLogin];
