/*
 * Judges passkeys by @simplewebauthn/server, which is loaded with the first one: most gateways see none for hours.
 */
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";

/** Where passkeys are good for: the host of the public address, and pages of its origin. */
type RelyingParty = Readonly<{ id: string; origin: string }>;
/** What is kept of a passkey. */
export type Passkey = Readonly<{
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: readonly string[];
}>;
/** What a browser's PublicKeyCredential.toJSON() says. */
export type PasskeyResponse = Readonly<Record<string, unknown>>;
type Known = Pick<Passkey, "credentialId" | "transports">;

/** Derives the relying party of a public address; undefined for one that browsers take for none, such as an IP address. */
export function relyingPartyOf(publicUrl: string | undefined): RelyingParty | undefined {
  if (publicUrl === undefined || !URL.canParse(publicUrl)) return undefined;
  const { hostname, origin, protocol } = new URL(publicUrl);
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.startsWith("[");
  const isSecure = protocol === "https:" || hostname === "localhost";
  return isAddress || !isSecure ? undefined : { id: hostname, origin };
}

/** Makes what a browser needs to make a passkey (PublicKeyCredentialCreationOptions as JSON). */
export async function registrationOptions(
  party: RelyingParty,
  user: Readonly<{ id: string; email: string; name: string }>,
  by: Readonly<{ challenge: Buffer; known: readonly Known[] }>,
): Promise<Readonly<Record<string, unknown>>> {
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const options = await generateRegistrationOptions({
    rpName: "Berth",
    rpID: party.id,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    challenge: new Uint8Array(by.challenge),
    attestationType: "none",
    excludeCredentials: by.known.map(descriptorOf),
    authenticatorSelection: { residentKey: "discouraged", userVerification: "preferred" },
  });
  return { ...options };
}

/** Reads the passkey that a browser has made; undefined when the answer is not to this challenge, from this origin, or wrong. */
export async function readRegistration(
  party: RelyingParty,
  response: PasskeyResponse,
  challenge: Buffer,
): Promise<Passkey | undefined> {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      ...expectationsOf(party, challenge),
    });
    if (registrationInfo === undefined) return undefined;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports };
  } catch {
    // The library throws for everything that is wrong with an answer; all of it is one refusal.
    return undefined;
  }
}

/** Makes what a browser needs to show a passkey (PublicKeyCredentialRequestOptions as JSON). */
export async function authenticationOptions(
  party: RelyingParty,
  by: Readonly<{ challenge: Buffer; known: readonly Known[] }>,
): Promise<Readonly<Record<string, unknown>>> {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: new Uint8Array(by.challenge),
    allowCredentials: by.known.map(descriptorOf),
    userVerification: "preferred",
  });
  return { ...options };
}

/** Checks that a passkey was shown; answers its new signature counter, undefined when it was not. */
export async function readAuthentication(
  party: RelyingParty,
  response: PasskeyResponse,
  { passkey, challenge }: Readonly<{ passkey: Passkey; challenge: Buffer }>,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { credentialId: id, publicKey, counter } = passkey;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      ...expectationsOf(party, challenge),
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

/** The password was the first factor: that somebody is there is enough, who it is need not be shown to the device. */
function expectationsOf(party: RelyingParty, challenge: Buffer) {
  return {
    expectedChallenge: challenge.toString("base64url"),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
  } as const;
}

function descriptorOf({ credentialId: id, transports }: Known) {
  return { id, transports: [...transports] as AuthenticatorTransport[] };
}
