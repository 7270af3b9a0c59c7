import type { Request, Response } from "express";
import type { User } from "../http/principal.ts";
import { askingClient } from "./asking-client.ts";
import { giveConsent, refuseConsent } from "./give-consent.ts";
import { auditContext, orAskAgain, SIGN_IN_ACTIONS, whoPage, type AskAgain } from "./page-sign-in.ts";
import type { Page } from "./page-frame.ts";
import { isOwnForm, openPage, readForm, sendPage, type Interactions, type PageVisit } from "./page-visit.ts";
import { codePage, consentPage, decidedPage, type Asking } from "./pages.ts";
import { allowDevice, denyDevice, findDevice, normalizeUserCode, type DeviceRequest } from "./waiting-devices.ts";

const CLIENT = { clientName: "a device", redirectUri: null, isSelfRegistered: false };
const UNKNOWN = "No device waits with that code. Look at it again, or let the device show a new one.";
const NO_BUTTON = "Choose one of the buttons.";
const TOO_LATE = "That device does not wait any more. Let it show a new code.";

/**
 * Asks the person in front of whom a device shows a code (RFC 8628):
 * 1. nobody signed in: the page of the sign-in, with the limits and the code of `POST /auth/login`;
 * 2. the code; who guesses at codes is limited as who guesses at a password, and is in the audit log;
 * 3. the page of the consent, with the code to compare. Its form holds for this code and this session only;
 * 4. the first decision counts, and the device hears of it when it next asks.
 */
export async function visitDevice(interactions: Interactions, request: Request, response: Response): Promise<void> {
  const visit = await openPage(interactions, request, response);
  if (visit === undefined) return;
  if (request.method === "POST") await answer(interactions, visit, await readForm(request));
  else await ask(interactions, visit);
}

async function ask(interactions: Interactions, visit: PageVisit, fault?: string, status = 200): Promise<void> {
  const { user, response } = visit;
  const form = { token: interactions.keys.formToken(PAGE, user?.credentialId ?? null), fault };
  const account = user === undefined ? null : await interactions.services.identity.findUser(user.userId);
  const page =
    account === null ? whoPage(interactions, visit, CLIENT, form) : codePage({ ...form, userName: account.email });
  sendPage(response, status, page);
}

/** What the token of a form holds for: the page, or one code that was found. No interaction of the library is called so. */
const PAGE = "device";

async function answer(interactions: Interactions, visit: PageVisit, form: URLSearchParams): Promise<void> {
  const found = form.get("device");
  const askAgain = (fault: string, status: number): Promise<void> => ask(interactions, visit, fault, status);
  if (!isOwnForm(interactions, visit, { form, purpose: found === null ? PAGE : purposeOf(found) }))
    return askAgain("This form is not valid any more. Please try again.", 403);
  const action = form.get("action") ?? "";
  const signIn = SIGN_IN_ACTIONS.get(action);
  if (signIn !== undefined) return signIn(interactions, { visit, form, askAgain });
  const { user } = visit;
  if (user === undefined) return askAgain("Sign in first.", 401);
  const deciding = { interactions, visit: { ...visit, user }, form, askAgain };
  return found === null ? enterCode(deciding, action) : decide(deciding, found, action);
}

type Deciding = Readonly<{
  interactions: Interactions;
  visit: PageVisit & Readonly<{ user: User }>;
  form: URLSearchParams;
  askAgain: AskAgain;
}>;
type Found = Readonly<{ device: DeviceRequest; asking: Asking }>;

/** Each code that is none counts as a failed sign-in of this account does (docs/adr/0070). */
async function enterCode(deciding: Deciding, action: string): Promise<void> {
  const { visit, askAgain } = deciding;
  if (action !== "enter") return askAgain(NO_BUTTON, 422);
  return orAskAgain({ visit, askAgain }, () => guess(deciding));
}

async function guess({ interactions, visit, form, askAgain }: Deciding): Promise<void> {
  const { services } = interactions;
  const { user, request, response } = visit;
  const context = auditContext(visit, "connectDevice");
  const account = `codes of devices, by ${user.userId}`;
  const attempt = await services.loginLimits.begin(context, { account, deviceId: null, isKnownNetwork: false });
  const found = await find(interactions, form.get("user_code") ?? "");
  if (found === undefined) {
    const route = { operation: { operationId: "connectDevice" } };
    const state = { requestId: context.requestId, route, parameters: {}, principal: user, caller: undefined };
    services.refusals.add({ state, address: request.ip ?? "", code: "not_found" });
    return askAgain(UNKNOWN, 404);
  }
  await attempt.succeeded();
  sendPage(response, 200, await consentOf(interactions, visit.user, found));
}

async function find(interactions: Interactions, typed: string): Promise<Found | undefined> {
  const device = await findDevice(interactions, typed);
  const client = device && (await askingClient(interactions.provider, device.clientId));
  if (device === undefined || client === undefined) return undefined;
  const { scopes, isAgent, userCode, askedFrom } = device;
  return { device, asking: { ...client, scopes, isAgent, redirectUri: null, device: { userCode, askedFrom } } };
}

async function consentOf(
  { services, keys }: Interactions,
  { userId, credentialId }: User,
  { device, asking }: Found,
  fault?: string,
): Promise<Page> {
  const account = await services.identity.findUser(userId);
  const all = await services.identity.organizationsOf(userId);
  const organizations = all.map(({ organization: { id, name } }) => ({ id, name }));
  const token = keys.formToken(purposeOf(device.userCode), credentialId);
  return consentPage(asking, { token, fault, userName: account?.email ?? "", organizations });
}

function purposeOf(userCode: string): string {
  return `${PAGE} ${normalizeUserCode(userCode)}`;
}

async function decide(deciding: Deciding, userCode: string, action: string): Promise<void> {
  const { interactions, visit, askAgain } = deciding;
  if (action !== "allow" && action !== "deny") return askAgain(NO_BUTTON, 422);
  const found = await find(interactions, userCode);
  if (found === undefined) return askAgain(TOO_LATE, 410);
  const isDone = action === "allow" ? await allow(deciding, found) : await deny(deciding, found);
  if (isDone === "too late") await askAgain(TOO_LATE, 410);
  else if (isDone === "done") sendPage(visit.response, 200, decidedPage(action === "allow"));
}

type Outcome = "done" | "too late" | "asked again";

async function allow({ interactions, visit, form }: Deciding, found: Found): Promise<Outcome> {
  const { device, asking } = found;
  const askAgain = async (fault: string, status: number): Promise<void> =>
    sendPage(visit.response, status, await consentOf(interactions, visit.user, found, fault));
  const given = await giveConsent(interactions, visit, { asking, form, clientId: device.clientId, askAgain });
  if (given === undefined) return "asked again";
  if (await allowDevice(interactions, device, given)) return "done";
  // Somebody else was quicker: nothing holds on to this grant.
  await (await interactions.provider.Grant.find(given.grantId))?.destroy();
  return "too late";
}

async function deny({ interactions, visit }: Deciding, { device, asking }: Found): Promise<Outcome> {
  if (!(await denyDevice(interactions, device, visit.user.userId))) return "too late";
  await refuseConsent(interactions, visit, asking);
  return "done";
}
