import { hash } from "node:crypto";

/** A page with all that its answer needs. */
export type Page = Readonly<{ body: string; headers: Readonly<Record<string, string>> }>;

/** The form of a page: what makes it ours, and what was wrong with the one before. */
export type Form = Readonly<{ token: string; fault?: string | undefined }>;

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem;color:#1a1a1a}
h1{font-size:1.4rem}input[type=checkbox]{display:inline;width:auto}label{display:block;margin:1rem 0}input,select{display:block;width:100%;padding:.5rem;font:inherit;box-sizing:border-box}
button{font:inherit;padding:.5rem 1.2rem;margin:1rem .5rem 0 0}.fault{color:#a40000}.small{color:#555;font-size:.9rem;overflow-wrap:anywhere}`;
const STYLE_HASH = `'sha256-${hash("sha256", STYLE, "base64")}'`;

/** Makes a page around its content; its forms may lead to the platform and, where one is named, to a redirect URI. */
export function page(title: string, content: string, redirectUri: string | null = null): Page {
  const targets = ["'self'", ...(redirectUri === null ? [] : [sourceOf(redirectUri)])];
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

/** Says what was wrong with the form before. */
export function faultText({ fault }: Pick<Form, "fault">): string {
  return fault === undefined ? "" : `<p class="fault" role="alert">${escape(fault)}</p>`;
}

/** Begins a form with what makes it ours. */
export function formStart({ token }: Pick<Form, "token">): string {
  return `<form method="post"><input type="hidden" name="token" value="${escape(token)}">`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Makes text of others harmless in a page. */
export function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");
}
