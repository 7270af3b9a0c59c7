import { errors, interactionPolicy, Provider, type Configuration, type KoaContextWithOIDC } from "oidc-provider";
import { AGENT_SCOPES, SCOPES } from "../../contract/rest/scopes.ts";
import { describeFault } from "../http/describe-fault.ts";
import type { Services } from "../services.ts";
import { agentResource } from "./agent-audience.ts";
import { REGISTRATION, ROW_ID, SECRET_HASH } from "./client-metadata.ts";
import { isClientSecret } from "./client-secret.ts";
import type { DocumentClients } from "./document-clients.ts";
import { createOauthAdapter } from "./oauth-adapter.ts";
import type { OauthKeys } from "./oauth-keys.ts";
import type { Page } from "./page-frame.ts";
import { errorPage } from "./pages.ts";

/** The services that the authorization server works with. */
type OauthServices = Pick<Services, "pool" | "secretSeal" | "identity" | "log" | "isSecure" | "config">;

/** What the authorization server is made of. */
type OauthParts = Readonly<{ services: OauthServices; keys: OauthKeys; documents: DocumentClients }>;

const MINUTE_S = 60;
const DAY_S = 24 * 60 * MINUTE_S;
/** Between two questions of a device that waits. */
const POLL_INTERVAL_S = 5;
const OFF = { enabled: false } as const;

/**
 * Creates the OAuth 2.1 authorization server at an issuer: authorization code with PKCE, codes of devices, rotating refresh
 * tokens, revocation, introspection; opaque tokens; nothing else. Who signs in and consents is interaction.ts.
 */
export function createProvider(issuer: string, parts: OauthParts): Provider {
  const { services } = parts;
  const provider = new Provider(issuer, configurationOf(issuer, parts));
  // Its URLs and cookies follow the issuer: serve-oauth.ts sets the headers that this trusts.
  provider.proxy = true;
  provider.Client.prototype.compareClientSecret = function compare(secret) {
    const hash = (this as Readonly<Record<string, unknown>>)[SECRET_HASH];
    return typeof hash === "string" && isClientSecret(secret, Buffer.from(hash, "base64url"));
  };
  provider.use(completeDeviceAnswer);
  provider.on("server_error", (_context, error) => {
    services.log.error("The authorization server failed", { fault: describeFault(error) });
  });
  return provider;
}

function configurationOf(issuer: string, { services, keys, documents }: OauthParts): Configuration {
  const resource = agentResource(issuer.replace(/\/oauth$/, ""));
  const cookie = { httpOnly: true, sameSite: "lax", secure: services.isSecure, signed: true } as const;
  return {
    adapter: createOauthAdapter({ pool: services.pool, seal: services.secretSeal, keys, documents }),
    jwks: { keys: [keys.signingKey] },
    clientDefaults: { id_token_signed_response_alg: "EdDSA" },
    enabledJWA: { idTokenSigningAlgValues: ["EdDSA"] },
    cookies: {
      keys: [keys.cookieKey],
      names: { session: "berth_oauth", interaction: "berth_oauth_interaction", resume: "berth_oauth_resume" },
      long: cookie,
      short: cookie,
    },
    routes: {
      authorization: "/authorize",
      token: "/token",
      revocation: "/revoke",
      introspection: "/introspect",
      device_authorization: "/device_authorization",
      code_verification: "/device",
    },
    responseTypes: ["code"],
    scopes: SCOPES,
    claims: {},
    // Which pages of other sites may come, serve-oauth.ts says: where it let one in, the library asks no more.
    clientBasedCORS: () => false,
    pkce: { required: () => true },
    extraClientMetadata: { properties: [SECRET_HASH, ROW_ID, REGISTRATION] },
    features: featuresOf(resource, services),
    interactions: {
      policy: decidePolicy(resource),
      url: (_context, { uid }) => `${new URL(issuer).pathname}/interaction/${uid}`,
    },
    async findAccount(_context, accountId) {
      const user = await services.identity.findUser(accountId);
      return user === null ? undefined : { accountId, claims: () => ({ sub: accountId }) };
    },
    ...tokenRules(),
    renderError(context, { error, error_description: description }) {
      sendPage(context, errorPage(error, description));
    },
  };
}

function featuresOf(resource: string, services: OauthServices): Configuration["features"] {
  const isOwn = (_context: unknown, client: { clientId: string }, token: { clientId?: string | undefined }): boolean =>
    token.clientId === client.clientId;
  return {
    devInteractions: OFF,
    deviceFlow: {
      enabled: true,
      charset: "base-20",
      mask: "****-****",
      deviceInfo(context) {
        assertScopes(context, resource);
        return { address: context.ip };
      },
    },
    dPoP: OFF,
    pushedAuthorizationRequests: OFF,
    resourceIndicators: agentTokens(resource, services),
    rpInitiatedLogout: OFF,
    userinfo: OFF,
    revocation: { enabled: true, allowedPolicy: isOwn },
    introspection: {
      enabled: true,
      allowedPolicy: (context, client, token) =>
        client.tokenEndpointAuthMethod !== "none" && isOwn(context, client, token),
    },
  };
}

/**
 * A token is for the door for agents or for the REST interface, never for both (RFC 8707). What registered itself gets
 * tokens of agents only, also where it does not say so.
 */
function agentTokens(
  resource: string,
  { config }: OauthServices,
): NonNullable<Configuration["features"]>["resourceIndicators"] {
  return {
    enabled: true,
    defaultResource: (_context, client, several) => several ?? (isSelfRegistered(client) ? resource : undefined),
    useGrantedResource: () => true,
    getResourceServerInfo(_context, wanted) {
      if (wanted !== resource || !config.agents.isServed) throw new errors.InvalidTarget();
      return { scope: AGENT_SCOPES.join(" "), audience: resource, accessTokenFormat: "opaque" };
    },
  };
}

function isSelfRegistered(client: object = {}): boolean {
  return (client as Readonly<Record<string, unknown>>)[REGISTRATION] !== "admin";
}

/** Every token ends with its grant, and a grant with the consent, not with a session (docs/adr/0017). */
function tokenRules(): Partial<Configuration> {
  return {
    ttl: {
      Interaction: 15 * MINUTE_S,
      Session: 15 * MINUTE_S,
      AuthorizationCode: MINUTE_S,
      DeviceCode: 10 * MINUTE_S,
      AccessToken: 60 * MINUTE_S,
      RefreshToken: 30 * DAY_S,
      Grant: 365 * DAY_S,
    },
    expiresWithSession: () => false,
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
    loadExistingGrant(context) {
      const grantId = context.oidc.result?.consent?.grantId;
      return grantId === undefined ? Promise.resolve(undefined) : context.oidc.provider.Grant.find(grantId);
    },
  };
}

/** People are asked each time: nothing is granted because somebody said yes before, or is signed in elsewhere. */
function decidePolicy(resource: string): interactionPolicy.Prompt[] {
  const { Check, Prompt } = interactionPolicy;
  const undecided = new Check("undecided", "people decide each time", "consent_required", (context) => {
    assertScopes(context, resource);
    return context.oidc.result?.consent === undefined;
  });
  return [new Prompt({ name: "consent", requestable: true }, undecided)];
}

/** The library drops scopes that it does not know; here they are refused, as they were sent. */
function assertScopes({ oidc, query }: KoaContextWithOIDC, resource: string): void {
  const sent: Readonly<Record<string, unknown>> = { authorization: query, device_authorization: oidc.body };
  const scope = ((sent[oidc.route] ?? oidc.params) as Readonly<Record<string, unknown>> | undefined)?.["scope"];
  if (typeof scope !== "string" || scope === "")
    throw new errors.InvalidScope("ask for at least one scope", typeof scope === "string" ? scope : "");
  const isForAgent = oidc.params?.["resource"] === resource;
  // Whatever it names as its resource: a stranger's application gets nothing else.
  if (!isForAgent && isSelfRegistered(oidc.client)) throw new errors.InvalidTarget();
  assertKnown(scope, isForAgent ? AGENT_SCOPES : SCOPES);
}

function assertKnown(scope: string, known: readonly string[]): void {
  const unknown = scope.split(" ").find((one) => !known.includes(one));
  if (unknown !== undefined) throw new errors.InvalidScope("requested scope does not exist", unknown);
}

/**
 * Says how often a device may ask, and offers no address that has the code in it: who is talked into opening such an
 * address has typed nothing, and has compared nothing (RFC 8628, 5.4).
 */
async function completeDeviceAnswer(context: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  const body = context.body as Readonly<Record<string, unknown>> | undefined;
  if (body?.["user_code"] === undefined) return;
  context.body = { ...body, verification_uri_complete: undefined, interval: POLL_INTERVAL_S };
}

function sendPage(context: KoaContextWithOIDC, page: Page): void {
  for (const [name, value] of Object.entries(page.headers)) context.set(name, value);
  context.body = page.body;
}
