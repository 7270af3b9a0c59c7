import * as oidc from "openid-client";
import { OPERATIONS } from "../../contract/rest/all.ts";
import { clientOf, newAccount, PASSWORD, type Account, type Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { newPlatformAdmin } from "./platform-admin.ts";

/** The address that people and applications use; what it means is decided by `reach`. */
export const PUBLIC_URL = "https://platform.example.org";
export const ISSUER = `${PUBLIC_URL}/oauth`;
export const CALLBACK = "https://app.example.org/callback";
export const SCOPE = "deployments:read api-keys:read";

export type RegisteredClient = Readonly<{ client_id: string; client_secret: string | null }>;
/** An application as the client library sees it. */
export type Application = Readonly<{ clientId: string; secret: string | null; config: oidc.Configuration }>;
/** One request for authorization. */
export type Started = Readonly<{ url: URL; verifier: string; state: string }>;
/** What a page of Berth answered. */
export type PageAnswer = Readonly<{ status: number; headers: Headers; text: string; url: string }>;

/** A gateway with a platform admin, somebody else, and an application that the admin has registered. */
type Scene = Readonly<{ gateway: TestGateway; admin: Account; account: Account; application: Application }>;

/** Starts a gateway with those who take part. */
export async function startScene(): Promise<Scene> {
  const gateway = await startTestGateway({ env: { BERTH_PUBLIC_URL: PUBLIC_URL } });
  const [admin, account] = [await newPlatformAdmin(gateway), await newAccount(gateway.url)];
  return { gateway, admin, account, application: await applicationOf(gateway, await register(admin.session)) };
}

/** Registers an application. */
export async function register(admin: Client, members: Record<string, unknown> = {}): Promise<RegisteredClient> {
  const made = await admin<RegisteredClient>("POST", "/admin/oauth-clients", {
    name: "Harbour master",
    type: "confidential",
    redirect_uris: [CALLBACK],
    scopes: ["deployments:read", "api-keys:read", "api-keys:write"],
    client_uri: "https://app.example.org/",
    logo_uri: "https://app.example.org/logo.svg",
    ...members,
  });
  if (made.status !== 201) throw new Error(`oauth-clients: ${made.status} ${made.text}`);
  return made.body;
}

/** Goes to a gateway instead of the public address. */
export function reach(url: string | URL, gateway: Readonly<{ url: string }>): string {
  return String(url).replace(PUBLIC_URL, gateway.url);
}

/** Sets up the client library by the server's metadata. */
export async function applicationOf(gateway: TestGateway, client: RegisteredClient): Promise<Application> {
  const { client_id: clientId, client_secret: secret } = client;
  const viaGateway: oidc.CustomFetch = (url, options) => fetch(reach(url, gateway), options);
  const authentication = secret === null ? oidc.None() : oidc.ClientSecretBasic(secret);
  const config = await oidc.discovery(new URL(ISSUER), clientId, {}, authentication, {
    algorithm: "oauth2",
    [oidc.customFetch]: viaGateway,
  });
  return { clientId, secret, config };
}

/** Begins a request for authorization. */
export async function start({ config }: Application, parameters: Record<string, string> = {}): Promise<Started> {
  const verifier = oidc.randomPKCECodeVerifier();
  const state = oidc.randomState();
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: SCOPE,
    state,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...parameters,
  });
  return { url, verifier, state };
}

/** Walks through pages as a browser does: with cookies by path, redirects, and forms. */
export class Browser {
  readonly #gateway: Readonly<{ url: string }>;
  readonly #publicUrl: string;
  /** By name and path: what two tabs began has cookies of one name. */
  readonly #cookies = new Map<string, { name: string; value: string; path: string }>();

  constructor(gateway: Readonly<{ url: string }>, cookie?: string, publicUrl = PUBLIC_URL) {
    this.#gateway = gateway;
    this.#publicUrl = publicUrl;
    const [name, value] = cookie?.split("=") ?? [];
    if (name !== undefined && value !== undefined) this.#keep(`${name}=${value}; Path=/`);
  }

  /** Opens an address and follows redirects until a page, or an address that is not Berth's. */
  async open(url: string | URL, init: RequestInit = {}): Promise<PageAnswer> {
    let [next, request] = [new URL(url), init];
    for (let hops = 0; hops < 10; hops += 1) {
      const answer = await this.#ask(next, request);
      const location = answer.headers.get("location");
      if (location === null) return answer;
      next = new URL(location, next);
      request = {};
      if (next.origin !== this.#publicUrl) return { ...answer, url: next.href };
    }
    throw new Error("Too many redirects");
  }

  /** Sends the form of a page with one of its buttons. */
  submit(page: PageAnswer, members: Record<string, string>, headers: Record<string, string> = {}): Promise<PageAnswer> {
    const body = new URLSearchParams({ token: tokenOf(page), ...members });
    return this.open(page.url, { method: "POST", body, headers: { origin: this.#publicUrl, ...headers } });
  }

  async #ask(url: URL, init: RequestInit): Promise<PageAnswer> {
    const cookie = [...this.#cookies.values()].flatMap(({ name, value, path }) =>
      url.pathname.startsWith(path) ? `${name}=${value}` : [],
    );
    const headers = { ...(init.headers as Record<string, string>), cookie: cookie.join("; "), accept: "text/html" };
    const response = await fetch(reach(url, this.#gateway), { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return { status: response.status, headers: response.headers, text: await response.text(), url: url.href };
  }

  #keep(line: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    const path = /path=([^;]+)/i.exec(line)?.[1] ?? "/";
    if (value === "") this.#cookies.delete(`${name} ${path}`);
    else this.#cookies.set(`${name} ${path}`, { name, value, path });
  }
}

/** Reads the token of a page's form. */
export function tokenOf({ text }: PageAnswer): string {
  return /name="token" value="([^"]*)"/.exec(text)?.[1] ?? "";
}

/** Walks from the application to its callback: sign-in, consent. */
export async function consent(
  gateway: TestGateway,
  account: Account,
  started: Started,
  members: Record<string, string> = {},
): Promise<URL> {
  const browser = new Browser(gateway);
  const signIn = await browser.open(started.url);
  const page = await browser.submit(signIn, { action: "sign_in", email: account.email, password: PASSWORD });
  const done = await browser.submit(page, { action: "allow", organization: "", ...members });
  return new URL(done.url);
}

/** What an application gets. */
export type Tokens = Readonly<{ access: string; refresh: string }>;

/** Trades the code of a callback for tokens. */
export async function redeem(application: Application, callback: URL, { verifier, state }: Started): Promise<Tokens> {
  const answer = await oidc.authorizationCodeGrant(application.config, callback, {
    pkceCodeVerifier: verifier,
    expectedState: state,
  });
  return { access: answer.access_token, refresh: answer.refresh_token ?? "" };
}

/** Connects an application from its first request to its tokens. */
export async function connect(
  gateway: TestGateway,
  application: Application,
  account: Account,
  how: Readonly<{ parameters?: Record<string, string>; members?: Record<string, string> }> = {},
): Promise<Tokens> {
  const started = await start(application, how.parameters);
  return redeem(application, await consent(gateway, account, started, how.members), started);
}

/** Calls the gateway with an access token. */
export function bearer(gateway: TestGateway, token: string): Client {
  return clientOf(gateway.url, { authorization: `Bearer ${token}` });
}

/** Names the operations that no token may call, whatever its scopes. */
export const SESSION_ONLY = OPERATIONS.filter(({ sessionOnly }) => sessionOnly === true);
