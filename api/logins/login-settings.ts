import { z } from "zod";
import { parseIfJson } from "../../contract/json.ts";
import { SecretText } from "../../contract/secret-text.ts";
import type { GithubSettings } from "../../adapters/logins/github-provider.ts";
import type { OidcSettings } from "../../adapters/logins/oidc-issuer.ts";
import { withoutEndSlashes } from "../../contract/without-end-slashes.ts";

/** Which providers people may sign in with. */
export type LoginConfig = Readonly<{
  github: (GithubSettings & Believed) | undefined;
  oidc: readonly (OidcSettings & Believed)[];
}>;
/** The domains of the only addresses that an issuer is believed for; all when unset. */
type Believed = Readonly<{ emailDomains: readonly string[] | undefined }>;

/** Says for which addresses a provider is believed; undefined: for all. */
export function emailDomainsOf({ github, oidc }: LoginConfig, id: string): readonly string[] | undefined {
  return id === "github" ? github?.emailDomains : oidc.find((one) => one.id === id)?.emailDomains;
}

/** "password" and "github" are ways to sign in of their own. */
const TAKEN = ["password", "github"];
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

const issuerUrl = z
  .string()
  .max(512)
  .refine((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname, search, hash, username } = new URL(text);
    const isSafe = protocol === "https:" || (protocol === "http:" && LOOPBACK.includes(hostname));
    return isSafe && `${search}${hash}${username}` === "";
  });
const domain = z.string().regex(/^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,8}$/);
const oidcProvider = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,39}$/)
      .refine((id) => !TAKEN.includes(id)),
    name: z.string().trim().min(1).max(100),
    issuer: issuerUrl,
    client_id: z.string().min(1).max(512),
    client_secret: z.string().min(1).max(2048),
    scopes: z
      .array(z.string().regex(/^[!#-[\]-~]+$/))
      .max(20)
      .default(["openid", "email", "profile"])
      .refine((scopes) => scopes.includes("openid")),
    email_domains: z.array(domain).min(1).max(100).optional(),
  })
  .transform(({ client_id: clientId, client_secret: clientSecret, email_domains: emailDomains, ...rest }) => ({
    ...rest,
    emailDomains,
    clientId,
    clientSecret: new SecretText(clientSecret),
  }));
const oidcProviders = z
  .array(oidcProvider)
  .max(20)
  .refine((providers) => new Set(providers.map(({ id }) => id)).size === providers.length);

/** The list is JSON; a fault names the setting only, for it holds secrets. */
const oidcSetting = z
  .string()
  .default("[]")
  .transform((text, context): LoginConfig["oidc"] => {
    const parsed = oidcProviders.safeParse(parseIfJson(text));
    if (parsed.success) return parsed.data;
    context.addIssue({ code: "custom", message: "is no list of OpenID Connect providers" });
    return z.NEVER;
  });
const baseUrl = issuerUrl.transform((text) => withoutEndSlashes(text));

/** Lists the settings of login providers. */
export const loginSettings = {
  BERTH_GITHUB_CLIENT_ID: z
    .string()
    .min(1)
    .max(512)
    .optional()
    .meta({ description: "OAuth app to sign in with GitHub" }),
  BERTH_GITHUB_CLIENT_SECRET: z.string().min(1).optional().meta({ description: "Secret of that OAuth app" }),
  BERTH_GITHUB_URL: baseUrl.prefault("https://github.com").meta({ description: "GitHub, or one of your own" }),
  BERTH_GITHUB_API_URL: baseUrl
    .prefault("https://api.github.com")
    .meta({ description: "GitHub's API; /api/v3 of a GitHub Enterprise Server" }),
  BERTH_GITHUB_EMAIL_DOMAINS: z
    .string()
    .regex(/^[a-z0-9.,-]+$/)
    .optional()
    .meta({ description: "Domains of the only addresses that GitHub is believed for, comma separated" }),
  BERTH_OIDC_PROVIDERS: oidcSetting.meta({
    description:
      "JSON list of OpenID Connect providers: {id, name, issuer, client_id, client_secret, scopes?, email_domains?}",
  }),
};
type Settings = z.output<z.ZodObject<typeof loginSettings>>;

/** Says what is wrong with the settings together. */
export function loginFaults(given: Settings, publicUrl: string | undefined): string[] {
  const faults: string[] = [];
  if ((given.BERTH_GITHUB_CLIENT_ID === undefined) !== (given.BERTH_GITHUB_CLIENT_SECRET === undefined))
    faults.push("BERTH_GITHUB_CLIENT_ID and BERTH_GITHUB_CLIENT_SECRET belong together");
  const { github, oidc } = toLoginConfig(given);
  if ((github !== undefined || oidc.length > 0) && publicUrl === undefined)
    faults.push("Login providers need BERTH_PUBLIC_URL, which they send people back to");
  return faults;
}

/** Derives which providers people may sign in with. */
export function toLoginConfig(given: Settings): LoginConfig {
  const { BERTH_GITHUB_CLIENT_ID: clientId, BERTH_GITHUB_CLIENT_SECRET: clientSecret } = given;
  const { BERTH_GITHUB_URL: url, BERTH_GITHUB_API_URL: apiUrl, BERTH_OIDC_PROVIDERS: oidc } = given;
  const isGithub = clientId !== undefined && clientSecret !== undefined;
  const emailDomains = given.BERTH_GITHUB_EMAIL_DOMAINS?.split(",");
  const github = isGithub
    ? { clientId, clientSecret: new SecretText(clientSecret), url, apiUrl, emailDomains }
    : undefined;
  return { github, oidc };
}
