import { hash, timingSafeEqual } from "node:crypto";
import { spendLogin } from "../../../adapters/postgres/identity/login-identity-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { finishProviderLogin } from "../../../contract/rest/provider-logins.ts";
import type { Answer, Context, Handler } from "../../http/context.ts";
import { prefersHtml } from "../../http/prefers-html.ts";
import { admit } from "../../identity/ask-second-factor.ts";
import { assertLoginProvider } from "../../logins/create-login-providers.ts";
import { findAccount } from "../../logins/find-account.ts";
import { loginAttemptCookie, type LoginAttempt } from "../../logins/login-attempt.ts";

/**
 * Signs in who comes back from a provider:
 * 1. the browser must show the login that it began, at this provider, with this state, for the first time;
 * 2. the provider says who the person is;
 * 3. their account gets a session under a new id, or is asked for its second factor.
 */
export const handle: Handler<typeof finishProviderLogin> = async (context, { path, query }) => {
  const { services } = context;
  const provider = assertLoginProvider(services.logins, path.provider);
  await services.loginLimits.assertAddressAllowed(context);
  const attempt = await takeAttempt(context, provider.id, query.state);
  const answer = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const proven = await provider.finish(attempt.memory, answer);
  const user = await services.identity.findUser(await findAccount(context, provider, proven));
  if (user === null) throw new BerthError("login_refused");
  return answerOf(context, attempt, await admit(context, user));
};

const NOT_OURS = "This login was not begun in this browser, took too long, or is finished already; start it again.";

/** Spends the login before the provider is asked: of two answers at once, one goes on. */
async function takeAttempt(
  { services, cookies }: Context,
  providerId: string,
  state: string | undefined,
): Promise<LoginAttempt> {
  const attempt = loginAttemptCookie.read(cookies, services);
  const isOurs = attempt?.provider === providerId && isSame(attempt.memory.state, state ?? "");
  if (!isOurs || !(await spendLogin(services.pool, attempt.id, new Date(attempt.expiresAtMs))))
    throw new BerthError("login_refused", { publicMessage: NOT_OURS });
  return attempt;
}

function isSame(a: string, b: string): boolean {
  return timingSafeEqual(hash("sha256", a, "buffer"), hash("sha256", b, "buffer"));
}

function answerOf({ services, accept }: Context, { redirectTo }: LoginAttempt, started: Answer): Answer {
  const cookies = [started.headers?.["Set-Cookie"] ?? [], loginAttemptCookie.clear(services.isSecure)].flat();
  const headers = { ...started.headers, "Set-Cookie": cookies };
  if (redirectTo === undefined || !prefersHtml(accept)) return { ...started, headers };
  return { status: 302, headers: { ...headers, Location: redirectTo } };
}
