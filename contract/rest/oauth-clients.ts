import { z } from "zod";
import { text } from "../fields.ts";
import { areDistinct } from "../resources/definition.ts";
import { defineOperation } from "./operation.ts";
import { notEmpty, type OperationRule } from "./rules.ts";
import { scope } from "./scopes.ts";
import { listOf, listQuery, timestamp, uuid } from "./values.ts";

/** Addresses of this machine, where the port is chosen at run time (RFC 8252). */
const LOOPBACK = "http://(localhost|127\\.0\\.0\\.1|\\[::1\\])(:[0-9]{1,5})?";
const redirectUri = z
  .string()
  .min(8)
  .max(2048)
  .regex(new RegExp(`^(https://[A-Za-z0-9.-]+(:[0-9]{1,5})?|${LOOPBACK})([/?][!"$-~]*)?$`))
  .meta({
    description: "https, or http to a loopback address for public clients; no fragment; compared to the letter",
  });
const webUri = z.string().min(8).max(2048).regex(new RegExp("^https://[!-~]+$"));

const name = text(100, 1).meta({ description: "Name that people read before they consent" });
export const redirectUris = z.array(redirectUri).min(1).max(20).meta({ description: "Where people are sent back to" });
const scopes = z.array(scope).min(1).max(64).meta({ description: "Most that the application may ask for" });
const clientUri = webUri.nullable().optional().meta({ description: "Page about the application" });
const logoUri = webUri
  .nullable()
  .optional()
  .meta({ description: "Its logo; shown as a link, never loaded by Berth's pages" });

const oauthClientCreate = z
  .strictObject({
    name,
    type: z.enum(["confidential", "public"]).meta({
      description: "confidential: keeps a secret on a server; public: runs on people's machines or in browsers",
    }),
    redirect_uris: redirectUris,
    scopes,
    client_uri: clientUri,
    logo_uri: logoUri,
  })
  .meta({
    component: "OAuthClientCreate",
    examples: [
      {
        name: "Harbour master",
        type: "confidential",
        redirect_uris: ["https://harbour.example.org/callback"],
        scopes: ["deployments:read"],
      },
    ],
  });
const oauthClientUpdate = z
  .strictObject({
    name: name.nullable().optional(),
    redirect_uris: redirectUris.nullable().optional(),
    scopes: scopes.nullable().optional(),
    client_uri: clientUri,
    logo_uri: logoUri,
  })
  .meta({ component: "OAuthClientUpdate", examples: [{ scopes: ["deployments:read", "deployments:write"] }] });

const members = {
  client_id: uuid.meta({ description: "Record id; the client_id of the protocol, unless there is a metadata_url" }),
  registration: z.enum(["admin", "dynamic", "document", "blocked"]).meta({
    description:
      "Who registered it: a platform admin, itself (RFC 7591), or the document at metadata_url; blocked: such a document that was removed and may not come back",
  }),
  metadata_url: z
    .string()
    .nullable()
    .meta({ description: "Where its document lies; then the client_id of the protocol" }),
  name: z.string(),
  type: z.enum(["confidential", "public"]),
  redirect_uris: z.array(z.string()),
  scopes: z.array(scope),
  client_uri: z.string().nullable(),
  logo_uri: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
};
const oauthClientResponse = z.object(members).meta({ component: "OAuthClientResponse" });
export type OauthClientResponse = z.infer<typeof oauthClientResponse>;
const oauthClientSecretResponse = z
  .object({
    ...members,
    client_secret: z
      .string()
      .nullable()
      .meta({ description: "Only in this answer; null for public clients", secret: true }),
  })
  .meta({ component: "OAuthClientSecretResponse" });

type Uris = Readonly<{ type?: string; redirect_uris?: readonly string[] | null }>;
const urisOf = (body: unknown): readonly string[] => (body as Uris).redirect_uris ?? [];

/** Tells whether a redirect URI leads to the machine of whoever follows it. */
export function isLoopbackUri(uri: string): boolean {
  return uri.startsWith("http://");
}

/** Tells whether a redirect URI is an address, and not https to the machine of whoever follows it. */
export function isRealUri(uri: string): boolean {
  return URL.canParse(uri) && !/^https:\/\/(localhost|127\.0\.0\.1)(?![A-Za-z0-9.-])/i.test(uri);
}

const realUris: OperationRule = {
  name: "redirectUrisAreAddresses",
  message: "every redirect URI must be an address, and none may be https to a loopback address",
  path: ["redirect_uris"],
  check: (body) => urisOf(body).every(isRealUri),
};
const distinctUris: OperationRule = {
  name: "redirectUrisDistinct",
  message: "redirect URIs must differ",
  path: ["redirect_uris"],
  check: (body) => areDistinct(urisOf(body)),
};
const loopbackIsPublic: OperationRule = {
  name: "loopbackIsPublic",
  message: "only public clients may have loopback redirect URIs",
  path: ["redirect_uris"],
  check: (body) => (body as Uris).type === "public" || !urisOf(body).some(isLoopbackUri),
};
const changesSomething = notEmpty(
  "oauthClientUpdateNotEmpty",
  "send at least one of name, redirect_uris, scopes, client_uri and logo_uri",
);

const group = "connected-applications";
const who = { kind: "platformAdmin" } as const;
const pathParameters = { client_id: uuid.meta({ description: "client_id of the application" }) };

export const listOauthClients = defineOperation({
  operationId: "listOauthClients",
  method: "get",
  path: "/admin/oauth-clients",
  group,
  summary: "List the applications that people can connect",
  who,
  sessionOnly: true,
  query: listQuery,
  success: {
    status: 200,
    schema: listOf("oauth_clients", oauthClientResponse).meta({ component: "OAuthClientListResponse" }),
    description: "Applications, newest first",
  },
});
export const createOauthClient = defineOperation({
  operationId: "createOauthClient",
  method: "post",
  path: "/admin/oauth-clients",
  group,
  summary: "Register an application that people can connect",
  description: [
    "The application uses OAuth 2.1 at the authorization server under /oauth: authorization code with PKCE (S256), then",
    "refresh tokens that rotate. Its metadata (RFC 8414) is at /.well-known/oauth-authorization-server/oauth.",
    "Applications of agents may also register themselves. Only where BERTH_PUBLIC_URL is set can people connect any.",
  ].join("\n"),
  who,
  notWhileImpersonating: true,
  sessionOnly: true,
  body: oauthClientCreate,
  rules: [realUris, distinctUris, loopbackIsPublic],
  idempotent: true,
  success: { status: 201, schema: oauthClientSecretResponse, description: "The application and its secret" },
  errors: ["secret_already_returned"],
});
export const getOauthClient = defineOperation({
  operationId: "getOauthClient",
  method: "get",
  path: "/admin/oauth-clients/{client_id}",
  group,
  summary: "Read an application that people can connect",
  who,
  sessionOnly: true,
  pathParameters,
  concurrency: "read",
  success: { status: 200, schema: oauthClientResponse, description: "The application, without its secret" },
});
export const updateOauthClient = defineOperation({
  operationId: "updateOauthClient",
  method: "patch",
  path: "/admin/oauth-clients/{client_id}",
  group,
  summary: "Change an application that people can connect",
  description: "A scope that is taken away is gone from its tokens with their next use. The type never changes.",
  who,
  sessionOnly: true,
  pathParameters,
  body: oauthClientUpdate,
  rules: [changesSomething, realUris, distinctUris],
  concurrency: "write",
  success: { status: 200, schema: oauthClientResponse, description: "The changed application" },
  errors: ["conflict"],
});
export const deleteOauthClient = defineOperation({
  operationId: "deleteOauthClient",
  method: "delete",
  path: "/admin/oauth-clients/{client_id}",
  group,
  summary: "Remove an application for everybody",
  description:
    "Every grant and token that it was given stops working at once. One that a document describes is blocked, until it is removed again.",
  who,
  sessionOnly: true,
  pathParameters,
  concurrency: "write",
  success: { status: 200, schema: oauthClientResponse, description: "The application as it was" },
});
export const rotateOauthClientSecret = defineOperation({
  operationId: "rotateOauthClientSecret",
  method: "post",
  path: "/admin/oauth-clients/{client_id}/rotate-secret",
  group,
  summary: "Replace the secret of a confidential application",
  description: "The old secret stops working at once; the new one is in this answer only.",
  who,
  notWhileImpersonating: true,
  sessionOnly: true,
  pathParameters,
  idempotent: true,
  success: { status: 200, schema: oauthClientSecretResponse, description: "The application with its new secret" },
  errors: ["conflict", "secret_already_returned"],
});
export const oauthClientOperations = [
  listOauthClients,
  createOauthClient,
  getOauthClient,
  updateOauthClient,
  deleteOauthClient,
  rotateOauthClientSecret,
];
