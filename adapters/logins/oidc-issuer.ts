import {
  allowInsecureRequests,
  AuthorizationResponseError,
  ClientSecretBasic,
  ClientSecretPost,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomState,
  ResponseBodyError,
  type ClientAuth,
  type Configuration,
  type CustomFetch,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from "openid-client";
import { Strategy } from "openid-client/passport";
import type { Strategy as PassportStrategy } from "passport";
import type { SecretText } from "../../contract/secret-text.ts";
import { keepAnswer } from "../keep-answer.ts";
import {
  answered,
  identityOf,
  type LoginProvider,
  type ProvenIdentity,
  type ProviderAnswer,
} from "./login-provider.ts";
import { kindOfAnswerError, providerFault, translated, type FaultKind } from "./provider-faults.ts";
import { ProviderBroken, type ProviderFetch } from "./provider-fetch.ts";
import { beginLogin, runPassport, type LoginSession } from "./run-passport.ts";

/** Which client of which issuer people sign in with. */
export type OidcSettings = Readonly<{
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: SecretText;
  scopes: readonly string[];
}>;
type Around = Readonly<{ callbackUrl: string; fetch: ProviderFetch }>;
type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

const SESSION_KEY = "login" satisfies keyof LoginSession;
/** How long an issuer's description is used; its keys are read again when it signs with an unknown one. */
const DESCRIPTION_TTL_MS = 3_600_000;

/** Creates the provider of any OpenID Connect issuer. */
export function createOidcProvider(settings: OidcSettings, { callbackUrl, fetch }: Around): LoginProvider {
  const { id, name, issuer, scopes } = settings;
  const describe = keepAnswer(() => discover(settings, fetch), DESCRIPTION_TTL_MS);
  const run = (session: LoginSession, query: ProviderAnswer) =>
    translated(
      name,
      async () => {
        const config = await describe();
        assertIssuer(name, config, query);
        const strategy = new IssuerStrategy({ config, callbackUrl, scope: scopes.join(" "), answer: query });
        return runPassport(strategy as unknown as PassportStrategy, { session, query });
      },
      kindOf,
    );
  return {
    id,
    name,
    issuer,
    begin: () => beginLogin(name, run),
    async finish(memory, answer) {
      const isEmpty = answered(answer, "error") === undefined && answered(answer, "code") === undefined;
      if (isEmpty) throw providerFault(name, "stale");
      const outcome = await run({ login: memory }, answer);
      // openid-client tells a denied consent as a failure, all else as an error.
      if (outcome.kind !== "proven") throw providerFault(name, "denied");
      return outcome.identity;
    },
  };
}

function discover({ issuer, clientId, clientSecret }: OidcSettings, fetch: ProviderFetch): Promise<Configuration> {
  const server = new URL(issuer);
  // Plain http is for issuers on this machine; the settings allow no other.
  const insecure = server.protocol === "http:" ? [allowInsecureRequests] : [];
  return discovery(server, clientId, undefined, authenticateBy(clientSecret), {
    // Signatures count although the token came over TLS: what stands between may be a proxy.
    execute: [...insecure, enableNonRepudiationChecks],
    [customFetch]: ((url, init) => fetch(url, init)) satisfies CustomFetch,
  });
}

/** Issuers that do not say take the secret as basic authentication (OpenID Connect Discovery, 3). */
function authenticateBy(secret: SecretText): ClientAuth {
  const [post, basic] = [ClientSecretPost(secret.reveal()), ClientSecretBasic(secret.reveal())];
  return (server, client, body, headers) => {
    const isPost = server.token_endpoint_auth_methods_supported?.includes("client_secret_post") === true;
    (isPost ? post : basic)(server, client, body, headers);
  };
}

/** Another issuer's answer would make us send its code to ours; who says that it names itself always does (RFC 9207). */
function assertIssuer(name: string, config: Configuration, answer: ProviderAnswer): void {
  const iss = answered(answer, "iss");
  const { issuer, authorization_response_iss_parameter_supported: isNamed } = config.serverMetadata();
  if (answer.size > 0 && (iss === undefined ? isNamed === true : iss !== issuer)) throw providerFault(name, "forged");
}

type Run = Readonly<{ config: Configuration; callbackUrl: string; scope: string; answer: ProviderAnswer }>;

/** Adds to openid-client's strategy what it leaves out where the issuer supports PKCE: state and nonce, always. */
class IssuerStrategy extends Strategy {
  readonly #run: Run;

  constructor(run: Run) {
    const { config, callbackUrl, scope } = run;
    super(
      { config, callbackURL: callbackUrl, scope, sessionKey: SESSION_KEY },
      (tokens, verified) =>
        void proveIdentity(config, tokens).then((identity) => void verified(null, identity), verified),
    );
    this.#run = run;
  }

  override authorizationRequestParams(): Record<string, string> {
    return { state: randomState(), nonce: randomNonce() };
  }

  /** The public address of the callback, never the one that the request came to. */
  override currentUrl(): URL {
    const url = new URL(this.#run.callbackUrl);
    url.search = this.#run.answer.toString();
    return url;
  }

  override shouldInitiateAuthRequest(): boolean {
    return this.#run.answer.size === 0;
  }
}

async function proveIdentity(config: Configuration, tokens: Tokens): Promise<ProvenIdentity> {
  const claims = tokens.claims();
  if (claims === undefined) throw new ProviderBroken("Answered no ID token");
  const { userinfo_endpoint: endpoint } = config.serverMetadata();
  // Many issuers leave the address out of the ID token.
  const more = claims["email"] === undefined && endpoint !== undefined;
  const info = more ? await fetchUserInfo(config, tokens.access_token, claims.sub) : {};
  const identity = readClaims({ ...claims, ...info, sub: claims.sub });
  if (identity === undefined) throw new ProviderBroken("Answered a subject that is none");
  return identity;
}

function readClaims(claims: Readonly<Record<string, unknown>>): ProvenIdentity | undefined {
  return identityOf({
    subject: claims["sub"],
    email: claims["email"],
    isVerified: claims["email_verified"],
    name: claims["name"] ?? claims["preferred_username"],
    avatarUrl: claims["picture"],
  });
}

const FORGERIES = ["OAUTH_JWT_CLAIM_COMPARISON_FAILED", "OAUTH_JWT_TIMESTAMP_CHECK_FAILED"];

/** A code that is no longer good, or tokens of another login, are the login's fault; all else is the issuer's or its configuration's. */
function kindOf(error: unknown): FaultKind | undefined {
  if (error instanceof AuthorizationResponseError) return kindOfAnswerError(error.error);
  if (error instanceof ResponseBodyError) return error.error === "invalid_grant" ? "stale" : "broken";
  const { code } = error as { code?: unknown };
  return typeof code === "string" && FORGERIES.includes(code) ? "forged" : undefined;
}
