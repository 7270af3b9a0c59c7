import { randomBytes } from "node:crypto";

const COOKIE_SECURE = "__Host-berth_session";
const COOKIE_PLAIN = "berth_session";
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Makes an opaque session id of 256 random bits. */
export function newSessionToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Tells whether a text can be a session id at all. */
export function isSessionToken(text: string): boolean {
  return TOKEN.test(text);
}

/** Reads the session cookie of a Cookie header: by the secure name alone where there is TLS, for any neighbour can set the plain one. */
export function readSessionCookie(header: string | undefined, isSecure: boolean): string | undefined {
  const token = readCookies(header).get(cookieName(isSecure));
  return token === "" ? undefined : token;
}

/** Reads a Cookie header; of a name that is there twice the first counts. */
export function readCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const part of header?.split(";") ?? []) {
    const at = part.indexOf("=");
    const name = part.slice(0, Math.max(at, 0)).trim();
    if (!cookies.has(name)) cookies.set(name, part.slice(at + 1).trim());
  }
  return cookies;
}

/** Writes the Set-Cookie header that starts a session. */
export function sessionCookie(token: string, expiresAt: Date, isSecure: boolean): string {
  const maxAge = Math.ceil((expiresAt.getTime() - Date.now()) / 1_000);
  return `${cookieName(isSecure)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${isSecure ? "; Secure" : ""}`;
}

/** Writes the Set-Cookie header that forgets the session. */
export function clearedSessionCookie(isSecure: boolean): string {
  return `${cookieName(isSecure)}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${isSecure ? "; Secure" : ""}`;
}

function cookieName(isSecure: boolean): string {
  return isSecure ? COOKIE_SECURE : COOKIE_PLAIN;
}
