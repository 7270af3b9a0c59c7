import { createGithubProvider } from "../../adapters/logins/github-provider.ts";
import type { LoginProvider } from "../../adapters/logins/login-provider.ts";
import { createOidcProvider } from "../../adapters/logins/oidc-issuer.ts";
import { createProviderFetch } from "../../adapters/logins/provider-fetch.ts";
import { BerthError } from "../../contract/errors.ts";
import type { Config } from "../config.ts";
import { withoutEndSlashes } from "../../contract/without-end-slashes.ts";

/** The configured providers by their id. */
export type LoginProviders = ReadonlyMap<string, LoginProvider>;

/** A person waits in front of a browser meanwhile. */
const TIMEOUT_MS = 8_000;

/** Creates the providers that people may sign in with; none is asked before its first login. */
export function createLoginProviders(
  { logins, publicUrl }: Pick<Config, "logins" | "publicUrl">,
  timeoutMs = TIMEOUT_MS,
): LoginProviders {
  if (publicUrl === undefined) return new Map();
  const fetch = createProviderFetch(timeoutMs);
  const around = (id: string) => ({ callbackUrl: `${loginAddress(publicUrl, id)}/callback`, fetch });
  const { github, oidc } = logins;
  const providers = [
    ...(github === undefined ? [] : [createGithubProvider(github, around("github"))]),
    ...oidc.map((settings) => createOidcProvider(settings, around(settings.id))),
  ];
  return new Map(providers.map((provider) => [provider.id, provider]));
}

/** Writes the public address that a provider's operations are under. */
export function loginAddress(publicUrl: string, id: string): string {
  return `${withoutEndSlashes(publicUrl)}/api/v1/auth/${id}`;
}

/** Finds a provider of a path. */
export function assertLoginProvider(providers: LoginProviders, id: string): LoginProvider {
  const provider = providers.get(id);
  if (provider === undefined) throw new BerthError("not_found", { publicMessage: "There is no such login provider." });
  return provider;
}
