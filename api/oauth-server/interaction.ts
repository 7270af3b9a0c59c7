import type { Request, Response } from "express";
import { errors, type Interaction } from "oidc-provider";
import { agentResource } from "./agent-audience.ts";
import { askingClient } from "./asking-client.ts";
import { giveConsent, refuseConsent } from "./give-consent.ts";
import { SIGN_IN_ACTIONS, whoPage } from "./page-sign-in.ts";
import { isOwnForm, openPage, readForm, sendPage, type Interactions, type PageVisit } from "./page-visit.ts";
import { consentPage, errorPage, type Asking } from "./pages.ts";

type Visit = PageVisit & Readonly<{ interaction: Interaction; asking: Asking }>;

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
    const page = errorPage("expired", "This request has ended. Go back to the application and start again.");
    sendPage(response, 400, page);
    return undefined;
  }
  const there = await openPage(interactions, request, response);
  return there === undefined ? undefined : { ...there, interaction, asking };
}

async function askingOf({ provider, publicUrl }: Interactions, { params }: Interaction): Promise<Asking | undefined> {
  const client = await askingClient(provider, String(params["client_id"]));
  if (client === undefined) return undefined;
  return {
    ...client,
    redirectUri: String(params["redirect_uri"]),
    device: null,
    scopes: String(params["scope"]).split(" "),
    isAgent: params["resource"] === agentResource(publicUrl),
  };
}

async function ask(interactions: Interactions, found: Visit, fault?: string, status = 200): Promise<void> {
  const { asking, user, interaction, response } = found;
  const form = { token: interactions.keys.formToken(interaction.uid, user?.credentialId ?? null), fault };
  const account = user === undefined ? null : await interactions.services.identity.findUser(user.userId);
  if (user === undefined || account === null) {
    sendPage(response, status, whoPage(interactions, found, asking, form));
    return;
  }
  const all = await interactions.services.identity.organizationsOf(user.userId);
  const organizations = all.map(({ organization: { id, name } }) => ({ id, name }));
  sendPage(response, status, consentPage(asking, { ...form, userName: account.email, organizations }));
}

type Action = (interactions: Interactions, found: Visit, form: URLSearchParams) => Promise<void>;

const ACTIONS: ReadonlyMap<string, Action> = new Map([
  ["allow", allow],
  ["deny", deny],
]);

async function answer(interactions: Interactions, found: Visit, form: URLSearchParams): Promise<void> {
  const { interaction } = found;
  if (!isOwnForm(interactions, found, { form, purpose: interaction.uid }))
    return ask(interactions, found, "This form is not valid any more. Please try again.", 403);
  const name = form.get("action") ?? "";
  const signIn = SIGN_IN_ACTIONS.get(name);
  const act: Action | undefined =
    signIn === undefined
      ? ACTIONS.get(name)
      : () => signIn(interactions, { visit: found, form, askAgain: askAgainOf(interactions, found) });
  if (act === undefined) return ask(interactions, found, "Choose one of the buttons.", 422);
  // Sent twice: the first decision stands.
  return interaction.result === undefined ? act(interactions, found, form) : resume(found);
}

function askAgainOf(interactions: Interactions, found: Visit) {
  return (fault: string, status: number): Promise<void> => ask(interactions, found, fault, status);
}

async function allow(interactions: Interactions, found: Visit, form: URLSearchParams): Promise<void> {
  const { request, response, interaction, asking } = found;
  const clientId = String(interaction.params["client_id"]);
  const askAgain = askAgainOf(interactions, found);
  const given = await giveConsent(interactions, found, { asking, form, clientId, askAgain });
  if (given === undefined) return;
  const { user, grantId } = given;
  const result = { login: { accountId: user.userId, remember: false }, consent: { grantId } };
  await interactions.provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

async function deny(interactions: Interactions, found: Visit): Promise<void> {
  await refuseConsent(interactions, found, found.asking);
  const result = { error: "access_denied", error_description: "the person did not consent" };
  await interactions.provider.interactionFinished(found.request, found.response, result, {
    mergeWithLastSubmission: false,
  });
}

/** The library takes the answer from here to the application. */
function resume({ response, interaction }: Visit): Promise<void> {
  response.statusCode = 303;
  response.setHeader("Location", interaction.returnTo);
  response.end();
  return Promise.resolve();
}
