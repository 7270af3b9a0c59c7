/**
 * Signs people in at providers outside. The names of strategies and their faults end in this folder:
 * 1. `begin` makes the page that the browser must open, and what has to be remembered until it is back;
 * 2. `finish` trades what the provider sent back for who it says the person is, and believes nothing else.
 */
export interface LoginProvider {
  readonly id: string;
  readonly name: string;
  /** Address that identities belong to, whatever the provider is called here. */
  readonly issuer: string;
  begin(): Promise<LoginStart>;
  /** Throws `login_refused` for what the person or a forger did, `unavailable` or `provider_failed` for what the provider did. */
  finish(memory: LoginMemory, answer: ProviderAnswer): Promise<ProvenIdentity>;
}

/** What is remembered between the two steps; only the browser that began has it. */
export type LoginMemory = Readonly<{ state: string; code_verifier: string; nonce?: string }>;
export type LoginStart = Readonly<{ url: string; memory: LoginMemory }>;
/** The query that the provider sent the browser back with. */
export type ProviderAnswer = URLSearchParams;
/** Who somebody is at the provider; the address only where the provider has verified it. */
export type ProvenIdentity = Readonly<{
  subject: string;
  verifiedEmail: string | undefined;
  name: string | undefined;
  avatarUrl: string | undefined;
}>;

/** Reads a parameter of an answer; an empty one is none. */
export function answered(answer: ProviderAnswer, name: "code" | "error" | "iss"): string | undefined {
  const text = answer.get(name);
  return text === null || text === "" ? undefined : text;
}

type Claims = Readonly<{ subject: unknown; email: unknown; isVerified: unknown; name: unknown; avatarUrl: unknown }>;

const ADDRESS = /^[^\s@\0]{1,64}@[^\s@\0]{1,190}$/;
/** Printable ASCII, as OpenID Connect has it. */
const SUBJECT = /^[ -~]{1,255}$/;

/** Reads an identity from what a provider says; undefined when it names no subject. Only a literal true verifies. */
export function identityOf({ subject, email, isVerified, name, avatarUrl }: Claims): ProvenIdentity | undefined {
  if (typeof subject !== "string" || !SUBJECT.test(subject)) return undefined;
  const address = textOf(email, 254)?.toLowerCase();
  const avatar = textOf(avatarUrl, 2_048);
  return {
    subject,
    verifiedEmail: isVerified === true && address !== undefined && ADDRESS.test(address) ? address : undefined,
    name: textOf(textOf(name, 10_000)?.replaceAll("\0", "").trim().slice(0, 200), 200),
    avatarUrl: avatar !== undefined && /^https:\/\/[!-~]+$/.test(avatar) ? avatar : undefined,
  };
}

function textOf(value: unknown, most: number): string | undefined {
  return typeof value === "string" && value !== "" && value.length <= most ? value : undefined;
}
