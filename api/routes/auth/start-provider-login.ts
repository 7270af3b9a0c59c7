import type { startProviderLogin } from "../../../contract/rest/provider-logins.ts";
import type { Handler } from "../../http/context.ts";
import { prefersHtml } from "../../http/prefers-html.ts";
import { newId } from "../../identity/new-id.ts";
import { assertLoginProvider } from "../../logins/create-login-providers.ts";
import { ATTEMPT_TTL_MS, loginAttemptCookie } from "../../logins/login-attempt.ts";
import { redirectTarget } from "../../logins/redirect-target.ts";

/** Without a public address there are no providers: then this only judges the form. */
const NO_ADDRESS = "https://berth.invalid";

/** Sends a person to the provider, with a cookie that alone can finish this login. */
export const handle: Handler<typeof startProviderLogin> = async (context, { path, query }) => {
  const { services, accept } = context;
  const { publicUrl = NO_ADDRESS } = services.config;
  const { redirect_to: wanted } = query;
  const redirectTo = wanted === undefined ? undefined : redirectTarget(wanted, publicUrl);
  const provider = assertLoginProvider(services.logins, path.provider);
  await services.loginLimits.assertAddressAllowed(context);
  const { url, memory } = await provider.begin();
  const expiresAtMs = Date.now() + ATTEMPT_TTL_MS;
  const attempt = { id: newId(), provider: provider.id, memory, redirectTo, expiresAtMs };
  const headers = { "Set-Cookie": loginAttemptCookie.write(attempt, services), "Cache-Control": "no-store" };
  if (prefersHtml(accept)) return { status: 302, headers: { ...headers, Location: url } };
  return { headers, body: { authorization_url: url, state: memory.state } };
};
