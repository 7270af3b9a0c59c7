import { refusedValue } from "../http/refused-value.ts";

/**
 * Makes the address that a login may end at, or a 422: a path, or an address of the public origin. It is always written
 * with that origin: a path alone can begin with two slashes once a browser has read it ("/.//evil.example").
 */
export function redirectTarget(text: string, publicUrl: string): string {
  const base = new URL(publicUrl);
  const isPath = text.startsWith("/") && !text.startsWith("//");
  const isAddress = /^https?:\/\//i.test(text);
  const url = (isPath || isAddress) && /^[!-~]+$/.test(text) && !text.includes("\\") ? parse(text, base) : undefined;
  if (url === undefined || url.origin !== base.origin || url.username !== "" || url.password !== "")
    throw refusedValue(["query", "redirect_to"], "give a path, or an address that begins with the platform's own");
  return url.href;
}

function parse(text: string, base: URL): URL | undefined {
  return URL.canParse(text, base) ? new URL(text, base) : undefined;
}
