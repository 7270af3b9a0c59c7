import { BerthError, ERRORS } from "../../contract/errors.ts";
import { login } from "../../contract/rest/auth.ts";
import { finishLogin } from "../../contract/rest/second-factors.ts";
import type { Answer } from "../http/context.ts";
import { hashToken } from "../identity/api-key-format.ts";
import { finishSignIn } from "../identity/finish-sign-in.ts";
import { pendingLoginCookie } from "../identity/pending-login.ts";
import { readSessionCookie } from "../identity/session-token.ts";
import { signIn, type SigningIn } from "../identity/sign-in.ts";
import { loginAddress } from "../logins/create-login-providers.ts";
import type { auditOf } from "../resources/audit-of.ts";
import type { Form, Page } from "./page-frame.ts";
import { again, type Interactions, type PageVisit } from "./page-visit.ts";
import { secondFactorPage, signInPage, type Named, type SignInLink } from "./pages.ts";

/** Shows the page again, with what was wrong. */
export type AskAgain = (fault: string, status: number) => Promise<void>;
type Entering = Readonly<{ visit: PageVisit; form: URLSearchParams; askAgain: AskAgain }>;
type Enter = (interactions: Interactions, entering: Entering) => Promise<void>;

/** What somebody can do at every page to be signed in, or to be somebody else. */
export const SIGN_IN_ACTIONS: ReadonlyMap<string, Enter> = new Map([
  ["sign_in", enter],
  ["second_factor", showFactor],
  ["switch", switchAccount],
]);

/** Makes the page for somebody who is not signed in, or not to the end. */
export function whoPage(interactions: Interactions, visit: PageVisit, asking: Named, form: Form): Page {
  const pending = pendingLoginCookie.read(visit.request.headers.cookie, interactions.services);
  if (pending?.purpose === "login") return secondFactorPage(asking, form);
  return signInPage(asking, { ...form, links: linksOf(interactions, visit) });
}

/** A login at a provider comes back to this page, in the same browser. */
function linksOf({ services, publicUrl }: Interactions, { request }: PageVisit): SignInLink[] {
  const back = new URL(request.originalUrl, publicUrl).href;
  return [...services.logins.values()].map(({ id, name }) => ({
    name,
    url: `${loginAddress(publicUrl, id)}/login?redirect_to=${encodeURIComponent(back)}`,
  }));
}

async function enter(interactions: Interactions, { visit, form, askAgain }: Entering): Promise<void> {
  const [email, password] = [form.get("email") ?? "", form.get("password") ?? ""];
  // The limits of LoginRequest; nothing longer can be right.
  if (email.length > 254 || password.length > 256) return askAgain("E-mail or password is wrong.", 401);
  const context = signingIn(interactions, visit, login.operationId);
  await orAskAgain({ visit, askAgain }, async () => goOn(visit, await signIn(context, { email, password })));
}

async function showFactor(interactions: Interactions, { visit, form, askAgain }: Entering): Promise<void> {
  const shown = (form.get("code") ?? "").trim();
  const proof = /^[0-9]{6}$/.test(shown) ? { code: shown } : { recovery_code: shown.slice(0, 64) };
  const context = signingIn(interactions, visit, finishLogin.operationId);
  await orAskAgain({ visit, askAgain }, async () => goOn(visit, await finishSignIn(context, proof)));
}

/** Ends the session as a sign-out does: the page then asks who is there. */
async function switchAccount({ services }: Interactions, { visit }: Entering): Promise<void> {
  const token = readSessionCookie(visit.request.headers.cookie, services.isSecure);
  if (token !== undefined) await services.sessions.endByToken(hashToken(token));
  visit.response.setHeader("Set-Cookie", pendingLoginCookie.clear(services.isSecure));
  again(visit);
}

/** The cookie of the answer says who is there now: the page asks for the second factor, or goes on. */
function goOn(visit: PageVisit, { headers = {} }: Answer): void {
  const { "Set-Cookie": cookies = [] } = headers;
  visit.response.setHeader("Set-Cookie", cookies);
  again(visit);
}

/** Does what may be refused for who somebody is, or how often they tried: the page then says so. */
export async function orAskAgain(
  { visit, askAgain }: Pick<Entering, "visit" | "askAgain">,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const status = error instanceof BerthError ? ERRORS[error.code].status : 500;
    if (!(error instanceof BerthError) || (status !== 401 && status !== 429)) throw error;
    const { retryAfterSeconds } = error;
    if (retryAfterSeconds !== undefined) visit.response.setHeader("Retry-After", String(Math.ceil(retryAfterSeconds)));
    await askAgain(error.publicMessage, status);
  }
}

function signingIn({ services }: Interactions, visit: PageVisit, operationId: string): SigningIn {
  const { "user-agent": userAgent = null, cookie: cookies } = visit.request.headers;
  return { ...auditContext(visit, operationId), services, proof: visit.proof, userAgent, cookies };
}

/** Says who did something at a page. */
export function auditContext(
  { request, response, user }: PageVisit,
  operationId: string,
): Parameters<typeof auditOf>[0] {
  return {
    principal: user ?? { kind: "anonymous" },
    operation: { operationId },
    requestId: String(response.locals["requestId"]),
    address: request.ip ?? "",
  };
}
