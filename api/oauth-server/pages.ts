import { hash } from "node:crypto";
import { widest, wordsOf } from "./scope-words.ts";

/** A page with all that its answer needs. */
export type Page = Readonly<{ body: string; headers: Readonly<Record<string, string>> }>;

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
  /** Where the answer goes: the form's redirect must be allowed to go there. */
  redirectUri: string;
  scopes: readonly string[];
  /** Whether it asks for a token for agents: then writing is a consent of its own. */
  isAgent: boolean;
}>;
type Form = Readonly<{ token: string; fault?: string | undefined }>;
type Organization = Readonly<{ id: string; name: string }>;
/** Another way to sign in, which comes back to the page. */
export type SignInLink = Readonly<{ name: string; url: string }>;

/** Marks that somebody who connects an agent means all of their organizations. */
export const ALL_ORGANIZATIONS = "all";

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem;color:#1a1a1a}
h1{font-size:1.4rem}input[type=checkbox]{display:inline;width:auto}label{display:block;margin:1rem 0}input,select{display:block;width:100%;padding:.5rem;font:inherit;box-sizing:border-box}
button{font:inherit;padding:.5rem 1.2rem;margin:1rem .5rem 0 0}.fault{color:#a40000}.small{color:#555;font-size:.9rem;overflow-wrap:anywhere}`;
const STYLE_HASH = `'sha256-${hash("sha256", STYLE, "base64")}'`;

/** Makes the page that asks who is there. */
export function signInPage(
  asking: Asking,
  { token, fault, links }: Form & Readonly<{ links: readonly SignInLink[] }>,
): Page {
  const others = links.map(({ name, url }) => `<p><a href="${escape(url)}">Sign in with ${escape(name)}</a></p>`);
  return page(
    "Sign in",
    `<h1>Sign in to connect ${escape(asking.clientName)}</h1>${faultText(fault)}
<form method="post"><input type="hidden" name="token" value="${escape(token)}">
<label>E-mail<input name="email" type="email" autocomplete="username" maxlength="254" required autofocus></label>
<label>Password<input name="password" type="password" autocomplete="current-password" maxlength="256" required></label>
<button name="action" value="sign_in">Sign in</button><button name="action" value="deny" formnovalidate>Cancel</button></form>${others.join("")}`,
    asking.redirectUri,
  );
}

/** Makes the page that asks for the second factor; a passkey would need a script, which these pages have none of. */
export function secondFactorPage({ clientName }: Asking, form: Form): Page {
  return page(
    "Second factor",
    `<h1>One more step</h1>${faultText(form.fault)}
<p>To connect ${escape(clientName)}, type the six digits of your authenticator app, or a recovery code. With a passkey alone, sign in on Berth's own pages first.</p>
<form method="post"><input type="hidden" name="token" value="${escape(form.token)}">
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
    `<h1>Connect ${escape(clientName)}?</h1>${faultText(form.fault)}
<p>You are signed in as <strong>${escape(form.userName)}</strong>. Once connected, ${escape(clientName)} may:</p>
<ul>${listOf(reads)}</ul>${originText(asking)}
<form method="post"><input type="hidden" name="token" value="${escape(form.token)}">
<label>In these organizations<select name="organization">${optionsOf(form.organizations, isAgent)}</select></label>
${isAgent ? writingText(asking) : ""}<button name="action" value="allow">Allow</button><button name="action" value="deny">Deny</button><button name="action" value="switch">Use another account</button></form>
${linkText("About this application", clientUri)}${linkText("Its logo", logoUri)}
<p class="small">You are then sent to ${escape(asking.redirectUri)}. It never sees your password, and you can disconnect it at any time.</p>`,
    asking.redirectUri,
  );
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

function page(title: string, content: string, redirectUri?: string): Page {
  const targets = ["'self'", ...(redirectUri === undefined ? [] : [sourceOf(redirectUri)])];
  const policy = ["default-src 'none'", `style-src ${STYLE_HASH}`, `form-action ${targets.join(" ")}`];
  return {
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(title)} · Berth</title><style>${STYLE}</style></head><body>${content}</body></html>`,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": [...policy, "base-uri 'none'", "frame-ancestors 'none'"].join("; "),
      "X-Frame-Options": "DENY",
      "Cache-Control": "no-store",
      // Without a referrer, browsers that know no Sec-Fetch-Site send a form's Origin as null.
      "Referrer-Policy": "same-origin",
    },
  };
}

/** A policy knows no IPv6 addresses. */
function sourceOf(uri: string): string {
  const { origin, hostname, protocol } = new URL(uri);
  return hostname.startsWith("[") ? protocol : origin;
}

function linkText(words: string, uri: string | null): string {
  if (uri === null) return "";
  return `<p class="small">${words}: <a href="${escape(uri)}" rel="noopener noreferrer nofollow">${escape(uri)}</a></p>`;
}

function faultText(fault: string | undefined): string {
  return fault === undefined ? "" : `<p class="fault" role="alert">${escape(fault)}</p>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");
}
