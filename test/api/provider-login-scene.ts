import { randomBytes } from "node:crypto";
import type { Config } from "../../api/config.ts";
import type { LoginProvider } from "../../adapters/logins/login-provider.ts";
import { createLoginProviders, type LoginProviders } from "../../api/logins/create-login-providers.ts";
import { CookieBrowser, type Page } from "../support/cookie-browser.ts";
import { GITHUB_CLIENT, GithubServer, type GithubUser } from "../support/github-server.ts";
import { OIDC_CLIENT, OidcServer } from "../support/oidc-server.ts";
import { clientOf, type Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

export const PUBLIC_URL = "https://platform.example.org";
export const AUTH = `${PUBLIC_URL}/api/v1/auth`;
/** The providers, which run in this very process, answer within it on a busy machine, too. */
export const TIMEOUT_MS = 2_000;

/** A gateway with GitHub, one issuer, and a second one that people may be sent to by mistake. */
export class LoginScene {
  readonly github = new GithubServer();
  readonly issuer = new OidcServer();
  readonly other = new OidcServer();
  registration: Config["registration"] = "open";
  /** Domains that an issuer is believed for, by the id of its provider. */
  readonly believed = new Map<string, readonly string[]>();
  gateway!: TestGateway;
  readonly #logins = new Map<string, LoginProvider>();
  anonymous!: Client;

  async start(env: Record<string, string> = {}): Promise<void> {
    const [github, issuer, other] = await Promise.all([
      this.github.start(),
      this.issuer.start({ redirectUris: [`${AUTH}/dex/callback`, `${AUTH}/expired/callback`] }),
      this.other.start({
        redirectUris: [`${AUTH}/keycloak/callback`],
        client: { token_endpoint_auth_method: "client_secret_post" },
      }),
    ]);
    const { client_id, client_secret } = OIDC_CLIENT;
    const providers = [
      { id: "dex", name: "Dex", issuer, client_id, client_secret },
      { id: "keycloak", name: "Keycloak", issuer: other, client_id, client_secret },
      { id: "expired", name: "Expired", issuer, client_id, client_secret: "a secret of last year" },
      // Describes itself by another name.
      { id: "impostor", name: "Impostor", issuer: issuer.replace("127.0.0.1", "localhost"), client_id, client_secret },
    ];
    const registration = (): Config["registration"] => this.registration;
    const { believed } = this;
    this.gateway = await startTestGateway({
      env: {
        BERTH_PUBLIC_URL: PUBLIC_URL,
        BERTH_GITHUB_CLIENT_ID: GITHUB_CLIENT.id,
        BERTH_GITHUB_CLIENT_SECRET: GITHUB_CLIENT.secret,
        BERTH_GITHUB_URL: github,
        BERTH_GITHUB_API_URL: `${github}/api/v3/`,
        BERTH_OIDC_PROVIDERS: JSON.stringify(providers),
        ...env,
      },
      replace: ({ config }) => ({
        config: {
          ...config,
          get registration() {
            return registration();
          },
          get logins() {
            const oidc = config.logins.oidc.map((one) => ({ ...one, emailDomains: believed.get(one.id) }));
            return { ...config.logins, oidc };
          },
        },
        logins: this.#freshLogins(config),
      }),
    });
    this.anonymous = clientOf(this.gateway.url);
  }

  /** Makes the gateway forget what it knows of the issuers, as after a restart. */
  forgetIssuers(): void {
    this.#freshLogins(this.gateway.services.config);
  }

  #freshLogins(config: Config): LoginProviders {
    for (const [id, provider] of createLoginProviders(config, TIMEOUT_MS)) this.#logins.set(id, provider);
    return this.#logins;
  }

  async stop(): Promise<void> {
    await this.gateway.stop();
    await Promise.all([this.github.stop(), this.issuer.stop(), this.other.stop()]);
  }

  browser(person = "nobody"): CookieBrowser {
    const browser = new CookieBrowser(PUBLIC_URL, this.gateway.url);
    browser.person = person;
    return browser;
  }

  /** Goes from the login to where the provider sends the browser back to, without opening that. */
  async toCallback(browser: CookieBrowser, provider: string, query = ""): Promise<string> {
    return browser.follow(`${AUTH}/${provider}/login${query}`, (url) => url.startsWith(`${AUTH}/${provider}/callback`));
  }

  /** Signs in from end to end, as a program that wants JSON on the last step. */
  async signIn(browser: CookieBrowser, provider: string): Promise<Page & Readonly<{ body: LoginBody }>> {
    const callback = await this.toCallback(browser, provider);
    return this.finish(browser, callback);
  }

  async finish(browser: CookieBrowser, callback: string): Promise<Page & Readonly<{ body: LoginBody }>> {
    const page = await browser.open(callback, { accept: "application/json" });
    return { ...page, body: JSON.parse(page.text) as LoginBody };
  }

  /** Makes somebody whom the issuer knows. */
  person(claims: Record<string, unknown> = {}): string {
    const sub = `sub-${randomBytes(6).toString("hex")}`;
    this.issuer.people.set(sub, { email: `${sub}@example.org`, email_verified: true, name: "Ada", ...claims });
    return sub;
  }
}

export type LoginBody = Readonly<{
  user: { id: string; email: string; name: string; avatar_url: string | null; email_verified: boolean };
  code: string;
  detail: string;
}>;

/** Makes somebody whom GitHub knows. */
export function githubUser(changes: Partial<GithubUser> = {}): GithubUser {
  const id = randomBytes(4).readUInt32BE();
  const email = `octocat-${id}@example.org`;
  return {
    id,
    login: `octocat-${id}`,
    name: "Octo Cat",
    emails: [{ email, primary: true, verified: true }],
    ...changes,
  };
}
