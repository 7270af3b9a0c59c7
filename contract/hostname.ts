const LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
/** A host name with a dot, as DNS has it: of a name in another script it is the ASCII form, whose labels begin with xn--. */
export const HOSTNAME = `^(${LABEL}\\.)+([a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$`;
/** Characters that a host name has at most. */
export const HOSTNAME_MAX = 253;
const WANTED =
  "String should be a host name of letters from a to z in lower case, digits, hyphens and dots, such as shop.example.org";
/** What it asks for, as an error says it. */
export const HOSTNAME_WORDS = `${WANTED}; a name in another script is written in its ASCII form, xn--…`;

const PATTERN = new RegExp(HOSTNAME);
/** ASCII that no host name has: by it an address would be more than one. */
const NO_HOSTNAME = /[^A-Za-z0-9.\-\u{80}-\u{10ffff}]/u;

/** Tells whether a text is a host name. */
export function isHostname(text: string): boolean {
  return text.length <= HOSTNAME_MAX && PATTERN.test(text);
}

/** Says what is asked for, to who gave something else, such as an address or a name with its last dot: with the form to write where it has one. */
export function hostnameWords(given: unknown): string {
  const form = typeof given === "string" && given.length <= HOSTNAME_MAX ? asciiForm(given) : undefined;
  return form === undefined ? HOSTNAME_WORDS : `${WANTED}; write ${form}`;
}

function asciiForm(text: string): string | undefined {
  const bare = text.replace(/^https?:\/\//i, "").replace(/[./]$/, "");
  const url = `https://${bare}/`;
  if (NO_HOSTNAME.test(bare) || !URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  return isHostname(hostname) ? hostname : undefined;
}
