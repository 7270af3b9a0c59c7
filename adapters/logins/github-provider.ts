import { randomBytes, timingSafeEqual } from "node:crypto";
import { parseIfJson } from "../../contract/json.ts";
import type { SecretText } from "../../contract/secret-text.ts";
import { Strategy } from "passport-github2";
import type { StateStore, VerifyCallback } from "passport-oauth2";
import {
  answered,
  identityOf,
  type LoginMemory,
  type LoginProvider,
  type ProvenIdentity,
  type ProviderAnswer,
} from "./login-provider.ts";
import { kindOfAnswerError, providerFault, translated, type FaultKind } from "./provider-faults.ts";
import { ProviderBroken, type ProviderFetch } from "./provider-fetch.ts";
import { beginLogin, runPassport, type LoginSession } from "./run-passport.ts";

/** Which OAuth app of which GitHub people sign in with. */
export type GithubSettings = Readonly<{
  clientId: string;
  clientSecret: SecretText;
  /** https://github.com, or a GitHub Enterprise Server. */
  url: string;
  apiUrl: string;
}>;
type Around = Readonly<{ callbackUrl: string; fetch: ProviderFetch }>;

const NAME = "GitHub";

/** Creates the provider of GitHub, which speaks OAuth 2.0 but not OpenID Connect. */
export function createGithubProvider(settings: GithubSettings, around: Around): LoginProvider {
  const run = (session: LoginSession, query: ProviderAnswer) =>
    translated(NAME, () => runPassport(new GithubStrategy(settings, around), { session, query }), kindOf);
  return {
    id: "github",
    name: NAME,
    issuer: settings.url,
    begin: () => beginLogin(NAME, run),
    async finish(memory, answer) {
      const error = answered(answer, "error");
      if (error !== undefined) throw providerFault(NAME, kindOfAnswerError(error));
      // Without a code the strategy would begin anew.
      if (answered(answer, "code") === undefined) throw providerFault(NAME, "stale");
      const outcome = await run({ login: memory }, answer);
      if (outcome.kind !== "proven") throw providerFault(NAME, "forged");
      return outcome.identity;
    },
  };
}

type Profile = Readonly<{ displayName?: unknown; username?: unknown; emails?: unknown; _json: GithubUser }>;
type GithubUser = Readonly<{ id?: unknown; avatar_url?: unknown }>;
type GithubEmail = Readonly<{ value?: unknown; primary?: unknown; verified?: unknown }>;

class GithubStrategy extends Strategy {
  constructor({ clientId, clientSecret, url, apiUrl }: GithubSettings, { callbackUrl, fetch }: Around) {
    const options = {
      clientID: clientId,
      clientSecret: clientSecret.reveal(),
      callbackURL: callbackUrl,
      authorizationURL: `${url}/login/oauth/authorize`,
      tokenURL: `${url}/login/oauth/access_token`,
      userProfileURL: `${apiUrl}/user`,
      userEmailURL: `${apiUrl}/user/emails`,
      scope: ["read:user", "user:email"],
      scopeSeparator: " ",
      allRawEmails: true,
      userAgent: "berth",
      // Off unless asked for: passport-oauth2 would accept any answer.
      state: "true",
      pkce: true,
      store: MEMORY_STORE as unknown as StateStore,
    };
    super(options, (_access: string, _refresh: string, profile: Profile, done: VerifyCallback) => {
      const identity = readProfile(profile);
      if (identity === undefined) done(new ProviderBroken("Answered a user without an id"));
      else done(null, identity);
    });
    // passport adds `error` to a strategy that runs.
    const onCrash = (fault: unknown): void => (this as unknown as { error: (fault: unknown) => void }).error(fault);
    Object.assign(this._oauth2, { _request: requestBy(fetch, onCrash) });
  }
}

type Asked = [
  method: string,
  url: string,
  headers: Record<string, string>,
  body: unknown,
  token: unknown,
  callback: (error: unknown, text?: string) => void,
];

/** The library's own requests have no deadline, and it throws outside of every promise when an answer is no JSON. */
function requestBy(fetch: ProviderFetch, onCrash: (fault: unknown) => void): (...asked: Asked) => void {
  return (...asked) => {
    const [method, url, headers, body, , callback] = asked;
    const sent = { ...headers, Accept: "application/json", "User-Agent": "berth" };
    ask(fetch, url, { method, headers: sent, ...(method === "POST" && { body: String(body) }) })
      .then((text) => callback(null, text), callback)
      .catch(onCrash);
  };
}

/** GitHub tells faults of the token endpoint with status 200. */
async function ask(fetch: ProviderFetch, url: string, init: Parameters<ProviderFetch>[1]): Promise<string> {
  const response = await fetch(url, init);
  const text = await response.text();
  const parsed = parseIfJson(text);
  if (typeof parsed !== "object" || parsed === null) throw new ProviderBroken("Answered no JSON object");
  const { error } = parsed as { error?: unknown };
  if (typeof error === "string") throw new GithubRefusal(error);
  if (!response.ok) throw new ProviderBroken(`Answered ${response.status}`);
  return text;
}

class GithubRefusal extends Error {
  readonly error: string;
  constructor(error: string) {
    super(`GitHub refuses: ${error.slice(0, 100)}`);
    this.error = error;
  }
}

/** A code that is unknown, used or too old is the login's fault; whatever else is refused is the configuration's. */
function kindOf(error: unknown): FaultKind | undefined {
  const { oauthError } = error as { oauthError?: unknown };
  const refusal = error instanceof GithubRefusal ? error : oauthError;
  return refusal instanceof GithubRefusal && refusal.error === "bad_verification_code" ? "stale" : undefined;
}

function readProfile({ displayName, username, emails, _json }: Profile): ProvenIdentity | undefined {
  const list = Array.isArray(emails) ? (emails as readonly GithubEmail[]) : [];
  const primary = list.find((email) => email.primary === true);
  return identityOf({
    subject: Number.isSafeInteger(_json.id) ? String(_json.id) : undefined,
    email: primary?.value,
    isVerified: primary?.verified,
    name: typeof displayName === "string" && displayName !== "" ? displayName : username,
    avatarUrl: _json.avatar_url,
  });
}

type WithSession = Readonly<{ session: LoginSession }>;
type Stored = (error: Error | null, state?: string) => void;
type Verified = (error: Error | null, verifier: string | false) => void;

/** Keeps state and verifier in the session; passport-oauth2 hands the verifier only to a function of five parameters. */
const MEMORY_STORE = {
  store: Object.defineProperty(
    (...parts: [WithSession, string, unknown, unknown, Stored]): void => {
      const [{ session }, verifier, , , callback] = parts;
      const state = randomBytes(32).toString("base64url");
      session.login = { state, code_verifier: verifier };
      callback(null, state);
    },
    "length",
    { value: 5 },
  ),
  verify({ session }: WithSession, given: string, _meta: unknown, callback: Verified): void {
    const { login } = session;
    delete session.login;
    callback(null, login !== undefined && isSame(login.state, given) && login.code_verifier);
  },
};

function isSame(expected: LoginMemory["state"], given: unknown): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(String(given))];
  return a.length === b.length && timingSafeEqual(a, b);
}
