import { escape, faultText, formStart, page, type Form, type Page } from "./page-frame.ts";
import { widest, wordsOf } from "./scope-words.ts";

/** A device that shows a code and waits. */
type WaitingDevice = Readonly<{ userCode: string; askedFrom: string }>;

/** The application that asks. */
export type Asking = Readonly<{
  /** Record id of the application. */
  clientRowId: string;
  clientName: string;
  clientUri: string | null;
  logoUri: string | null;
  /** Of an application that a document describes: the host that it lies at, which is all that is known of it. */
  documentHost: string | null;
  /** Whether no platform admin registered it. */
  isSelfRegistered: boolean;
  /** Where the answer goes: the form's redirect must be allowed to go there. Null where a device waits for it. */
  redirectUri: string | null;
  /** Of a device that waits: what it shows, and where it asked from. */
  device: WaitingDevice | null;
  scopes: readonly string[];
  /** Whether it asks for a token for agents: then writing is a consent of its own. */
  isAgent: boolean;
}>;
type Organization = Readonly<{ id: string; name: string }>;
/** What the pages before the consent say of who asks. */
export type Named = Pick<Asking, "clientName" | "redirectUri" | "isSelfRegistered">;
/** Another way to sign in, which comes back to the page. */
export type SignInLink = Readonly<{ name: string; url: string }>;

/** Marks that somebody who connects an agent means all of their organizations. */
export const ALL_ORGANIZATIONS = "all";

/** Makes the page that asks who is there. */
export function signInPage(asking: Named, form: Form & Readonly<{ links: readonly SignInLink[] }>): Page {
  const { redirectUri } = asking;
  const others = form.links.map(({ name, url }) => `<p><a href="${escape(url)}">Sign in with ${escape(name)}</a></p>`);
  const cancel = redirectUri === null ? "" : `<button name="action" value="deny" formnovalidate>Cancel</button>`;
  return page(
    "Sign in",
    `<h1>Sign in to connect ${calledText(asking)}</h1>${faultText(form)}
${formStart(form)}
<label>E-mail<input name="email" type="email" autocomplete="username" maxlength="254" required autofocus></label>
<label>Password<input name="password" type="password" autocomplete="current-password" maxlength="256" required></label>
<button name="action" value="sign_in">Sign in</button>${cancel}</form>${others.join("")}`,
    redirectUri,
  );
}

/** Makes the page that asks for the second factor; a passkey would need a script, which these pages have none of. */
export function secondFactorPage(asking: Named, form: Form): Page {
  return page(
    "Second factor",
    `<h1>One more step</h1>${faultText(form)}
<p>To connect ${calledText(asking)}, type the six digits of your authenticator app, or a recovery code. With a passkey alone, sign in on Berth's own pages first.</p>
${formStart(form)}
<label>Code<input name="code" autocomplete="one-time-code" required maxlength="64"></label>
<button name="action" value="second_factor">Go on</button><button name="action" value="switch" formnovalidate>Use another account</button></form>`,
  );
}

/** Makes the page that asks whether an application may act for the person who is signed in. */
export function consentPage(
  asking: Asking,
  form: Form & Readonly<{ userName: string; organizations: readonly Organization[] }>,
): Page {
  const { clientName, clientUri, logoUri } = asking;
  const { isAgent } = asking;
  const reads = isAgent ? asking.scopes.filter((scope) => scope.endsWith(":read")) : asking.scopes;
  return page(
    "Connect an application",
    `<h1>Connect ${calledText(asking)}?</h1>${faultText(form)}
<p>You are signed in as <strong>${escape(form.userName)}</strong>. Once connected, ${escape(clientName)} may:</p>
<ul>${listOf(reads)}</ul>${originText(asking)}
${formStart(form)}${asking.device === null ? "" : deviceText(asking.device)}
<label>In these organizations<select name="organization">${optionsOf(form.organizations, isAgent)}</select></label>
${isAgent ? writingText(asking) : ""}<button name="action" value="allow">Allow</button><button name="action" value="deny">Deny</button><button name="action" value="switch">Use another account</button></form>
${linkText("About this application", clientUri)}${linkText("Its logo", logoUri)}
<p class="small">${asking.redirectUri === null ? "" : `You are then sent to ${redirectText(asking, asking.redirectUri)}. `}It never sees your password, and you can disconnect it at any time.</p>`,
    asking.redirectUri,
  );
}

/** Makes the page that asks for the code that a device shows. */
export function codePage({ userName, ...form }: Form & Readonly<{ userName: string }>): Page {
  return page(
    "Connect a device",
    `<h1>Connect a device</h1>${faultText(form)}
<p>You are signed in as <strong>${escape(userName)}</strong>. Type the code that your device shows.</p>
${formStart(form)}
<label>Code<input name="user_code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="32" required autofocus></label>
<button name="action" value="enter">Go on</button><button name="action" value="switch" formnovalidate>Use another account</button></form>`,
  );
}

/** Makes the page that says that the device hears of the decision by itself. */
export function decidedPage(isAllowed: boolean): Page {
  const [title, text] = isAllowed
    ? ["Connected", "Your device goes on by itself. You can close this page."]
    : ["Not connected", "Your device hears that you did not allow it. You can close this page."];
  return page(title, `<h1>${title}</h1><p>${text}</p>`);
}

function listOf(scopes: readonly string[]): string {
  const items = widest(scopes).map(
    (scope) => `<li>${escape(wordsOf(scope))} <span class="small">(${escape(scope)})</span></li>`,
  );
  return items.join("\n");
}

/** Of agents the narrow choice comes first. */
function optionsOf(organizations: readonly Organization[], isAgent: boolean): string {
  const all = `<option value="${isAgent ? ALL_ORGANIZATIONS : ""}">All that you belong to, now and later</option>`;
  const each = organizations.map(({ id, name }) => `<option value="${escape(id)}">Only ${escape(name)}</option>`);
  return (isAgent ? [...each, all] : [all, ...each]).join("");
}

function writingText({ scopes, clientName }: Asking): string {
  const writes = scopes.filter((scope) => scope.endsWith(":write"));
  if (writes.length === 0) return "";
  return `<label><input type="checkbox" name="write" value="yes"> It may also change things, after it was shown a plan of each change. Whatever ${escape(clientName)} reads may try to talk it into one.</label>
<ul>${listOf(writes)}</ul>
`;
}

/** Who was talked into typing somebody else's code has to read it here: nobody else can tell (RFC 8628, 5.4). */
function deviceText({ userCode, askedFrom }: WaitingDevice): string {
  return `<input type="hidden" name="device" value="${escape(userCode)}">
<p>Your device must show <strong>${escape(userCode)}</strong>; it asked from the address ${escape(askedFrom)}. Allow this only if you began it yourself, on that device: whoever sent you the code would act as you.</p>`;
}

/** What calls itself something is not that. */
function calledText({ isSelfRegistered, clientName }: Pick<Asking, "isSelfRegistered" | "clientName">): string {
  const name = escape(clientName);
  return isSelfRegistered ? `an application that calls itself “${name}”` : name;
}

/** Where the answer goes is all that is certain of what registered itself. */
function redirectText({ isSelfRegistered }: Asking, redirectUri: string): string {
  const { host } = new URL(redirectUri);
  return `${isSelfRegistered ? `<strong>${escape(host)}</strong>, ` : ""}${escape(redirectUri)}`;
}

function originText({ isSelfRegistered, documentHost }: Asking): string {
  if (!isSelfRegistered) return "";
  const who =
    documentHost === null
      ? "It registered itself: its name is what it says of itself."
      : `It is described by <strong>${escape(documentHost)}</strong>; its name is what that says.`;
  return `<p>${who} Nobody of this platform has looked at it.</p>`;
}

/** Makes the page that says why nothing can be connected now. */
export function errorPage(error: string, description?: string): Page {
  const about = description === undefined ? "" : `<p>${escape(description)}</p>`;
  return page(
    "Not connected",
    `<h1>The application could not be connected</h1>${about}<p class="small">${escape(error)}</p>`,
  );
}

function linkText(words: string, uri: string | null): string {
  if (uri === null) return "";
  return `<p class="small">${words}: <a href="${escape(uri)}" rel="noopener noreferrer nofollow">${escape(uri)}</a></p>`;
}
