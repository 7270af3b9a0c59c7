import type { IncomingMessage } from "node:http";
import type { Request, Response } from "express";
import { errors, type Interaction, type Provider } from "oidc-provider";
import type { AuditOutcome } from "../../adapters/postgres/requests/audit-store.ts";
import { limitGrant } from "../../adapters/postgres/oauth/oauth-record-store.ts";
import { BerthError, ERRORS } from "../../contract/errors.ts";
import { login } from "../../contract/rest/auth.ts";
import { finishLogin } from "../../contract/rest/second-factors.ts";
import { authenticate } from "../http/authenticate.ts";
import type { Answer } from "../http/context.ts";
import type { User } from "../http/principal.ts";
import { isForeign } from "../http/csrf.ts";
import { readProof, type Proof } from "../http/credentials.ts";
import { readSessionCookie } from "../identity/session-token.ts";
import { hashToken } from "../identity/api-key-format.ts";
import { finishSignIn } from "../identity/finish-sign-in.ts";
import { pendingLoginCookie } from "../identity/pending-login.ts";
import { signIn, type SigningIn } from "../identity/sign-in.ts";
import { loginAddress } from "../logins/create-login-providers.ts";
import { auditOf } from "../resources/audit-of.ts";
import type { Services } from "../services.ts";
import type { OauthKeys } from "./oauth-keys.ts";
import { agentResource } from "./agent-audience.ts";
import { ROW_ID, REGISTRATION } from "./client-metadata.ts";
import { readConsent, type Consented } from "./read-consent.ts";
import {
  consentPage,
  errorPage,
  secondFactorPage,
  signInPage,
  type Asking,
  type Page,
  type SignInLink,
} from "./pages.ts";

/** What asks people. */
export type Interactions = Readonly<{ provider: Provider; services: Services; keys: OauthKeys; publicUrl: string }>;

type Visit = Readonly<{
  request: Request;
  response: Response;
  interaction: Interaction;
  asking: Asking;
  proof: Proof;
  user: User | undefined;
}>;

/**
 * Asks the person whom an application has sent:
 * 1. the library's signed cookie says which request for authorization it is; it is bound to this browser;
 * 2. nobody signed in: the page of the sign-in, with the limits and the code of `POST /auth/login`;
 * 3. else the page of the consent. Its form holds for this interaction and this session only;
 * 4. yes: a grant, perhaps limited to one organization, and its audit entry; then the library sends a code.
 */
export async function visit(interactions: Interactions, request: Request, response: Response): Promise<void> {
  const found = await open(interactions, request, response);
  if (found === undefined) return;
  if (request.method === "POST") await answer(interactions, found, await readForm(request));
  else await ask(interactions, found);
}

async function open(interactions: Interactions, request: Request, response: Response): Promise<Visit | undefined> {
  const interaction = await interactions.provider.interactionDetails(request, response).catch((error: unknown) => {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  });
  const asking = interaction === undefined ? undefined : await askingOf(interactions, interaction);
  if (interaction === undefined || asking === undefined) {
    send(response, 400, errorPage("expired", "This request has ended. Go back to the application and start again."));
    return undefined;
  }
  const proof = readProof(
    { cookie: request.headers.cookie },
    { isSecure: interactions.services.isSecure, serviceOf: () => undefined },
  );
  const principal = await authenticate(interactions.services, proof);
  const user = principal.kind === "user" ? principal : undefined;
  if (user?.impersonatorId != null) {
    send(response, 403, errorPage("forbidden", "You act as another user, and cannot connect applications for them."));
    return undefined;
  }
  return { request, response, interaction, asking, proof, user };
}

async function askingOf({ provider, publicUrl }: Interactions, { params }: Interaction): Promise<Asking | undefined> {
  const client = await provider.Client.find(String(params["client_id"]));
  if (client === undefined) return undefined;
  const { clientId, clientName = clientId, clientUri = null, logoUri = null } = client;
  const own = client as Readonly<Record<string, unknown>>;
  return {
    clientRowId: String(own[ROW_ID]),
    clientName,
    clientUri,
    logoUri,
    documentHost: own[REGISTRATION] === "document" ? new URL(clientId).host : null,
    isSelfRegistered: own[REGISTRATION] !== "admin",
    redirectUri: String(params["redirect_uri"]),
    scopes: String(params["scope"]).split(" "),
    isAgent: params["resource"] === agentResource(publicUrl),
  };
}

async function ask(interactions: Interactions, found: Visit, fault?: string, status = 200): Promise<void> {
  const { asking, user, interaction, response } = found;
  const form = { token: interactions.keys.formToken(interaction.uid, user?.credentialId ?? null), fault };
  const account = user === undefined ? null : await interactions.services.identity.findUser(user.userId);
  if (user === undefined || account === null) {
    const isPending = pendingLoginCookie.read(found.request.headers.cookie, interactions.services)?.purpose === "login";
    const page = isPending
      ? secondFactorPage(asking, form)
      : signInPage(asking, { ...form, links: linksOf(interactions, found) });
    send(response, status, page);
    return;
  }
  const all = await interactions.services.identity.organizationsOf(user.userId);
  const organizations = all.map(({ organization: { id, name } }) => ({ id, name }));
  send(response, status, consentPage(asking, { ...form, userName: account.email, organizations }));
}

/** A login at a provider comes back to this page, in the same browser. */
function linksOf({ services, publicUrl }: Interactions, { request }: Visit): SignInLink[] {
  const back = new URL(request.originalUrl, publicUrl).href;
  return [...services.logins.values()].map(({ id, name }) => ({
    name,
    url: `${loginAddress(publicUrl, id)}/login?redirect_to=${encodeURIComponent(back)}`,
  }));
}

type Action = (interactions: Interactions, found: Visit, form: URLSearchParams) => Promise<void>;

const ACTIONS: Readonly<Record<string, Action>> = {
  sign_in: enter,
  second_factor: showFactor,
  switch: switchAccount,
  allow,
  deny,
};

async function answer(interactions: Interactions, found: Visit, form: URLSearchParams): Promise<void> {
  const { interaction, user, request } = found;
  const token = form.get("token") ?? "";
  const isOurs = interactions.keys.isFormToken(token, interaction.uid, user?.credentialId ?? null);
  if (!isOurs || isForeign(request.headers, new URL(interactions.publicUrl).origin))
    return ask(interactions, found, "This form is not valid any more. Please try again.", 403);
  const act = ACTIONS[form.get("action") ?? ""];
  if (act === undefined) return ask(interactions, found, "Choose one of the buttons.", 422);
  // Sent twice: the first decision stands.
  return interaction.result === undefined ? act(interactions, found, form) : resume(found);
}

async function enter(interactions: Interactions, found: Visit, form: URLSearchParams): Promise<void> {
  const [email, password] = [form.get("email") ?? "", form.get("password") ?? ""];
  // The limits of LoginRequest; nothing longer can be right.
  if (email.length > 254 || password.length > 256) return ask(interactions, found, "E-mail or password is wrong.", 401);
  const context = signingIn(interactions, found, login.operationId);
  try {
    goOn(found, await signIn(context, { email, password }));
  } catch (error) {
    await askAgain(interactions, found, error);
  }
}

/** The cookie of the answer says who is there now: the page asks for the second factor, or for the consent. */
function goOn({ request, response }: Visit, { headers = {} }: Answer): void {
  const { "Set-Cookie": cookies = [] } = headers;
  response.setHeader("Set-Cookie", cookies);
  again(response, request);
}

async function showFactor(interactions: Interactions, found: Visit, form: URLSearchParams): Promise<void> {
  const shown = (form.get("code") ?? "").trim();
  const proof = /^[0-9]{6}$/.test(shown) ? { code: shown } : { recovery_code: shown.slice(0, 64) };
  try {
    goOn(found, await finishSignIn(signingIn(interactions, found, finishLogin.operationId), proof));
  } catch (error) {
    await askAgain(interactions, found, error);
  }
}

function signingIn({ services }: Interactions, found: Visit, operationId: string): SigningIn {
  const { request, proof } = found;
  const { "user-agent": userAgent = null, cookie: cookies } = request.headers;
  return { ...auditContext(found, operationId), services, proof, userAgent, cookies };
}

async function askAgain(interactions: Interactions, found: Visit, error: unknown): Promise<void> {
  const status = error instanceof BerthError ? ERRORS[error.code].status : 500;
  if (!(error instanceof BerthError) || (status !== 401 && status !== 429)) throw error;
  const { retryAfterSeconds } = error;
  if (retryAfterSeconds !== undefined) found.response.setHeader("Retry-After", String(Math.ceil(retryAfterSeconds)));
  await ask(interactions, found, error.publicMessage, status);
}

/** Ends the session as a sign-out does: the page then asks who is there. */
async function switchAccount({ services }: Interactions, { request, response }: Visit): Promise<void> {
  const token = readSessionCookie(request.headers.cookie, services.isSecure);
  if (token !== undefined) await services.sessions.endByToken(hashToken(token));
  response.setHeader("Set-Cookie", pendingLoginCookie.clear(services.isSecure));
  again(response, request);
}

async function allow(interactions: Interactions, found: Visit, form: URLSearchParams): Promise<void> {
  const { provider, services } = interactions;
  const { request, response, interaction, asking, user } = found;
  if (user === undefined) return ask(interactions, found, "Sign in first.", 401);
  if (!user.isVerified && services.mailbox !== undefined)
    return ask(interactions, found, "Verify your e-mail address first; a mail with the token was sent to you.", 403);
  const consented = readConsent(asking, form, user);
  if (typeof consented === "string") return ask(interactions, found, consented, 422);
  const grant = new provider.Grant({ accountId: user.userId, clientId: String(interaction.params["client_id"]) });
  const scope = consented.scopes.join(" ");
  if (asking.isAgent) grant.addResourceScope(agentResource(interactions.publicUrl), scope);
  else grant.addOIDCScope(scope);
  const grantId = await grant.save();
  await limitGrant(services.pool, hashToken(grantId), consented.organizationId);
  await record(interactions, found, "succeeded", consented);
  const result = { login: { accountId: user.userId, remember: false }, consent: { grantId } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

async function deny(interactions: Interactions, found: Visit): Promise<void> {
  if (found.user !== undefined)
    await record(interactions, found, "refused", { scopes: found.asking.scopes, organizationId: null });
  const result = { error: "access_denied", error_description: "the person did not consent" };
  await interactions.provider.interactionFinished(found.request, found.response, result, {
    mergeWithLastSubmission: false,
  });
}

async function record(
  { services }: Interactions,
  found: Visit,
  outcome: AuditOutcome,
  { scopes, organizationId }: Consented,
): Promise<void> {
  const id = found.asking.clientRowId;
  const entry = auditOf(auditContext(found, "authorizeApplication"), { kind: "OAuthClient", id, organizationId });
  await services.ledger.audit({ ...entry, changes: { after: { scopes } } }, outcome);
}

function auditContext({ request, response, user }: Visit, operationId: string): Parameters<typeof auditOf>[0] {
  return {
    principal: user ?? { kind: "anonymous" },
    operation: { operationId },
    requestId: String(response.locals["requestId"]),
    address: request.ip ?? "",
  };
}

/** The library takes the answer from here to the application. */
function resume({ response, interaction }: Visit): Promise<void> {
  response.statusCode = 303;
  response.setHeader("Location", interaction.returnTo);
  response.end();
  return Promise.resolve();
}

function again(response: Response, request: IncomingMessage & Readonly<{ originalUrl: string }>): void {
  response.statusCode = 303;
  response.setHeader("Location", request.originalUrl);
  response.setHeader("Cache-Control", "no-store");
  response.end();
}

function send(response: Response, status: number, { body, headers }: Page): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(body);
}

const FORM_BYTES_MAX = 16_384;

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers["content-type"] ?? ""))
    throw new BerthError("unsupported_media_type");
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop must not destroy the request: the connection still carries the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > FORM_BYTES_MAX) throw new BerthError("too_large");
    chunks.push(chunk as Buffer);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
}
